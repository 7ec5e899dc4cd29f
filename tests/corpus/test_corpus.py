"""Every record of the corpus is still sound, to the digest: no change of a rule may rewrite a match (faults.md A59, A60).

Never weaken these tests, and never make a record anew: a rule fix gets a new rules version.
"""

import pytest

from referee.games.registry import GAMES
from referee.matches.record import read_record
from referee.matches.verify import Verified, verify_record
from tests.corpus.making import CORPUS, RESIGNED, path_of
from tests.games.knowing import knowledge_of

RECORDS = sorted(CORPUS.glob("*.jsonl"))


def _verified(game: str, what: str) -> Verified:
    lines = path_of(game, what).read_text(encoding="utf-8").splitlines()
    return verify_record(read_record(lines))


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_match_of_every_number_of_players(game: str) -> None:
    for players in GAMES[game].players:
        match = _verified(game, f"{players}p").match
        assert (match.rules.name, match.players, match.scored) == (game, players, True)


@pytest.mark.parametrize(
    ("game", "ending"), [(game, ending) for game in GAMES for ending in knowledge_of(game).endings]
)
def test_there_is_a_match_of_every_ending_and_every_tie_break(game: str, ending: str) -> None:
    """faults.md A62: ties share a rank, and every tie-break has a match that it decides."""
    players, holds = knowledge_of(game).endings[ending]
    match = _verified(game, ending).match
    assert (match.rules.name, match.players) == (game, players)
    assert holds(match.state, match.rules.result(match.state))


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_match_that_ended_because_all_but_one_had_resigned(game: str) -> None:
    match = _verified(game, RESIGNED).match
    assert match.ended == RESIGNED
    assert match.result is not None
    assert match.result["ranks"] == [2, 1]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_names_how_it_can_end(game: str) -> None:
    assert knowledge_of(game).endings


def test_no_record_is_left_over() -> None:
    wanted = {
        path_of(game, what)
        for game in GAMES
        for what in [
            *(f"{players}p" for players in GAMES[game].players),
            *knowledge_of(game).endings,
            RESIGNED,
        ]
    }
    assert set(RECORDS) == wanted
