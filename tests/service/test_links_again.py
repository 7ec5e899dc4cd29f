"""What comes by a link again, at once, or from another process is done once; and links and keys do not mix up."""

import random
from ast import literal_eval
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from referee.matches.links import Purpose
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service import accounts, matches
from referee.service.house import House
from referee.service.links import act_by_link, open_link, read_link, turn_link
from referee.service.loading import existing, load
from referee.strict_json import canonical
from tests.service.playing import NOW, Person, order_of, person_at, play_out, send, started


@pytest.fixture
def match(house: House, people: list[Person]) -> Match:
    return started(house, people)


def owing(match: Match) -> int:
    return match.decisions()[0].seat


def test_the_same_act_gets_the_same_answer_from_another_process_and_after_the_end(
    house: House, new_house: Callable[[], House], match: Match, people: list[Person]
) -> None:
    """faults.md B8: however late the second click comes."""
    link = turn_link(house, match, owing(match))
    first = canonical(act_by_link(house, link, "move", NOW + 3, steps=["D"]))
    play_out(house, match.id, people)
    matches.score_match(house, match.id, NOW + 9)
    for at_work in (house, new_house()):
        assert canonical(act_by_link(at_work, link, "move", NOW + 99, steps=["D"])) == first
        assert open_link(at_work, link).state == "over"


def test_a_link_works_in_every_process(house: House, new_house: Callable[[], House], match: Match) -> None:
    link = turn_link(house, match, owing(match))
    other = new_house()
    assert turn_link(other, existing(load(other, match.id)), owing(match)) == link
    act_by_link(other, link, "move", NOW, steps=["D"])
    assert open_link(house, link).state == "stale"


def outcome(act: Callable[[], Any]) -> str:
    """The answer as text, or the name of the refusal."""
    try:
        return canonical(act()).decode()
    except Refused as refused:
        return refused.name


def test_a_signed_order_and_a_link_on_one_position_are_one_move(
    house: House, new_house: Callable[[], House], match: Match, people: list[Person]
) -> None:
    """faults.md A10: the second device has an old board, whichever way it moves."""
    houses = [house, new_house()]
    for _ in range(6):
        current = existing(load(house, match.id))
        seat = owing(current)
        step = min(current.rules.write(step) for step in current.rules.legal_steps(current.state, seat))
        person = person_at(current, seat, people)
        ways: list[Callable[[], Any]] = [
            partial(act_by_link, houses[0], turn_link(house, current, seat), "move", NOW, steps=[step]),
            partial(send, houses[1], order_of(current, seat, [step]), person),
        ]
        with ThreadPoolExecutor(8) as pool:
            outcomes = set(pool.map(outcome, ways * 4))
        assert len(outcomes) == 2
        assert "order/stale" in outcomes
        assert house.logs.tails([match.id])[0].version == current.version + 1


def test_a_revoked_key_does_not_close_the_links_of_its_player(
    house: House, match: Match, people: list[Person]
) -> None:
    seat = owing(match)
    person = person_at(match, seat, people)
    (key,) = accounts.list_keys(house, person.id)
    accounts.revoke_key(house, person.id, key.kid)
    link = turn_link(house, match, seat)
    accounts.spread_revocation(house, person.id, key.kid, NOW)
    assert open_link(house, link).state == "current"
    assert act_by_link(house, link, "move", NOW, steps=["D"])["version"] == match.version + 2


def test_time_never_runs_backwards_by_a_link(house: House, match: Match) -> None:
    link = turn_link(house, match, owing(match))
    assert act_by_link(house, link, "move", NOW - 90_000, steps=["D"])["at"] == match.at


@pytest.mark.parametrize("seed", range(4))
def test_whatever_link_comes_in_whatever_order_only_that_of_the_position_acts(
    house: House, people: list[Person], seed: int
) -> None:
    """faults.md A3, A11: links of all positions and both seats, moves, undos, signed orders, repeats."""
    chance = random.Random(seed)
    match = started(house, people)
    made: list[str] = []
    done: dict[tuple[Any, ...], bytes] = {}
    for _ in range(120):
        current = existing(load(house, match.id))
        if not current.decisions():
            break
        made += [turn_link(house, current, seat) for seat in (1, 2)]
        link = chance.choice(made[-2:] if chance.random() < 0.6 else made)
        token = read_link(house, link, Purpose.TURN)
        steps = sorted(
            current.rules.write(step) for step in current.rules.legal_steps(current.state, owing(current))
        )
        targets = current.undo_targets(token.seat)
        if targets and chance.random() < 0.3:
            act, what = "undo", {"to": chance.choice(targets)}
        else:
            act, what = "move", {"steps": (chance.choice(steps),)}
        asked = (link, act, str(what))
        answer = outcome(partial(act_by_link, house, link, act, NOW, **what)).encode()
        after = existing(load(house, match.id))
        if asked in done:
            assert (answer, after.version) == (done[asked], current.version)
        elif answer.startswith(b"{"):
            done[asked] = answer
            assert current.base is not None
            assert token.base == current.base.version
            assert act == "undo" or token.seat == owing(current)
            assert after.version - current.version == (2 if after.ended else 1)
        else:
            assert after == current
            assert answer in (b"order/stale", b"order/not-to-move")
    assert len(done) > 20
    for (link, act, what), answer in done.items():
        again = partial(act_by_link, house, link, act, NOW + 9, **literal_eval(what))
        assert outcome(again).encode() == answer
