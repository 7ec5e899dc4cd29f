"""Every language has words for everything: no string is missing, and none is left over."""

import string
from collections.abc import Mapping
from importlib import import_module
from typing import get_args

import pytest

from referee.api.problems import BY_NAME
from referee.games.registry import GAMES
from referee.words import boards, fields, games, stories
from referee.words.languages import LANGUAGES
from referee.words.problems_en import ENGLISH
from referee.words.problems_es import SPANISH
from referee.words.refusals import detail_of
from referee.words.wording import Wording

CATALOGUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "fields": {"en": fields.ENGLISH, "es": fields.SPANISH},
    "results": games.RESULTS,
    "hidden steps": games.HIDDEN,
    "events": stories.EVENTS,
    **{
        f"{game}: {name}": catalogue
        for game, words in games.GAMES.items()
        for name, catalogue in {
            "switches": words.switches,
            **words.catalogues,
            **boards.BOARDS[game].catalogues,
        }.items()
    },
}
# The module in which the rules of each game refuse, where it names all of them.
RULES: Mapping[str, set[str]] = {
    game: set(get_args(import_module(f"referee.games.{game}.refusals").Rule)) for game in GAMES
}


def names_in(template: str) -> set[str]:
    """The gaps of a template that have a name; an article (``{a}``) is a matter of each language."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name} - {"a"}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_language_has_the_same_strings_with_the_same_gaps(catalogue: str) -> None:
    languages = CATALOGUES[catalogue]
    assert set(languages) == set(LANGUAGES)
    english = languages["en"]
    for language, texts in languages.items():
        assert set(texts) == set(english), language
        for key, text in texts.items():
            assert text.strip(), (language, key)
            assert names_in(text) == names_in(english[key]), (language, key)


@pytest.mark.parametrize("texts", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_problem_has_a_title_a_detail_and_an_advice(texts: Mapping[str, Wording]) -> None:
    assert set(texts) == set(BY_NAME)
    for name, words in texts.items():
        assert words.title, name
        assert not words.title.endswith("."), name
        assert words.detail.endswith("."), name
        assert words.advice.endswith("."), name


def test_no_two_problems_have_the_same_title() -> None:
    for texts in (ENGLISH, SPANISH):
        titles = [words.title for words in texts.values()]
        assert len(set(titles)) == len(titles)


def test_spanish_is_no_copy_of_english() -> None:
    for name, words in SPANISH.items():
        english = ENGLISH[name]
        assert words.title != english.title
        assert words.detail != english.detail
        assert words.advice != english.advice


def test_every_game_has_words() -> None:
    assert list(games.GAMES) == list(boards.BOARDS) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_forbids_a_step_is_said_in_spanish(game: str) -> None:
    assert set(games.GAMES[game].rules_es) == RULES[game]
    for sentence in games.GAMES[game].rules_es.values():
        assert sentence.endswith("."), sentence


def test_english_tells_what_the_rules_say() -> None:
    members = {"step": {"index": 0, "text": "T2"}, "rule": "truck-empty"}
    assert detail_of("move/illegal", "Truck 2 is empty.", members, "en") == "Truck 2 is empty."
    assert detail_of("move/illegal", None, {}, "en") == ENGLISH["move/illegal"].detail


def test_spanish_is_made_from_the_stable_names() -> None:
    members = {"step": {"index": 0, "text": "T2"}, "game": "zooloretto", "rule": "truck-empty"}
    assert detail_of("move/illegal", "Truck 2 is empty.", members, "es") == "T2: el camión está vacío."
    assert detail_of("order/stale", "...", {}, "es") == SPANISH["order/stale"].detail
    unread = {"step": {"index": 0, "text": "T9"}}
    assert detail_of("move/invalid", "...", unread, "es").startswith("T9: El texto no se puede leer")


def test_a_rule_without_words_falls_back_to_the_problem() -> None:
    assert (
        detail_of("move/illegal", "...", {"game": "zooloretto", "rule": "brand-new"}, "es")
        == SPANISH["move/illegal"].detail
    )


def test_wrong_fields_are_listed_in_spanish() -> None:
    errors = [{"pointer": "/order/seat"}, {"pointer": ""}]
    detail = detail_of("request/schema", "...", {"errors": errors}, "es")
    assert detail == "La petición no tiene la forma esperada: /order/seat, /."


@pytest.mark.parametrize(
    ("keyword", "value", "english", "spanish"),
    [
        ("type", "integer", "must be an integer", "debe ser un entero"),
        ("type", ["integer", "null"], "must be an integer or null", "debe ser un entero o null"),
        ("enum", ["move", "undo"], "must be one of move, undo", "debe ser uno de move, undo"),
        ("const", 1, "must be 1", "debe ser 1"),
        ("maxLength", 48, "must have at most 48 characters", "debe tener como máximo 48 caracteres"),
        ("required", None, "is missing", "falta"),
        (
            "oneOf",
            None,
            "has none of the forms allowed here",
            "no tiene ninguna de las formas permitidas aquí",
        ),
        (
            "pattern",
            r"^[\x20-\x7e]*$",
            "must be written in plain characters (printable ASCII)",
            "debe escribirse con caracteres simples (ASCII imprimible)",
        ),
        ("pattern", "^{2}$", "must match ^{2}$", "debe corresponder a ^{2}$"),
    ],
)
def test_a_wrong_field_is_explained(keyword: str, value: object, english: str, spanish: str) -> None:
    assert fields.sentence_for_field(keyword, value, "en") == english
    assert fields.sentence_for_field(keyword, value, "es") == spanish


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        (["/a"], "1 field is wrong: /a."),
        (["/a", "/b"], "2 fields are wrong: /a, /b."),
        (["/a", "/a"], "1 field is wrong: /a."),
        ([""], "1 field is wrong: /."),
        ([f"/{n}" for n in range(7)], "7 fields are wrong: /0, /1, /2, /3, /4, …."),
    ],
)
def test_wrong_fields_are_counted(pointers: list[str], expected: str) -> None:
    assert fields.summary_of(pointers) == expected
