"""Every game through the HTTP door: each answer is judged by the contract, each record verifies."""

import random

import pytest

from referee.games.registry import GAMES
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service.matches import score_match
from tests.api.asking import Door, problem
from tests.api.running import Running, run_match
from tests.games.knowing import knowledge_of

SIZES = [(name, players) for name, game in GAMES.items() for players in (game.players[0], game.players[-1])]


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_a_whole_match_is_played_through_the_door(door: Door, game: str, players: int) -> None:
    """The contract of this very game: its options, steps, parts, effects and views are all in openapi.yaml."""
    chance = random.Random(f"{game} {players}")
    options = knowledge_of(game).random_options(players, chance)
    match = run_match(door, players, game=game, options=options)
    played = 0
    while owed := match.load().decisions():
        seat = chance.choice(owed).seat
        if played % 12 == 0:
            _look(match, chance, seat)
        steps = match.json("/legal-steps", seat)["steps"]
        answer = door.play(match.id, match.people[seat - 1], chance.choice(steps)["step"])
        assert answer.status_code == 201, answer.get_data(as_text=True)
        played += 1
    score_match(door.house, match.id, match.load().at + 1)
    _look(match, chance, 1)
    lines = match.get("/record", None).get_data(as_text=True).splitlines()
    assert verify_record(read_record(lines)).match.scored


def _look(match: Running, chance: random.Random, seat: int) -> None:
    """Ask everything that a seat and a spectator may ask."""
    viewer = chance.randint(1, len(match.people))
    language = chance.choice(["en", "es"])
    for who in (None, viewer):
        headers = {"Accept-Language": language}
        match.json("/view", who)
        assert match.get("/board.txt", who).status_code == 200
        token = None if who is None else match.token(who)
        path = f"/v1/matches/{match.id}/events"
        after = max(0, match.load().version - 20)
        assert match.door.ask("GET", path, token, query={"after": after}, headers=headers).status_code == 200
    if not match.load().decisions():
        return
    legal = match.json("/legal-steps", seat)["steps"]
    moves = match.moves(seat)["moves"]
    assert {line["steps"][0] for line in moves} <= {each["step"] for each in legal}
    tried = match.preview(seat, language, steps=chance.choice(moves)["steps"])
    assert tried["status"] == "complete"
    match.preview(seat, language, steps=[chance.choice(legal)["step"]])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_its_components_and_which_are_assumed(door: Door, game: str) -> None:
    told = door.get(f"/v1/games/{game}").json
    assert told is not None
    assert told["components"]["game"] == game
    assert told["options"] == GAMES[game].check_options(GAMES[game].players[0], {})
    assert isinstance(told["assumed"], list)


@pytest.mark.parametrize("game", GAMES)
def test_an_unreadable_step_of_any_game_is_refused_with_its_name(door: Door, game: str) -> None:
    match = run_match(door, max(2, GAMES[game].players[0]), game=game)
    seat = match.load().decisions()[0].seat
    answer = door.play(match.id, match.people[seat - 1], "no step at all")
    assert (answer.status_code, problem(answer)) == (422, "move/invalid")
