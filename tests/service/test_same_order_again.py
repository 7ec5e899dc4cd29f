"""The same order, however often and wherever it comes, is played once and answered alike."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import orders
from referee.matches.chain import Base
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.matches.snapshot import write_snapshot
from referee.service import accounts, matches
from referee.service.appending import Request
from referee.service.house import House
from referee.service.loading import existing, load
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
    started,
)

MakeHouse = Callable[[], House]


def first_order(match: Match, people: list[Person]) -> tuple[dict[str, Any], Person]:
    seat = match.decisions()[0].seat
    steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
    return order_of(match, seat, steps[:1]), person_at(match, seat, people)


@pytest.fixture
def match(house: House, people: list[Person]) -> Match:
    return started(house, people)


def test_a_done_order_gets_its_answer_again_and_nothing_is_added(
    house: House, match: Match, people: list[Person]
) -> None:
    """faults.md A9: after a lost answer the same order gives the stored one."""
    order, person = first_order(match, people)
    answers = {canonical(send(house, order, person, at)) for at in (NOW + 3, NOW + 3, NOW + 90_000)}
    assert len(answers) == 1
    assert house.logs.tails([match.id])[0].version == match.version + 1


def test_a_done_order_gets_its_answer_again_after_the_match_is_over_and_from_a_cold_start(
    house: House, new_house: MakeHouse, match: Match, people: list[Person]
) -> None:
    order, person = first_order(match, people)
    first = send(house, order, person)
    play_out(house, match.id, people)
    matches.score_match(house, match.id, NOW + 9)
    for at_work in (house, new_house()):
        assert canonical(send(at_work, order, person, NOW + 99)) == canonical(first)


def test_an_answer_is_the_same_from_a_snapshot_that_was_taken_at_its_own_version(
    house: House, new_house: MakeHouse, match: Match, people: list[Person]
) -> None:
    """The snapshot holds positions, not what happened: the effects must not get lost with it."""
    chance = random.Random(5)
    with_effects = 0
    for _ in range(60):
        current = existing(load(house, match.id))
        seat = current.decisions()[0].seat
        steps = sorted(current.rules.write(step) for step in current.rules.legal_steps(current.state, seat))
        order, person = order_of(current, seat, [chance.choice(steps)]), person_at(current, seat, people)
        answer = send(house, order, person)
        with_effects += bool(answer["effects"])
        house.cache.keep_snapshot(match.id, write_snapshot(existing(load(house, match.id))))
        assert canonical(send(new_house(), order, person)) == canonical(answer)
    assert with_effects > 10


def last_of(match: Match, people: list[Person]) -> tuple[dict[str, Any], Person]:
    seat = match.decisions()[0].seat
    steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
    return order_of(match, seat, steps[-1:]), person_at(match, seat, people)


def test_the_same_order_in_parallel_from_two_processes_is_one_event_with_one_answer(
    house: House, new_house: MakeHouse, match: Match, people: list[Person]
) -> None:
    houses = [house, new_house()]
    for _ in range(10):
        current = existing(load(house, match.id))
        order, person = last_of(current, people)
        with ThreadPoolExecutor(8) as pool:
            given = pool.map(lambda n: canonical(send(houses[n % 2], order, person, NOW + n)), range(16))  # noqa: B023
        assert len(set(given)) == 1
        assert house.logs.tails([match.id])[0].version == current.version + 1


def test_the_same_undo_twice_is_one_event_and_signed_anew_at_the_old_base_it_is_stale(
    house: House, match: Match, people: list[Person]
) -> None:
    """faults.md A1."""
    current, seat, person = until_an_undo(house, match, people)
    assert current.base is not None
    undo = orders.undo_order("zooloretto", match.id, seat, current.base, current.undo_targets(seat)[-1])
    first = send(house, undo, person)
    assert canonical(send(house, undo, person)) == canonical(first)
    assert house.logs.tails([match.id])[0].version == current.version + 1
    others = [to for to in current.undo_targets(seat) if to != undo["to"]]
    anew = orders.undo_order("zooloretto", match.id, seat, current.base, others[0] if others else 1)
    with pytest.raises(Refused) as refused:
        send(house, anew, person)
    assert refused.value.name == "order/stale"
    assert refused.value.extra["base"] == {"version": first["version"], "head": first["head"]}


def until_an_undo(house: House, match: Match, people: list[Person]) -> tuple[Match, int, Person]:
    """Play until somebody may take a move back."""
    for number in range(200):
        current = existing(load(house, match.id))
        for seat in range(1, current.players + 1):
            if current.undo_targets(seat):
                return current, seat, person_at(current, seat, people)
        seat = current.decisions()[0].seat
        steps = sorted(current.rules.write(step) for step in current.rules.legal_steps(current.state, seat))
        step = next((text for text in steps if text != "D" and number % 2), steps[0])
        send(house, order_of(current, seat, [step]), person_at(current, seat, people))
    raise AssertionError("nobody could ever take a move back")


def test_an_order_on_another_base_is_another_order(house: House, match: Match, people: list[Person]) -> None:
    """faults.md A10: a board opened elsewhere is stale, whatever the version alone says."""
    order, person = first_order(match, people)
    assert match.base is not None
    for base in (
        Base(match.base.version, "0" * 64),
        Base(match.base.version - 1, match.base.head),
        Base(match.base.version + 1, match.base.head),
    ):
        with pytest.raises(Refused) as refused:
            send(house, {**order, **base._asdict()}, person)
        assert refused.value.name == "order/stale"
        assert refused.value.extra["base"] == match.base._asdict()


def test_a_request_again_gives_what_it_made_and_with_another_body_a_mismatch(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    request = request_of(people[0].id, "POST /v1/matches ", {"players": 2})
    other = Request(people[0].id, request.route, request.key, {"players": 3})

    def open_two(at_work: House, asked: Request) -> Match:
        return matches.open_match(
            at_work, people[0].id, "zooloretto", 2, {}, {}, "public", asked, NOW + len(asked.key)
        )

    made = open_two(house, request)
    for at_work in (house, new_house()):
        assert open_two(at_work, request) == made
        with pytest.raises(Refused, match="idempotency/mismatch"):
            open_two(at_work, other)
    assert house.logs.tails([made.id])[0].version == 1


def test_parallel_repeats_of_one_opening_are_one_match_with_one_seed(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    request = request_of(people[0].id, "matches")
    houses = [house, new_house()]

    def open_it(number: int) -> Match:
        chosen = houses[number % 2]
        return matches.open_match(
            chosen, people[0].id, "zooloretto", 2, {}, {}, "public", request, NOW + number
        )

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(open_it, range(16)))
    assert len({(match.id, match.commitment, match.last, match.opened_at) for match in made}) == 1


def test_another_players_request_under_the_same_key_is_another_request(
    house: House, people: list[Person]
) -> None:
    """security.md C2: another user's key is independent."""
    key = "the same key for both"
    made = [
        matches.open_match(
            house,
            person.id,
            "zooloretto",
            2,
            {},
            {},
            "public",
            request_of(person.id, "matches", key=key),
            NOW,
        )
        for person in people
    ]
    assert made[0].id != made[1].id
    assert [match.organiser for match in made] == [person.id for person in people]


def test_what_a_repeat_of_a_join_gives_is_the_match_right_after_the_join(
    house: House, people: list[Person]
) -> None:
    match = open_match(house, people[0])
    request = request_of(people[0].id, "seats")
    first = matches.join_match(house, match.id, people[0].id, "", request, NOW + 1)
    join(house, match.id, people[1])
    assert matches.join_match(house, match.id, people[0].id, "", request, NOW + 5) == first


def test_a_repeat_of_the_join_that_started_the_match_gives_the_started_match(
    house: House, people: list[Person]
) -> None:
    match = open_match(house, people[0], policy={"start": "full"})
    requests = [request_of(person.id, "seats") for person in people]
    answers = [
        [matches.join_match(house, match.id, person.id, "", request, NOW + 1) for _ in range(2)]
        for person, request in zip(people, requests, strict=True)
    ]
    assert [[(each.version, each.status) for each in pair] for pair in answers] == [
        [(2, "open")] * 2,
        [(4, "running")] * 2,
    ]
    again = matches.join_match(house, match.id, people[0].id, "", requests[0], NOW + 1)
    assert (again.version, again.status) == (2, "open")


def test_signing_up_again_under_the_same_key_is_the_same_player_with_the_same_token(house: House) -> None:
    request = request_of(None, "players", {"name": "Ana"})
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: accounts.sign_up(house, "Ana", "person", request), range(8)))
    assert len({(each.player, each.token) for each in made}) == 1
    with pytest.raises(Refused, match="player/name-taken"):
        accounts.sign_up(house, "Ana", "person", request_of(None, "players", {"name": "Ana"}))


def test_two_who_want_one_name_at_once_are_one_who_has_it(house: House, new_house: MakeHouse) -> None:
    houses = [house, new_house()]

    def take(number: int) -> str:
        try:
            request = request_of(None, "players", {"name": "Bea"})
            return accounts.sign_up(houses[number % 2], "Bea", "person", request).player.id
        except Refused as refused:
            return refused.name

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(take, range(12)))
    assert found.count("player/name-taken") == 11


def test_one_key_registered_by_two_players_at_once_belongs_to_one(house: House, people: list[Person]) -> None:
    key = Ed25519PrivateKey.generate()

    def register(number: int) -> str:
        try:
            return add_key(house, people[number % 2], key)
        except Refused as refused:
            return refused.name

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(register, range(8)))
    assert found.count("key/in-use") == 7


def test_a_token_request_again_gives_the_same_token(house: House, people: list[Person]) -> None:
    viewer = accounts.find_viewer(house, people[0].token)
    request = request_of(people[0].id, "tokens", {"scopes": ["read"]})
    made = {accounts.make_token(house, viewer, ["read"], request)[0] for _ in range(3)}
    assert len(made) == 1
    other = Request(people[0].id, "tokens", request.key, {"scopes": ["play"]})
    with pytest.raises(Refused, match="idempotency/mismatch"):
        accounts.make_token(house, viewer, ["play"], other)


def test_keys_registered_at_once_are_no_more_than_a_player_may_have(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    houses = [house, new_house()]

    def register(number: int) -> str:
        try:
            return add_key(houses[number % 2], people[0], Ed25519PrivateKey.generate())
        except Refused as refused:
            return refused.name

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(register, range(16)))
    assert found.count("key/too-many") == 16 - (matches.MOST_KEYS - 1)
    first = next(kid for kid in found if kid != "key/too-many")
    accounts.revoke_key(house, people[0].id, first)
    assert len(add_key(house, people[0], Ed25519PrivateKey.generate())) == 43
    assert register(1) == "key/too-many"


def test_an_order_for_a_position_that_was_taken_back_is_stale_though_the_position_is_the_same_again(
    house: House, match: Match, people: list[Person]
) -> None:
    """faults.md A11: an order binds the place in the log, not the look of the board."""
    current, seat, person = until_an_undo(house, match, people)
    assert current.base is not None
    to = current.undo_targets(seat)[-1]
    send(house, orders.undo_order("zooloretto", match.id, seat, current.base, to), person)
    back = existing(load(house, match.id))
    earlier = next(position for position in back.segment if position.base.version == to)
    assert back.state == earlier.state
    steps = sorted(back.rules.write(step) for step in back.rules.legal_steps(back.state, seat))
    for base in (earlier.base, current.base):
        with pytest.raises(Refused) as refused:
            send(house, order_of(back, seat, steps[-1:], base), person)
        assert refused.value.name == "order/stale"
    assert send(house, order_of(back, seat, steps[-1:]), person)["version"] == back.version + 1
