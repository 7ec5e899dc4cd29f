"""From a row of the outbox to a job that is done: relay and worker as real processes, lost bells, killed workers."""

import json
import signal
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from redis import Redis

from referee.matches.match import Match
from referee.service import accounts, matches
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store import names, outbox
from referee.store.outbox import Row
from referee.store.servers import connect_cache
from tests.running import PATIENCE, eventually
from tests.service.playing import NOW, Person, order_of, person_at, play_out, send, sign_up, started
from tests.workers.starting import Start
from workers import jobs, rules
from workers import relay as relay_module
from workers.jobs import job_id, rules_queue
from workers.relay import Relay, relay_of


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture
def people(house: House) -> list[Person]:
    return [sign_up(house), sign_up(house)]


@pytest.fixture
def relay(house: House, settings: Settings) -> Relay:
    """A relay in this process: it rings when the test says so."""
    return relay_of(house, connect_cache(settings))


def rows(house: House) -> list[Row]:
    found: list[Row] = []
    for stream in house.outbox.streams():
        page = house.outbox.pending(stream)
        while page:
            found += page
            page = house.outbox.pending(stream, after=page[-1].id)
    return found


def move(house: House, match: Match, people: list[Person]) -> Match:
    play_out(house, match.id, people, seed=match.version, most=1)
    return existing(load(house, match.id))


def run_rows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the jobs of all rows in this process."""
    monkeypatch.setattr(rules, "_house", lambda: house)
    for row in rows_of_rules(house):
        rules.run(**row._asdict())


def rows_of_rules(house: House) -> list[Row]:
    """The rows that this queue does; letters have one of their own."""
    return [row for row in rows(house) if row.kind != outbox.LETTER]


def is_listed(house: House, match: Match) -> bool:
    assert match.base is not None
    seat = match.decisions()[0].seat
    return house.cache.legal_moves(match.id, match.base.version, seat) is not None


def count(house: House, match: Match, kind: str) -> int:
    return sum(f'"type":"{kind}"' in entry.text for entry in house.logs.read(match.id))


def test_relay_and_worker_do_what_the_outbox_holds_and_take_the_rows_away(
    house: House, people: list[Person], start: Start
) -> None:
    match = move(house, started(house, people), people)
    kid = accounts.list_keys(house, people[0].id)[0].kid
    start("workers.relay")
    start("workers.main")
    eventually(lambda: is_listed(house, match), "legal moves")
    over = play_out(house, match.id, people)
    accounts.revoke_key(house, people[0].id, kid)
    eventually(lambda: not rows(house), "the rows to go")
    assert count(house, match, "MatchScored") == 1
    assert existing(load(house, match.id)).result == over.rules.result(over.state)._asdict()


def test_rows_that_were_written_while_nobody_worked_are_done_later(
    house: House, people: list[Person], start: Start
) -> None:
    match = started(house, people)
    play_out(house, match.id, people)
    assert {row.kind for row in rows(house)} == {"joined", "moved", "score", "letter"}
    start("workers.relay")
    start("workers.main")
    eventually(lambda: not rows(house), "the rows to go")
    assert count(house, match, "MatchScored") == 1


def test_a_killed_relay_is_replaced_by_the_next_without_loss(
    house: House, people: list[Person], start: Start
) -> None:
    start("workers.main")
    relay = start("workers.relay")
    match = move(house, started(house, people), people)
    eventually(lambda: is_listed(house, match), "legal moves")
    relay.kill()
    relay.wait(PATIENCE)
    match = move(house, match, people)
    assert rows(house)
    start("workers.relay")
    eventually(lambda: is_listed(house, match) and not rows(house), "legal moves by the next relay")


def test_of_several_moves_of_a_match_only_the_newest_is_rung_for(
    house: House, people: list[Person], relay: Relay, settings: Settings
) -> None:
    """Under load the outbox holds many moves of a match; the legal moves of the newest position are all that is asked."""
    match = started(house, people)
    for _ in range(3):
        match = move(house, match, people)
    relay.sweep()
    left = [row for row in rows_of_rules(house) if row.kind == outbox.MOVED]
    assert [row.version for row in left] == [match.version]
    queued = [each for each in rules_queue(connect_cache(settings)).job_ids if each.startswith("moved-")]
    assert queued == [job_id(left[0])]


def test_while_workers_are_behind_moves_wait_in_the_outbox_and_nothing_else_does(
    house: House,
    people: list[Person],
    relay: Relay,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = started(house, people)
    play_out(house, match.id, people)
    queue = rules_queue(connect_cache(settings))
    monkeypatch.setattr(relay_module, "MOST_QUEUED", -1)
    relay.turn(1)
    assert {each.partition("-")[0] for each in queue.job_ids} == {"joined", "score"}
    assert any(row.kind == outbox.MOVED for row in rows(house))
    monkeypatch.setattr(relay_module, "MOST_QUEUED", 50)
    eventually(
        lambda: (relay.turn(1) and False) or "moved" in str(queue.job_ids), "the held move is rung for"
    )


def test_what_a_worker_was_doing_when_it_was_killed_is_done_by_the_next(
    house: House,
    people: list[Person],
    start: Start,
    relay: Relay,
    settings: Settings,
    log: Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """faults.md A32: the job is started, its worker is dead, and RQ itself has not noticed yet."""
    match = move(house, started(house, people), people)
    worker = start("workers.main")
    queue = rules_queue(connect_cache(settings))
    relay.sweep()
    eventually(lambda: not rows(house), "the worker to be at work")
    match = move(house, match, people)
    row = rows(house)[0]
    log.client_pause(int(PATIENCE) * 1000, all=False)  # the worker may read, but not say that it is done
    jobs.ring(queue, row)
    eventually(
        lambda: b"started" in (queue.connection.hget(f"rq:job:{job_id(row)}", "status") or b""), "a start"
    )
    worker.kill()
    worker.wait(PATIENCE)
    log.client_unpause()
    assert relay.sweep() == 0  # it may still be at work
    start("workers.main")
    monkeypatch.setattr(jobs, "_LOST_AFTER", timedelta(0))
    assert relay.sweep() == 1
    eventually(lambda: is_listed(house, match) and not rows(house), "the next worker to do it")


def test_what_a_worker_had_taken_but_not_begun_when_it_was_killed_is_done_by_the_next(
    house: House,
    people: list[Person],
    start: Start,
    relay: Relay,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """faults.md A32: between the queue and the start a job is in no list that RQ looks after soon."""
    match = started(house, people)
    worker = start("workers.main")
    relay.sweep()
    eventually(lambda: not rows(house), "the worker to be at work")
    queue = rules_queue(connect_cache(settings))
    eventually(
        lambda: any(client["cmd"] == "blmove" for client in queue.connection.client_list()),
        "the worker to wait",
    )
    worker.send_signal(signal.SIGSTOP)
    match = move(house, match, people)
    row = rows(house)[0]
    jobs.ring(queue, row)
    assert queue.get_job_position(job_id(row)) is None  # the server has handed it to the worker
    worker.kill()
    worker.wait(PATIENCE)
    assert relay.sweep() == 0
    start("workers.main")
    monkeypatch.setattr(jobs, "_LOST_AFTER", timedelta(0))
    assert relay.sweep() == 1
    eventually(lambda: is_listed(house, match) and not rows(house), "the next worker to do it")


def test_a_bell_that_waits_is_not_rung_again(house: House, people: list[Person], relay: Relay) -> None:
    started(house, people)
    assert relay.sweep() == len(rows(house)) == 3
    assert relay.sweep() == 0


def test_a_bell_that_was_lost_with_the_volatile_server_is_rung_again(
    house: House, people: list[Person], relay: Relay, cache: Redis
) -> None:
    started(house, people)
    assert relay.sweep() == 3
    cache.flushall()
    assert relay.sweep() == 3


def test_a_job_that_failed_is_rung_again(
    house: House, people: list[Person], relay: Relay, start: Start, settings: Settings
) -> None:
    started(house, people)
    row = rows(house)[-1]
    queue = rules_queue(connect_cache(settings))
    queue.enqueue("workers.rules.no_such_job", job_id=job_id(row), unique=True)
    start("workers.main")
    eventually(lambda: job_id(row) in queue.failed_job_registry.get_job_ids(), "the failure")
    relay.sweep()
    eventually(lambda: not rows(house), "the rows to go")


def test_a_row_of_an_unknown_kind_stays_and_does_no_harm(
    house: House, people: list[Person], start: Start, log: Redis
) -> None:
    strange: list[dict[Any, Any]] = [
        {"k": "novel", "o": "somebody", "v": 3, "x": "later"},
        {"k": "novel:2", "o": "some body", "v": 4},
        {"kind": "of another form"},
    ]
    for fields in strange:
        log.xadd(names.outbox(7), fields)
    match = move(house, started(house, people), people)
    start("workers.main")
    start("workers.relay")
    eventually(lambda: is_listed(house, match), "legal moves")
    kinds = ["novel", "novel:2", "unknown"]
    eventually(lambda: [row.kind for row in rows(house)] == kinds, "all others to be done")


def test_bells_carry_ids_only_as_json(house: House, people: list[Person], relay: Relay, cache: Redis) -> None:
    """security.md C1: no pickle in the queue; nothing of a move, a name or a key in it either."""
    match = started(house, people)
    play_out(house, match.id, people, most=4)
    accounts.revoke_key(house, people[0].id, accounts.list_keys(house, people[0].id)[0].kid)
    assert relay.sweep() == 4  # of five moves the newest, two joins, a revocation
    stored = [zlib.decompress(cache.hget(key, "data")) for key in cache.scan_iter("rq:job:*")]  # type: ignore[arg-type]
    known = {row.subject for row in rows(house)} | {row.extra for row in rows(house)}
    for data in stored:
        name, instance, positional, given = json.loads(data)
        assert (name, instance, positional) == ("workers.rules.run", None, [])
        assert set(given) == set(Row._fields)
        assert {given["subject"], given["extra"]} <= known
    assert len(stored) == 4


def test_a_match_is_scored_once_however_many_workers_do_it_at_once(
    house: House, people: list[Person], settings: Settings
) -> None:
    match = play_out(house, started(house, people).id, people)
    houses = [house, *(open_house(settings) for _ in range(7))]
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda each: matches.score_match(each, match.id, NOW + 9), houses))
    assert count(house, match, "MatchScored") == 1
    assert not matches.score_match(house, started(house, people).id, NOW)


def test_every_job_may_be_done_again(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(house, people)
    play_out(house, match.id, people)
    accounts.revoke_key(house, people[1].id, accounts.list_keys(house, people[1].id)[0].kid)
    all_rows = rows_of_rules(house)
    run_rows(house, monkeypatch)
    assert rows_of_rules(house) == []
    ended = house.logs.read(match.id)
    for row in all_rows:
        rules.run(**row._asdict())
    assert house.logs.read(match.id) == ended


def test_a_move_that_was_taken_back_or_followed_needs_no_list(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults.md A17: a job looks again, and drops what is stale."""
    match = started(house, people)
    before = rows(house)[-1]
    after = move(house, match, people)
    run_rows(house, monkeypatch)
    seat = match.decisions()[0].seat
    assert house.cache.legal_moves(match.id, before.version, seat) is None
    assert is_listed(house, after)


def test_a_row_is_written_with_the_append_or_not_at_all(house: House, people: list[Person]) -> None:
    match = started(house, people)
    seat = match.decisions()[0].seat
    order, person = order_of(match, seat, ["D"]), person_at(match, seat, people)
    for _ in range(3):
        send(house, order, person)
    kinds = [(row.kind, row.version) for row in rows(house) if row.subject == match.id]
    assert kinds == [("joined", 2), ("joined", 3), ("moved", 4), ("letter", 4), ("moved", 5)]
    assert {row.kind for row in rows(house)} <= {outbox.JOINED, outbox.MOVED, outbox.LETTER}
