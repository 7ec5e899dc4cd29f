"""Sentinels buried in what is hidden turn up in no answer, header, error or log line before the end.

faults.md A54 (secrets in the undo stack, the initial state sent) and A55 (spectators see too much); security.md C1.
"""

import base64
import logging
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from redis import Redis

from clients.sdk import Referee
from referee.service import matches
from referee.service.matches import score_match
from tests.api.asking import Door
from tests.api.questions import questions
from tests.api.running import Running, run_match
from tests.api.two_worlds import World
from tests.running import Service, eventually
from tests.service.playing import NOW

SEED = b"sentinel-sentinel-sentinel-seed!"
_WINDOW = 6  # tiles in the order in which they will be drawn


def forms_of(secret: bytes) -> Iterator[bytes]:
    """A secret as it might be written."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")
    yield repr(secret)[2:-1].encode()
    yield str(int.from_bytes(secret, "big")).encode()
    yield ", ".join(map(str, secret)).encode()


def orders_of(deck: list[str]) -> Iterator[bytes]:
    """A stretch of the coming tiles as it might be written. What is sorted anyway gives nothing away."""
    for start in range(len(deck) - _WINDOW + 1):
        tiles = deck[start : start + _WINDOW]
        if tiles not in (sorted(tiles), sorted(tiles, reverse=True)):
            for between in ('","', '", "', "', '", ",", ", ", " ", "", "\\n"):
                yield between.join(tiles).encode()
                yield between.join(reversed(tiles)).encode()


def tainted(text: bytes, deck: list[str]) -> list[bytes]:
    """The sentinels that stand in a text."""
    return [form for form in (*forms_of(SEED), *orders_of(deck)) if form in text]


def undrawn(match: Running) -> list[str]:
    state = match.load().state
    return list(state.setup.deck[state.drawn :])


@pytest.fixture
def match(door: Door) -> Running:
    """A running match of three whose seed is the sentinel."""
    with patch.object(matches, "random_bytes", lambda count: SEED[:count]):
        return run_match(door, players=3)


def test_the_sentinels_would_be_found(match: Running) -> None:
    deck = undrawn(match)
    for form in forms_of(SEED):
        assert tainted(b"x" + form + b"x", deck)
    assert tainted(str(deck).encode(), deck)
    assert tainted(b'{"deck":["' + '","'.join(deck[3:12]).encode() + b'"]}', deck)
    assert tainted("".join(deck[-8:]).encode(), deck)
    assert not tainted('","'.join(sorted(deck)).encode(), deck)


def test_no_answer_and_no_log_line_holds_the_seed_or_the_coming_tiles(
    match: Running, cache: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    """Every seat and a spectator ask everything that can be asked, refused orders included, until the end."""
    caplog.set_level(logging.DEBUG)
    world = World(match.door, cache, match.id, people=match.people)
    asked = 0
    while match.load().decisions():
        deck = undrawn(match)
        for viewer in (None, 1, 2, 3):
            for name, ask in questions(
                match.load(), viewer, ("D", "L1", "T5", "P E>5", "EXP", "DIS EO")
            ).items():
                answer = ask(world)
                text = str(answer.headers).encode() + answer.get_data()
                assert tainted(text, deck) == [], f"{name} asked by {viewer}"
                asked += 1
        assert tainted(caplog.text.encode(), deck) == []
        caplog.clear()
        _play_on(match, moves=45)
    assert asked > 400
    assert match.get("/record").status_code == 409
    for viewer in (None, 1):
        for path in ("/view", "/events", ""):
            assert tainted(match.get(path, viewer, **_all(path)).get_data(), []) == []
    score_match(match.door.house, match.id, NOW + 10**9)
    assert SEED.hex() in match.get("/record", None).get_data(as_text=True), "the end publishes the seed"


def _all(path: str) -> dict[str, int]:
    return {"limit": 1000} if path == "/events" else {}


def _play_on(match: Running, moves: int) -> None:
    """Moves that draw whenever something can be drawn, so that the match comes to its end."""
    for _ in range(moves):
        now = match.load()
        if not now.decisions():
            return
        seat = now.decisions()[0].seat
        steps = sorted(now.rules.write(step) for step in now.rules.legal_steps(now.state, seat))
        first = [step for step in steps if step[0] in "DLP"] or [step for step in steps if step[0] == "T"]
        match.play(first[0])


def test_a_fault_of_ours_tells_the_sender_nothing_but_its_id(
    match: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.service import reading

    def broken(*given: object) -> None:
        raise ValueError(f"{SEED!r} {undrawn(match)}")

    monkeypatch.setattr(reading, "show_view", broken)
    path = f"/v1/matches/{match.id}/view"
    answer = match.door.client.get(path)
    assert answer.status_code == 500
    text = str(answer.headers).encode() + answer.get_data()
    assert tainted(text, undrawn(match)) == []
    assert b"ValueError" not in text
    assert b"Traceback" not in text
    assert b"reading.py" not in text
    assert answer.json is not None
    assert set(answer.json) == {"type", "title", "status", "detail", "fault"}


def test_the_files_of_a_running_service_hold_no_seed_no_token_and_no_signature(service: Service) -> None:
    """security.md C1: 0 tokens in the logs after a run; the seed lies sealed and nowhere else."""
    match, seats = service.match(2)
    players = list(seats.values())
    for _ in range(6):
        player = eventually(lambda: _to_move(players), "somebody is to move")
        player.play(match, [player.legal_steps(match)["steps"][-1]["step"]])
    players[0].transport.token, known = "not-a-token-but-a-secret-word", players[0].transport.token
    with pytest.raises(Exception, match="token"):
        players[0].turns()
    players[0].transport.token = known
    seed = service.house.logs.seed(match)
    assert seed is not None
    written = b"".join(file.read_bytes() for file in Path(service.directory).glob("*.log"))
    assert written, "the processes have said something"
    for form in forms_of(seed):
        assert form not in written
    assert b"not-a-token-but-a-secret-word" not in written
    for player in players:
        assert (player.transport.token or "").encode() not in written
    for event in players[0].events(match)["events"]:
        signature = event["e"].partition('"signature":"')[2].partition('"')[0]
        assert not signature or signature.encode() not in written


def _to_move(players: list[Referee]) -> Referee | None:
    return next((player for player in players if player.turns()), None)
