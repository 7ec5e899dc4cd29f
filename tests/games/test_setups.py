"""What holds for the set-ups and the versions of the rules of every game."""

from typing import Any

import pytest

from referee.games.engine import InvalidPosition
from referee.games.registry import GAMES, game_named
from tests.games.helping import dealt


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_is_read_as_it_was_written(game: str) -> None:
    rules = game_named(game)
    for players in rules.players:
        setup = dealt(rules, players)
        assert rules.read_setup(players, {}, rules.write_setup(setup)) == setup
        assert setup.rules_version == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("version", [0, 2, True, "1", None])
def test_an_unknown_version_of_the_rules_is_refused(game: str, version: Any) -> None:
    rules = game_named(game)
    good = rules.write_setup(dealt(rules, 2))
    assert rules.read_setup(2, {}, good, 1).rules_version == 1
    with pytest.raises(InvalidPosition, match=f"^rules_version {version!r} does not exist$"):
        rules.read_setup(2, {}, good, version)
    with pytest.raises(InvalidPosition, match=f"^rules_version {version!r} does not exist$"):
        rules.read_position(2, {}, None, {}, version)
