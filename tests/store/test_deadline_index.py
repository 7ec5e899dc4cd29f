"""The deadline index and the heartbeat on a real server: they go with the log, or not at all."""

from collections.abc import Sequence

import pytest
from redis import Redis

from referee.matches.chain import Entry, chain
from referee.matches.events import Event
from referee.matches.match import NOWHERE
from referee.settings import Settings
from referee.store import names, outbox
from referee.store.beats import Beats, Outage
from referee.store.due import Due, write_due
from referee.store.log import Logs
from referee.store.seals import Seals

MATCHES = ("k7q2m9x4c0vhtd3p", "0000000000000001", "0000000000000002")
MINUTE = 60_000


@pytest.fixture
def logs(settings: Settings, log: Redis) -> Logs:
    return Logs(log, Seals(settings.seal_key))


@pytest.fixture
def due(log: Redis) -> Due:
    return Due(log)


def entries(count: int = 1) -> list[Entry]:
    return chain(NOWHERE, [Event("SeatLeft", 5, {"place": place + 1}) for place in range(count)])


def write(logs: Logs, match: str, at: int | None, written: Sequence[Entry] = ()) -> None:
    logs.append(match, NOWHERE, written or entries(), b"k" * 16, also=[write_due(match, at)])


def test_what_is_due_comes_oldest_first_over_all_shards(logs: Logs, due: Due) -> None:
    for match, at in zip(MATCHES, (300, 100, 200), strict=True):
        write(logs, match, at)
    assert due.by(250, 10) == [(100, MATCHES[1]), (200, MATCHES[2])]
    assert due.oldest() == 100
    assert sorted(due.all()) == sorted(MATCHES)
    assert [due.at(match) for match in MATCHES] == [300, 100, 200]


def test_an_append_that_was_refused_leaves_the_index_alone(logs: Logs, due: Due) -> None:
    write(logs, MATCHES[0], 100)
    refused = logs.append(MATCHES[0], NOWHERE, entries(), b"j" * 16, also=[write_due(MATCHES[0], 999)])
    assert refused.kind == "moved"
    assert due.at(MATCHES[0]) == 100


def test_a_match_without_anything_to_do_stands_in_no_index(logs: Logs, due: Due) -> None:
    write(logs, MATCHES[0], 100)
    head = logs.tails([MATCHES[0]])[0]
    more = chain(head, [Event("SeatLeft", 6, {"place": 2})])
    logs.append(MATCHES[0], head, more, b"j" * 16, also=[write_due(MATCHES[0], None)])
    assert due.at(MATCHES[0]) is None
    assert due.oldest() is None
    assert due.all() == []


def test_who_looked_at_an_older_log_moves_nothing_and_rings_for_nothing(
    logs: Logs, due: Due, log: Redis
) -> None:
    write(logs, MATCHES[0], 100, entries(2))
    stream = names.outbox(names.shard_of(MATCHES[0]))
    row = outbox.write_row(stream, outbox.LETTER, MATCHES[0], 1, "reminder")
    assert not due.move(MATCHES[0], 1, 900, [row])
    assert due.at(MATCHES[0]) == 100
    assert log.xlen(stream) == 0
    assert due.move(MATCHES[0], 2, 900, [row])
    assert due.at(MATCHES[0]) == 900
    assert log.xlen(stream) == 1


def test_all_logs_are_found_and_nothing_else(logs: Logs, due: Due) -> None:
    for match in MATCHES:
        write(logs, match, None)
    assert sorted(due.logs()) == sorted(MATCHES)


def test_a_silence_of_the_clock_is_one_outage_whoever_finds_it(log: Redis) -> None:
    beats = Beats(log)
    start = 1_764_400_000_000
    assert not beats.beat(start, MINUTE)
    assert not beats.beat(start + MINUTE, MINUTE)
    back = start + 10 * MINUTE
    assert [Beats(log).beat(back, MINUTE) for _ in range(3)] == [True, False, False]
    assert beats.outages(start) == [Outage(start + MINUTE, back)]
    assert beats.outages(back) == []


def test_a_clock_that_is_late_takes_no_beat_back(log: Redis) -> None:
    beats = Beats(log)
    beats.beat(10 * MINUTE, MINUTE)
    assert not beats.beat(5 * MINUTE, MINUTE)
    assert not beats.beat(10 * MINUTE + 1, MINUTE)
    assert beats.outages(0) == []
