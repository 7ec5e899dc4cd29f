"""What happens in both games with trucks: draws, loaded and taken trucks, and the ends of rounds."""

from typing import Any, NamedTuple

import pytest

from referee.games.engine import Effect
from referee.games.registry import game_named
from tests.games.helping import play


class Words(NamedTuple):
    """Tiles of a game, and the step that puts the first of them aside."""

    tile: str
    male: str
    other: str
    aside: str


TRUCKS = {
    "aquaretto": Words("DA", "DM", "HE", "P DA>D"),
    "zooloretto": Words("E", "EM", "S1", "P E>B"),
}


def of_coin_tiles(amount: int) -> Effect:
    return Effect("coins", 1, f"+{amount}", {"amount": amount, "reason": "coin-tiles", "area": ""})


def drawn(tile: str) -> Effect:
    return Effect("drawn", 1, f"D={tile}", {"tile": tile})


LAST_ROUND = Effect("last-round", 0, "last round", {})
ROUND_ENDED = Effect("round-ended", 0, "end of round 4", {"round": 4})
ROUND_BEGAN = Effect("round-began", 0, "round 5", {"round": 5, "starter": 1})
OVER = Effect("match-over", 0, "over", {})


def effects_of(words: Words) -> list[tuple[str, dict[str, Any], list[Effect]]]:
    """Steps from a position, each with exactly what happens."""
    tile, male, other, aside = words
    ended = {"trucks": ["$", "@2", "@3"], "round": 4, "deck": [tile] * 15}
    over = {"next": "PLACE 1", "hand": tile, "trucks": ["@1", "@2", "@3"], "round": 4, "deck": [tile] * 14}
    return [
        ("D", {"deck": [male]}, [drawn(male)]),
        ("D", {"deck": ["$"] * 16}, [drawn("$")]),
        ("D", {"deck": ["$"] * 15}, [drawn("$"), LAST_ROUND]),
        ("D", {"deck": [other] * 14}, [drawn(other)]),
        ("L1", {"next": "LOAD 1", "hand": tile}, []),
        ("T1", {"trucks": [tile, "", ""]}, []),
        ("T1", {"trucks": [f"$,$,{tile}", "", ""]}, [of_coin_tiles(2)]),
        ("T1", ended, [of_coin_tiles(1), ROUND_ENDED, ROUND_BEGAN]),
        (aside, over, [ROUND_ENDED, OVER]),
        (aside, {"next": "PLACE 1", "hand": f"{tile},{tile}", "trucks": ["@1", "@2", "@3"]}, []),
    ]


EFFECTS = [
    pytest.param(name, *row, id=f"{name}-{number}-{row[0]}")
    for name, words in TRUCKS.items()
    for number, row in enumerate(effects_of(words), 1)
]


@pytest.mark.parametrize(("name", "text", "position", "expected"), EFFECTS)
def test_a_step_of_trucks_has_exactly_these_effects(
    name: str, text: str, position: dict[str, Any], expected: list[Effect]
) -> None:
    game = game_named(name)
    state = game.read_position(3, {}, None, {"coins": [3, 3, 3], **position})
    _, happened = play(game, state, text)
    assert happened == expected
