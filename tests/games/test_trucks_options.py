"""Options that both games with trucks have, and how bad ones are named."""

from typing import Any

import pytest

from referee.games.engine import InvalidOptions
from referee.games.registry import game_named

START_WHY = 'start_player: "random" or a seat from 1 to 3 is expected'
# The options of each game, in their order.
TRUCKS = {
    "aquaretto": ["species_removed", "start_player", "offspring_trainable"],
    "zooloretto": [
        "species_removed",
        "start_player",
        "show_remaining_tiles",
        "bank_is_finite",
        "stall_move_to_barn",
    ],
}


def bad_options(name: str) -> list[tuple[Any, Any, str, str]]:
    """(players, options, the field at fault, what is said of it)."""
    players_why = f"players: {name} is for 2 to 5 players"
    return [
        (1, {}, "players", players_why),
        (6, {}, "players", players_why),
        (True, {}, "players", players_why),
        ("3", {}, "players", players_why),
        (3, [], "options", "options: an object is expected"),
        (3, {"expert": True}, "expert", "expert: no such option; there are " + ", ".join(TRUCKS[name])),
        (3, {"start_player": 0}, "start_player", START_WHY),
        (3, {"start_player": 4}, "start_player", START_WHY),
        (3, {"start_player": True}, "start_player", START_WHY),
        (3, {"start_player": "1"}, "start_player", START_WHY),
    ]


BAD = [
    pytest.param(name, *row, id=f"{name}-{row[0]}-{row[1]}") for name in TRUCKS for row in bad_options(name)
]


@pytest.mark.parametrize(("name", "players", "options", "field", "why"), BAD)
def test_a_bad_option_of_both_is_named(name: str, players: Any, options: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        game_named(name).check_options(players, options)
    assert (refused.value.field, str(refused.value)) == (field, why)
