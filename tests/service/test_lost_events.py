"""Logs that lost something are found by checkpoints and receipts, and only those."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from referee.matches.chain import Base
from referee.matches.match import Match
from referee.service.checkpoints import (
    BadReceipts,
    Keeper,
    LogsLost,
    Witness,
    find_shortfalls,
    read_receipts,
    refuse_shortfalls,
    witnesses_of,
)
from referee.service.house import House
from referee.service.loading import existing, load
from referee.store import names
from referee.store.checkpoints import Checkpoints
from referee.store.errors import StoreAway
from tests.service.playing import order_of, person_at, play_out, send, sign_up, started


class Table:
    """A match that has begun, and how it goes on."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = [sign_up(house), sign_up(house)]
        self.id = started(house, self.people).id

    @property
    def match(self) -> Match:
        return existing(load(self.house, self.id))

    def move(self, count: int = 1) -> None:
        play_out(self.house, self.id, self.people, seed=self.match.version, most=count)

    def receipt(self) -> str:
        match = self.match
        seat = match.decisions()[0].seat
        steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
        answer = send(self.house, order_of(match, seat, steps[:1]), person_at(match, seat, self.people))
        return str(answer["receipt"])

    def lose(self, log: Redis, events: int) -> None:
        for identity, _ in log.xrevrange(names.log(self.id), "+", "-", count=events):
            log.xdel(names.log(self.id), identity)


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


@pytest.fixture
def keeper(house: House, tmp_path: Path) -> Iterator[Keeper]:
    keeper = Keeper(house, Checkpoints(tmp_path / "checkpoints.jsonl"))
    yield keeper
    keeper.close()


def known(tmp_path: Path) -> dict[str, Base]:
    return dict(Checkpoints(tmp_path / "checkpoints.jsonl").known)


def test_the_first_turn_notes_every_log_and_later_ones_what_moved(
    house: House, table: Table, keeper: Keeper, tmp_path: Path
) -> None:
    other = Table(house)
    assert keeper.turn(5) == 2
    assert known(tmp_path) == {table.id: table.match.last, other.id: other.match.last}
    table.move(3)
    assert keeper.turn(0.2) == 1
    assert known(tmp_path) == {table.id: table.match.last, other.id: other.match.last}
    assert keeper.turn(0.01) == 0


def test_a_broken_subscription_costs_a_look_at_all_logs(
    log: Redis, table: Table, keeper: Keeper, tmp_path: Path
) -> None:
    keeper.turn(5)
    log.client_kill_filter(_type="pubsub")
    table.move()
    for _ in range(3):
        with contextlib.suppress(StoreAway):  # the break itself; the next turn listens anew
            keeper.turn(5)
        if known(tmp_path)[table.id] == table.match.last:
            break
    assert known(tmp_path) == {table.id: table.match.last}


def test_a_log_that_lost_its_end_is_told_with_what_it_has_and_what_is_shown(
    house: House, log: Redis, table: Table, keeper: Keeper, tmp_path: Path
) -> None:
    table.move(4)
    untouched = Table(house)
    keeper.turn(5)
    checkpoints = Checkpoints(tmp_path / "checkpoints.jsonl")
    assert find_shortfalls(house.logs, witnesses_of(checkpoints)) == []
    before = table.match.version
    table.lose(log, 2)
    with pytest.raises(LogsLost) as caught:
        refuse_shortfalls(house.logs, witnesses_of(checkpoints))
    assert f"match {table.id}: the log has {before - 2} events, a checkpoint in" in str(caught.value)
    assert f"shows {before}" in str(caught.value)
    assert untouched.id not in str(caught.value)


def test_a_log_that_is_gone_or_forked_is_told_too(house: House, log: Redis, table: Table) -> None:
    place = table.match.last
    other = Witness(table.id, Base(place.version - 1, "f" * 64), "somebody")
    forked, gone = "is not the one that somebody shows", "the log is gone, me shows"
    assert forked in str(find_shortfalls(house.logs, [other])[0])
    log.delete(names.log(table.id))
    assert gone in str(find_shortfalls(house.logs, [Witness(table.id, place, "me")])[0])


def test_of_several_witnesses_the_farthest_is_told_once(house: House, log: Redis, table: Table) -> None:
    places = [entry.base for entry in house.logs.read(table.id)]
    table.lose(log, 3)
    found = find_shortfalls(house.logs, [Witness(table.id, place, "me") for place in places])
    assert [shortfall.witness.place for shortfall in found] == [places[-1]]


def test_a_receipt_shows_what_no_checkpoint_knew(house: House, log: Redis, table: Table) -> None:
    receipt = table.receipt()
    lines = ["", receipt, json.dumps({"receipt": receipt, "version": 7})]
    witnesses = list(read_receipts(lines, "given.txt", house.referee_key))
    assert [witness.place for witness in witnesses] == [table.match.last] * 2
    assert find_shortfalls(house.logs, witnesses) == []
    table.lose(log, 1)
    assert "the receipt in line 2 of given.txt shows" in str(find_shortfalls(house.logs, witnesses)[0])


@pytest.mark.parametrize("line", ["x", "a.b.c", "{}", '{"receipt":5}', '{"receipt":"a.b.c"}', "{"])
def test_what_is_no_receipt_of_this_referee_is_named(house: House, line: str) -> None:
    with pytest.raises(BadReceipts, match=r"given\.txt: line 1 is no receipt of this referee"):
        list(read_receipts([line], "given.txt", house.referee_key))
