"""What happened in a refusal, in the reader's language.

The floors below say in English what happened. In another language the sentence is made from the stable name of
the problem, the rule that forbids a step, and the step.
"""

from collections.abc import Mapping
from typing import Any

from referee.words.languages import DEFAULT, Language
from referee.words.problems import wording
from referee.words.rules import sentence_for_rule


def detail_of(name: str, english: str | None, members: Mapping[str, Any], language: Language) -> str:
    """One sentence that says what happened.

    :param name: of the problem, such as ``move/illegal``.
    :param english: what the floor below said, or None for the standing sentence.
    :param members: of the problem; ``step``, ``game``, ``rule``, ``errors``, ``canonical`` are looked at.
    """
    if language == DEFAULT and english:
        return english
    sentence = wording(name, language).detail
    rule = members.get("rule")
    if rule is not None:
        sentence = sentence_for_rule(members.get("game", ""), rule, language) or sentence
    step = members.get("step")
    if step is not None:
        sentence = f"{step['text']}: {sentence}"
    errors = members.get("errors")
    if errors:
        sentence = f"{sentence[:-1]}: {', '.join(error['pointer'] or '/' for error in errors)}."
    return sentence
