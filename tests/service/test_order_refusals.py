"""Every way in which an order is refused: the first problem in the order of design section 5, and nothing changed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis import Redis

from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.matches.signatures import sign_detached
from referee.service import accounts, matches
from referee.service.house import House
from referee.service.loading import existing, load
from referee.service.orders import play_order
from referee.service.reading import show_view
from referee.strict_json import canonical
from tests.service.playing import (
    NOW,
    Person,
    add_key,
    join,
    open_match,
    order_of,
    person_at,
    play_out,
    request_of,
    send,
    sign_up,
    started,
)

MakeHouse = Callable[[], House]


@dataclass
class Table:
    """A running match, its people, an order that would be played, and one that has been."""

    house: House
    match: Match
    people: list[Person]
    late_key: Ed25519PrivateKey
    revoked_key: Ed25519PrivateKey
    done: dict[str, Any] = field(default_factory=dict)

    @property
    def now(self) -> Match:
        return existing(load(self.house, self.match.id))

    @property
    def seat(self) -> int:
        return self.now.decisions()[0].seat

    @property
    def owner(self) -> Person:
        return person_at(self.now, self.seat, self.people)

    @property
    def other(self) -> Person:
        return next(person for person in self.people if person is not self.owner)

    @property
    def good(self) -> dict[str, Any]:
        steps = sorted(
            self.now.rules.write(step) for step in self.now.rules.legal_steps(self.now.state, self.seat)
        )
        return order_of(self.now, self.seat, steps[:1])


@pytest.fixture
def table(house: House) -> Table:
    people = [sign_up(house), sign_up(house)]
    revoked = Ed25519PrivateKey.generate()
    kids = [add_key(house, person, revoked) for person in people[:1]]
    match = started(house, people)
    late = Ed25519PrivateKey.generate()
    for person in people[:1]:
        add_key(house, person, late)
    accounts.revoke_key(house, people[0].id, kids[0])
    made = Table(house, match, people, late, revoked)
    first = made.good
    made.done = {"order": first, "person": made.owner}
    send(house, first, made.owner)
    return made


def refusal(
    house: House, order: dict[str, Any], key: Ed25519PrivateKey, signature: str | None = None
) -> Refused:
    with pytest.raises(Refused) as refused:
        play_order(house, order, signature or sign_detached(canonical(order), key), NOW + 5)
    return refused.value


def contents(table: Table, log: Redis) -> Any:
    view = show_view(table.house, table.match.id, table.owner.id, None)
    return {key: log.dump(key) for key in log.scan_iter()}, view.match, view.shown


# What is wrong with an order, from what is looked at first to what is looked at last (design section 5).
WRONGS = (
    "order/bad-signature",
    "key/unknown",
    "key/revoked",
    "altered",
    "match/not-found",
    "order/game",
    "seat/not-yours",
    "key/not-in-match",
    "order/stale",
    "order/not-to-move",
    "move/invalid",
    "move/illegal",
)


def wrong_order(table: Table, wrongs: set[str]) -> Refused:
    """Send an order that is wrong in all these ways at once."""
    order = dict(table.good)
    key = table.owner.key
    if "order/not-to-move" in wrongs:
        order["seat"] = 3 - order["seat"]
        key = table.other.key
    if "move/illegal" in wrongs:
        order["steps"] = ["D", "D"]  # a move ends at the first reveal
    if "move/invalid" in wrongs:
        order["steps"] = ["D", "no such step"]
    if "order/stale" in wrongs:
        order |= {"version": table.match.base.version, "head": table.match.base.head}  # type: ignore[union-attr]
    if "key/not-in-match" in wrongs or "key/revoked" in wrongs:
        # Both belong to the first who joined: make the order his, whether he owes or not.
        order["seat"] = table.match.seat_of(table.people[0].id)
        key = table.revoked_key if "key/revoked" in wrongs else table.late_key
    if "seat/not-yours" in wrongs:
        order["seat"] = 5 if "key/not-in-match" in wrongs else 3 - order["seat"]
    if "order/game" in wrongs:
        order["game"] = "aquaretto"
    if "match/not-found" in wrongs:
        order["match"] = "0" * 16
    if "key/unknown" in wrongs:
        key = Ed25519PrivateKey.generate()
    signature = sign_detached(canonical(order), key)
    if "altered" in wrongs:
        signature = sign_detached(canonical({**order, "v": 2}), key)
    if "order/bad-signature" in wrongs:
        signature = signature[:-1] + ("A" if signature[-1] != "A" else "B") + "="
    return refusal(table.house, order, table.owner.key, signature)


def expected(wrong: str) -> str:
    return "order/bad-signature" if wrong == "altered" else wrong


@pytest.mark.parametrize("wrong", WRONGS)
def test_an_order_wrong_in_one_way_is_refused_for_it_and_changes_nothing(
    table: Table, log: Redis, wrong: str
) -> None:
    """faults.md A5: version, log and view are what they were; A6: each gets its own answer, again and again."""
    before = contents(table, log)
    for _ in range(3):
        assert wrong_order(table, {wrong}).name == expected(wrong)
    assert contents(table, log) == before


@pytest.mark.parametrize("first", range(len(WRONGS) - 1))
def test_an_order_wrong_in_several_ways_gets_the_first_problem_in_the_designs_order(
    table: Table, first: int
) -> None:
    for second in range(first + 1, len(WRONGS)):
        pair = {WRONGS[first], WRONGS[second]}
        assert wrong_order(table, pair).name == expected(WRONGS[first]), pair
    assert wrong_order(table, set(WRONGS[first:])).name == expected(WRONGS[first])


@pytest.mark.parametrize("wrong", ["order/stale", "order/not-to-move"])
def test_a_conflict_says_the_base(table: Table, wrong: str) -> None:
    assert wrong_order(table, {wrong}).extra["base"] == table.now.base._asdict()  # type: ignore[union-attr]


def test_a_done_order_is_answered_before_the_state_of_the_match_is_looked_at(table: Table) -> None:
    """The stored answer comes after 403 and before everything else."""
    order, person = table.done["order"], table.done["person"]
    answer = send(table.house, order, person)
    play_out(table.house, table.match.id, table.people)
    assert send(table.house, order, person) == answer
    stranger = next(each for each in table.people if each is not person)
    assert refusal(table.house, order, stranger.key).name == "seat/not-yours"
    again = {**order, "head": "0" * 64}
    assert refusal(table.house, again, person.key).name == "match/over"


def test_a_done_order_signed_with_a_key_that_is_now_revoked_is_refused(house: House, table: Table) -> None:
    order, person = table.done["order"], table.done["person"]
    for key in accounts.list_keys(house, person.id):
        accounts.revoke_key(house, person.id, key.kid)
    assert refusal(house, order, person.key).name == "key/revoked"


@pytest.mark.parametrize(
    ("made", "name"),
    [("open", "match/not-started"), ("cancelled", "match/cancelled"), ("over", "match/over")],
)
def test_whether_the_match_runs_comes_before_the_base(house: House, made: str, name: str) -> None:
    people = [sign_up(house), sign_up(house)]
    organiser = sign_up(house)
    if made == "open":
        match = open_match(house, people[0])
        join(house, match.id, people[0])
        join(house, match.id, people[1])
    elif made == "cancelled":
        match = open_match(house, organiser)
        for person in people:
            join(house, match.id, person)
        matches.start_match(house, match.id, organiser.id, request_of(organiser.id, "start"), NOW + 2)
        matches.cancel_match(house, match.id, organiser.id, request_of(organiser.id, "cancel"), NOW + 3)
    else:
        match = started(house, people)
        play_out(house, match.id, people)
    now = existing(load(house, match.id))
    seat = now.seat_of(people[0].id) or 1
    for steps in (["D"], ["no such step"]):
        order = orders.move_order("zooloretto", match.id, seat, Base(1, "0" * 64), steps)
        assert refusal(house, order, people[0].key).name == name
        undo = orders.undo_order("zooloretto", match.id, seat, Base(1, "0" * 64), 1)
        assert refusal(house, undo, people[0].key).name == name


def test_who_has_not_joined_is_told_so_before_the_match_starts(house: House) -> None:
    people = [sign_up(house), sign_up(house)]
    match = open_match(house, people[0])
    join(house, match.id, people[0])
    order = orders.move_order("zooloretto", match.id, 1, match.last, ["D"])
    assert refusal(house, order, people[1].key).name == "seat/not-yours"
    assert refusal(house, order, people[0].key).name == "match/not-started"
    assert refusal(house, {**order, "seat": 3}, people[0].key).name == "seat/not-yours"


def test_a_private_match_is_absent_for_strangers_in_the_same_words(house: House) -> None:
    people = [sign_up(house), sign_up(house)]
    stranger = sign_up(house)
    policy = {"invited": [people[1].id]}
    match = started(house, people, visibility="private", policy=policy)
    order = order_of(match, 1, ["D"])
    hidden = refusal(house, order, stranger.key)
    absent = refusal(house, {**order, "match": "0" * 16}, stranger.key)
    assert (hidden.name, hidden.detail, hidden.extra) == (absent.name, absent.detail, absent.extra)
    assert hidden.name == "match/not-found"


def test_an_undo_across_a_reveal_or_anothers_move_is_refused_with_what_may_be_undone(
    table: Table, log: Redis
) -> None:
    """faults.md A49 and A52."""
    seen = set()
    for _ in range(60):
        now = table.now
        if now.base is None or not now.decisions():
            break
        allowed = now.undo_targets(table.seat)
        before = contents(table, log)
        for to in range(1, now.version + 2):
            if to not in allowed:
                undo = orders.undo_order("zooloretto", now.id, table.seat, now.base, to)
                refused = refusal(table.house, undo, table.owner.key)
                assert (refused.name, refused.extra["undo_to"]) == ("undo/not-allowed", list(allowed))
                seen.add(bool(allowed))
        assert contents(table, log) == before
        steps = [now.rules.write(step) for step in now.rules.legal_steps(now.state, table.seat)]
        step = next((text for text in steps if text != "D" and len(seen) < 2), steps[0])
        send(table.house, order_of(now, table.seat, [step]), table.owner)
        if len(seen) == 2:
            return
    raise AssertionError("there was no position with something to undo")


def test_a_key_revoked_is_refused_at_once_by_every_process(table: Table, new_house: MakeHouse) -> None:
    other = new_house()
    existing(load(other, table.match.id))
    kid = accounts.list_keys(table.house, table.owner.id)[0].kid
    owner, order = table.owner, table.good
    accounts.revoke_key(table.house, owner.id, kid)
    for house in (other, table.house):
        assert refusal(house, order, owner.key).name == "key/revoked"
