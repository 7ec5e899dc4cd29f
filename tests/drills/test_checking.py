"""The checker of histories finds each planted fault, and nothing in a sound history."""

import random
from dataclasses import replace
from typing import Any

import pytest

from referee.matches import orders
from referee.matches.chain import GENESIS, Entry, link
from referee.matches.match import Match
from referee.matches.record import Record
from tests.drills.checking import HistoryFault, Replay, Sent, check_history, refusal_at
from tests.matches.building import MATCH_ID, Builder, started_match

MOVES = 24


class History:
    """A match of a few moves and undos, and the log of the client that sent them one after another."""

    def __init__(self) -> None:
        self.builder: Builder = started_match()
        self.matches: list[Match] = []  # before each sending
        self.sent: list[Sent] = []
        chance = random.Random(4)
        for _ in range(MOVES):
            match = self.builder.match
            self.matches.append(match)
            seat = match.decisions()[0].seat
            targets = match.undo_targets(seat)
            if targets and chance.random() < 0.4:
                order = orders.undo_order("zooloretto", MATCH_ID, seat, match.base, chance.choice(targets))
                self.builder.undo(seat, order["to"])
            else:
                steps = [match.rules.write(step) for step in match.rules.legal_steps(match.state, seat)]
                order = move_order(match, seat, chance.choice(sorted(steps)))
                self.builder.move(seat, *order["steps"])
            self.sent.append(self.accepted(order))
        self.builder.cancel()

    def accepted(self, order: Any) -> Sent:
        last = self.builder.match.last
        place = last._asdict()
        body = {**place, "at": self.builder.match.at, "base": place, "effects": [], "receipt": "r"}
        return Sent("a client", order, last.version * 10, last.version * 10 + 5, 201, body)

    @property
    def record(self) -> Record:
        return record_of(self.builder.entries)

    def check(self, sent: list[Sent] | None = None, record: Record | None = None) -> Any:
        return check_history(self.sent if sent is None else sent, record or self.record, self.builder.seed)

    def refused(self, number: int, order: Any, problem: str, base: Any = None) -> Sent:
        """A sending that is over before the given one begins, and begins when the one before it is answered."""
        status = 409 if base else 422
        body = {"type": f"/problems/{problem}", **({"base": base} if base else {})}
        at = self.sent[number].sent
        return Sent("another client", order, at - 4, at - 2, status, body)


def move_order(match: Match, seat: int, *steps: str) -> dict[str, Any]:
    assert match.base is not None
    return orders.move_order("zooloretto", MATCH_ID, seat, match.base, steps)


def record_of(entries: list[Entry]) -> Record:
    return Record(MATCH_ID, ("x",), "receipt", tuple(entries))


def chained(texts: list[str]) -> Record:
    entries: list[Entry] = []
    head = GENESIS
    for version, text in enumerate(texts, start=1):
        head = link(head, text)
        entries.append(Entry(version, text, head))
    return record_of(entries)


@pytest.fixture(scope="module")
def history() -> History:
    return History()


def fault(history: History, sent: list[Sent], record: Record | None = None) -> str:
    with pytest.raises(HistoryFault) as caught:
        history.check(sent, record)
    return caught.value.kind


def at_the_time_of(sending: Sent, other: Sent) -> Sent:
    return replace(sending, sent=other.sent, answered=other.answered)


def test_a_sound_history_passes_and_is_counted(history: History) -> None:
    tally = history.check()
    assert (tally.sent, tally.orders, tally.accepted, tally.conflicts) == (MOVES, MOVES, MOVES, 0)
    assert any(sending.order["act"] == "undo" for sending in history.sent)


def test_repeats_and_answers_that_never_came_are_sound(history: History) -> None:
    again = [replace(sending, sent=9000, answered=9001) for sending in history.sent]
    lost = [replace(sending, answered=None, status=0, body={}) for sending in history.sent]
    tally = history.check([*lost, *again])
    assert (tally.sent, tally.orders, tally.unanswered) == (2 * MOVES, MOVES, MOVES)
    never = replace(lost[0], order={**lost[0].order, "head": "0" * 64})
    assert history.check([*history.sent, never]).unanswered == 1


def test_orders_on_the_way_at_the_same_time_may_come_in_either_order(history: History) -> None:
    history.check([replace(sending, sent=1, answered=9999) for sending in history.sent])


def test_an_order_whose_event_stands_twice_is_found(history: History) -> None:
    texts = [entry.text for entry in history.builder.entries]
    assert fault(history, history.sent, chained([*texts[:7], texts[6], *texts[7:]])) == "twice"


def test_an_accepted_order_without_an_event_is_found(history: History) -> None:
    last = history.builder.entries[-1]
    assert fault(history, history.sent, record_of([*history.builder.entries[:-2], last])) == "lost"


def test_an_event_that_nobody_sent_is_found(history: History) -> None:
    assert fault(history, history.sent[:3] + history.sent[4:]) == "invented"


@pytest.mark.parametrize("later", [1, 2, 9])
def test_an_event_that_overtook_an_answered_order_is_found(history: History, later: int) -> None:
    swapped = list(history.sent)
    swapped[5] = at_the_time_of(history.sent[5], history.sent[5 + later])
    swapped[5 + later] = at_the_time_of(history.sent[5 + later], history.sent[5])
    assert fault(history, swapped) == "time"


@pytest.mark.parametrize("member", ["version", "head", "base", "at", "effects"])
def test_an_answer_that_does_not_say_what_the_log_says_is_found(history: History, member: str) -> None:
    other = history.sent[3].body | {"effects": ["other"]}
    wrong = {**history.sent[5].body, member: other[member]}
    assert fault(history, [*history.sent, replace(history.sent[5], body=wrong)]) == "answer"


def test_a_refusal_that_was_right_when_it_was_given_is_sound(history: History) -> None:
    for number in range(1, MOVES):
        match, before = history.matches[number], history.matches[number - 1]
        assert match.base is not None
        seat = match.decisions()[0].seat
        base = match.base._asdict()
        stale = history.refused(number, move_order(before, seat, "D", "D"), "order/stale", base)
        waiting = history.refused(number, move_order(match, 3 - seat, "D"), "order/not-to-move", base)
        illegal = history.refused(number, move_order(match, seat, "D", "D"), "move/illegal")
        invalid = history.refused(number, move_order(match, seat, "nonsense"), "move/invalid")
        for refused in (stale, waiting, illegal, invalid):
            history.check([*history.sent, refused])


def test_a_refusal_with_a_wrong_reason_or_base_or_at_a_wrong_time_is_found(history: History) -> None:
    for number in range(3, MOVES):
        match, before = history.matches[number], history.matches[number - 1]
        assert match.base is not None
        assert before.base is not None
        seat = match.decisions()[0].seat
        base, old = match.base._asdict(), before.base._asdict()
        legal = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
        unplayed = [step for step in legal if [step] != history.sent[number].order.get("steps")]
        if not unplayed:
            continue
        good = move_order(match, seat, unplayed[0])
        wrong = [
            history.refused(number, good, "order/stale", base),
            history.refused(number, good, "order/stale", old),
            history.refused(number, good, "order/not-to-move", base),
            history.refused(number, good, "move/illegal"),
            history.refused(number, good, "match/over"),
            history.refused(number, move_order(before, seat, "D"), "order/stale", old),
            history.refused(number - 2, move_order(before, seat, "D", "D"), "order/stale", base),
            history.refused(number, move_order(match, 3 - seat, "D"), "order/stale", base),
        ]
        for refused in wrong:
            assert fault(history, [*history.sent, refused]) == "refusal"


def test_a_done_order_that_is_refused_afterwards_is_found(history: History) -> None:
    base = history.sent[9].body["base"]
    late = history.refused(10, history.sent[4].order, "order/stale", base)
    assert fault(history, [*history.sent, late]) == "refusal"


def test_undos_are_judged_by_a_rule_of_their_own_that_agrees_with_the_fold(history: History) -> None:
    log = Replay(history.record, history.builder.seed)
    seen = set()
    for match in history.matches:
        for seat in (1, 2):
            assert log.undo_targets(match.version, seat) == set(match.undo_targets(seat))
            seen.add(bool(match.undo_targets(seat)))
            for to in range(1, match.version + 1):
                undo = orders.undo_order("zooloretto", MATCH_ID, seat, match.base, to)
                said = refusal_at(log, match.version, undo, None)
                assert (said is None) == (to in match.undo_targets(seat))
    assert seen == {True, False}
