"""How a trace of Aquaretto begins."""

import json

from referee.games.trace import write_trace
from tests.games.aquaretto.helping import GAME


def test_the_trace_of_seed_1_begins_as_the_rule_book_says() -> None:
    first, second = [json.loads(line) for line, _ in zip(write_trace(GAME, 2, 1, {}), "ab", strict=False)]
    assert first["setup"]["species_removed"] == ["T", "C", "B"]
    assert first["setup"]["deck"][:8] == ["SF", "HE", "HE", "OZ", "PE", "PF", "OM", "SA"]
    assert first["setup"]["start_player"] == 2
    assert first["options"] == {
        "species_removed": "random",
        "start_player": "random",
        "offspring_trainable": True,
    }
    assert (second["n"], second["seat"], second["decision"], len(second["legal"])) == (1, 2, "TURN", 64)
