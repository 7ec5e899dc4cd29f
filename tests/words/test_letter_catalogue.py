"""Every sentence of a letter stands in the Spanish catalogue, and nothing else does."""

import ast
import re
from importlib.resources import files

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from referee.words.catalogues import translations
from tests.running import TOP

SOURCES = [TOP / "referee/mail" / name for name in ("letters.py", "writing.py")]


def said() -> set[str]:
    """The sentences that letters are written with."""
    return {
        node.args[0].value
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("say", "opening")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def catalogue() -> dict[str, Message]:
    found = files("referee.words").joinpath("locale", "es", "LC_MESSAGES", "letters.po")
    with found.open("rb") as file:
        return {str(message.id): message for message in read_po(file) if message.id}


def test_no_sentence_is_missing_empty_or_fuzzy_and_none_is_left_over() -> None:
    known = catalogue()
    assert len(said()) > 15
    assert set(known) == said()
    assert [name for name, message in known.items() if message.fuzzy or not message.string] == []


def test_a_translation_fills_in_what_the_sentence_does() -> None:
    for sentence, message in catalogue().items():
        assert sorted(re.findall(r"{\w+}", sentence)) == sorted(re.findall(r"{\w+}", str(message.string)))


def test_the_sentences_are_read_from_the_catalogue() -> None:
    assert translations("letters", "es").gettext("The board") == "El tablero"
    assert translations("letters", "en").gettext("The board") == "The board"
