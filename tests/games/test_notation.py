"""Reading and writing the steps of every game: canonical texts, other spellings, free lines, and what is none."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.engine import InvalidStep, OtherSpelling
from referee.games.registry import GAMES, game_named
from tests.games.helping import dealt
from tests.games.notation import notation_of

STATES = {game: game_named(game).start(dealt(game_named(game), notation_of(game).players)) for game in GAMES}


def read(game: str, text: str) -> Any:
    return game_named(game).read(text, STATES[game], 1)


def read_line(game: str, line: str) -> list[str]:
    rules = game_named(game)
    return [rules.write(step) for step in rules.read_line(line, STATES[game], notation_of(game).reader)]


def cases(field: str) -> list[Any]:
    """The rows of all games; each names its game and its text."""
    found = []
    for game in GAMES:
        for row in getattr(notation_of(game), field):
            values = (row,) if isinstance(row, str) else row
            found.append(pytest.param(game, *values, id=f"{game}-{values[0]}"))
    return found


@pytest.mark.parametrize(("game", "text"), cases("readable"))
def test_a_canonical_text_is_read_and_written_back(game: str, text: str) -> None:
    assert game_named(game).write(read(game, text)) == text
    assert read(game, text) == read(game, text)
    assert not notation_of(game).is_kept or read(game, text) is read(game, text)
    assert read_line(game, text) == [text]


@pytest.mark.parametrize(("game", "text"), cases("unreadable"))
def test_a_text_that_is_no_canonical_step_is_invalid(game: str, text: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(game, text)
    assert not isinstance(refused.value, OtherSpelling)


@pytest.mark.parametrize(("game", "text", "canonical"), cases("other_spellings"))
def test_another_spelling_names_the_canonical_form(game: str, text: str, canonical: str) -> None:
    with pytest.raises(OtherSpelling) as refused:
        read(game, text)
    assert refused.value.canonical == canonical
    assert str(refused.value) == f"{text} is not the canonical form: write {canonical}"
    assert read_line(game, text) == [canonical]


@pytest.mark.parametrize(("game", "text", "why"), cases("corrections"))
def test_an_invalid_step_says_what_to_write(game: str, text: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read(game, text)
    assert str(refused.value) == why


@pytest.mark.parametrize(("game", "line", "steps"), cases("lines"))
def test_a_line_is_read_in_free_spelling(game: str, line: str, steps: list[str]) -> None:
    assert read_line(game, line) == steps


@pytest.mark.parametrize(("game", "line", "why"), cases("bad_lines"))
def test_a_line_that_cannot_be_read_names_the_word(game: str, line: str, why: str) -> None:
    with pytest.raises(InvalidStep) as refused:
        read_line(game, line)
    assert str(refused.value) == why


@pytest.mark.parametrize(("game", "text", "parts"), cases("parts"))
def test_a_step_is_described_by_typed_parts(game: str, text: str, parts: dict[str, Any]) -> None:
    found = game_named(game).parts(read(game, text))
    assert found == parts
    assert next(iter(found)) == "kind"


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_text_is_a_step_or_invalid_and_never_worse(game: str, data: st.DataObject) -> None:
    rules = game_named(game)
    text = data.draw(st.text(alphabet=notation_of(game).alphabet, max_size=14))
    try:
        assert rules.write(read(game, text)) == text
    except InvalidStep:
        assert text not in notation_of(game).known
    with contextlib.suppress(InvalidStep):
        steps = rules.read_line(text, STATES[game], notation_of(game).reader or 1)
        assert [read(game, rules.write(step)) for step in steps] == steps
