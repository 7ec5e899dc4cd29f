"""The relay notes how far logs have come, through breaks of its connection and up to its own end."""

import threading
from pathlib import Path

import pytest
from redis import Redis

from referee.matches.chain import Base
from referee.service.house import House, open_house
from referee.settings import Settings
from referee.store.checkpoints import Checkpoints
from tests.running import eventually
from tests.service.playing import play_out, sign_up, started
from workers.relay import keep_checkpoints


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def test_what_was_appended_before_the_relay_was_asked_to_stop_is_noted(house: House, tmp_path: Path) -> None:
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    path = tmp_path / "checkpoints.jsonl"
    stopping = threading.Event()
    keeping = threading.Thread(target=keep_checkpoints, args=(house, Checkpoints(path), stopping))
    keeping.start()
    eventually(lambda: Checkpoints(path).known == {match.id: match.last}, "the first checkpoint")
    moved = play_out(house, match.id, people, most=3)
    stopping.set()
    keeping.join()
    assert Checkpoints(path).known == {match.id: moved.last}


def test_a_break_of_the_connection_costs_nothing(house: House, log: Redis, tmp_path: Path) -> None:
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    path = tmp_path / "checkpoints.jsonl"
    stopping = threading.Event()
    keeping = threading.Thread(target=keep_checkpoints, args=(house, Checkpoints(path), stopping))
    keeping.start()
    eventually(lambda: match.id in Checkpoints(path).known, "the first checkpoint")
    log.client_kill_filter(_type="pubsub")
    moved = play_out(house, match.id, people, most=3)
    eventually(lambda: Checkpoints(path).known == {match.id: moved.last}, "the checkpoint after the break")
    stopping.set()
    keeping.join()


def test_a_file_that_cannot_be_written_stops_nothing_and_is_made_up_for(house: House, tmp_path: Path) -> None:
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    folder = tmp_path / "not-there-yet"
    stopping = threading.Event()
    keeping = threading.Thread(
        target=keep_checkpoints, args=(house, Checkpoints(folder / "checkpoints.jsonl"), stopping)
    )
    keeping.start()
    moved = play_out(house, match.id, people, most=2)
    folder.mkdir()

    def known() -> dict[str, Base]:
        return dict(Checkpoints(folder / "checkpoints.jsonl").known)

    eventually(lambda: known() == {match.id: moved.last}, "the checkpoint in the folder that is there now")
    stopping.set()
    keeping.join()
