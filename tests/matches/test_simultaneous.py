"""Several seats asked at once: answers in any order, each on its own base, final, and told to nobody before the last."""

import itertools
import json
import random
from typing import Any

import pytest

from referee.matches import orders
from referee.matches.fold import fold
from referee.matches.match import Match
from referee.matches.moves import decide_order
from referee.matches.record import read_record
from referee.matches.refusals import Refused
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.matches.verify import verify_record
from referee.strict_json import canonical, read
from tests.matches.building import MATCH_ID, Builder, started_match, unseal


def asked(players: int = 3, seed: int = 1) -> Builder:
    """A match in which every seat is to choose a side, secretly."""
    return started_match(players, seed, game="sanssouci", expansion=True)


def owing(match: Match) -> list[int]:
    return [decision.seat for decision in match.decisions()]


def order_on(builder: Builder, seat: int, base: Any, *steps: str) -> Any:
    order = orders.move_order("sanssouci", MATCH_ID, seat, base, list(steps))
    jws = read_detached(sign_detached(canonical(order), builder.key_at(seat)))
    return decide_order(builder.match, order, 1, jws, builder.match.at + 1, b"s" * 16)


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_answers_are_taken_in_any_order_of_arrival(order: tuple[int, ...]) -> None:
    """faults.md A4: simultaneous players commute; both are accepted on the base on which they were asked."""
    builder = asked()
    assert owing(builder.match) == [1, 2, 3]
    base = builder.match.base
    for answered, seat in enumerate(order, start=1):
        assert builder.match.base_of(seat) == base
        assert base is not None
        builder.take(order_on(builder, seat, base, "SIDE A" if seat == 2 else "SIDE B"))
        assert owing(builder.match) == sorted(order[answered:]) or answered == 3
    assert builder.match.rules.facts(builder.match.state)["sides"] == ["B", "A", "B"]
    assert {builder.match.base_of(seat) for seat in (None, 1, 2, 3)} == {builder.match.last}


def test_each_seat_has_the_base_of_its_own_answer_until_all_have_answered() -> None:
    builder = asked()
    base = builder.match.base
    builder.move(2, "SIDE A")
    own = builder.match.last
    assert [builder.match.base_of(seat) for seat in (1, 2, 3, None)] == [base, own, base, base]
    builder.move(1, "SIDE B")
    assert builder.match.base_of(2) == own
    assert builder.match.base_of(1) == builder.match.last
    assert builder.match.base_of(3) == base


def test_an_answer_is_final() -> None:
    builder = asked()
    builder.move(1, "SIDE A")
    assert builder.match.undo_targets(1) == ()
    with pytest.raises(Refused, match="order/not-to-move"):
        builder.move(1, "SIDE B")
    builder.move(2, "SIDE B").move(3, "SIDE B")
    assert [builder.match.undo_targets(seat) for seat in (1, 2, 3)] == [(), (), ()]


def test_the_log_says_only_that_a_choice_was_made_and_seals_which() -> None:
    builder = asked()
    builder.move(2, "SIDE A")
    entry = builder.entries[-1]
    data = read(entry.text)["data"]
    assert data["steps"] == ["SIDE ?"]
    assert "signature" not in data
    assert "SIDE A" not in entry.text
    assert json.loads(entry.sealed or "")["secret"]["steps"] == ["SIDE A"]
    rules, state = builder.match.rules, builder.match.state
    views = {viewer: json.dumps(rules.view(state, viewer)) for viewer in (None, 1, 3)}
    flipped = asked()
    flipped.move(2, "SIDE B")
    for viewer, shown in views.items():
        assert json.dumps(rules.view(flipped.match.state, viewer)) == shown


def test_an_answer_to_a_question_that_is_closed_is_stale() -> None:
    builder = asked(2)
    base = builder.match.base
    builder.move(1, "SIDE A").move(2, "SIDE A")
    with pytest.raises(Refused, match="order/stale") as refused:
        order_on(builder, 1, base, "SIDE A")
    assert refused.value.extra["base"] == builder.match.last._asdict()


def test_a_snapshot_in_the_midst_of_the_question_goes_on_as_the_log_does() -> None:
    builder = asked()
    builder.move(3, "SIDE A")
    written = json.loads(json.dumps(write_snapshot(builder.match)))
    found = read_snapshot(written, builder.seed)
    assert found is not None
    builder.move(1, "SIDE B").move(2, "SIDE B")
    rest = builder.entries[-2:]
    assert fold(rest, found, unseal=unseal)._replace(line=None) == builder.match._replace(line=None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_record_of_a_match_with_secret_choices_verifies(players: int) -> None:
    builder = asked(players, seed=players)
    builder.play_on(random.Random(players), line_share=0.5).score()
    assert verify_record(read_record(builder.record())).match.scored
