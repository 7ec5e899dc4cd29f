"""Clocks where several seats answer at once, and where one plays alone: a small game of our own has both."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from referee.games import registry
from referee.games.engine import Decision, Effect, IllegalStep, InvalidStep, Result, Viewer
from referee.matches.autopilot import decide_due
from referee.matches.clock import Autopilot, deadline_of, due_work, remaining
from referee.matches.policy import DAY, HOUR
from referee.matches.verify import Verified
from tests.matches.absences import BANK, GRACE, timed_match
from tests.matches.building import Builder
from tests.matches.mending import verdict


class Answers(NamedTuple):
    """Whose answer to the question of this round is in; ``first`` is asked by himself in each round."""

    players: int
    round: int = 1
    asked_alone: bool = True
    given: frozenset[int] = frozenset()


class Questions:
    """In each of three rounds seat 1 answers first, then all at once. The only step is ``A``."""

    name = "zooloretto"
    rules_version = 1
    rules_versions = frozenset({1})
    breakdown_keys = frozenset({"total"})
    LAST = 3

    def check_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        return {}

    def deal(self, players: int, *_: Any) -> int:
        return players

    def start(self, setup: int) -> Answers:
        return Answers(setup)

    def decisions(self, state: Answers) -> tuple[Decision, ...]:
        if state.round > self.LAST:
            return ()
        seats = (1,) if state.asked_alone else range(1, state.players + 1)
        return tuple(Decision("ANSWER", seat) for seat in seats if seat not in state.given)

    def turn(self, state: Answers) -> int:
        return state.round

    def play(self, state: Answers, seat: int, step: str) -> tuple[Answers, tuple[Effect, ...]]:
        if seat not in {owed.seat for owed in self.decisions(state)}:
            raise IllegalStep("not-asked", "Nobody asked this seat.")
        if state.asked_alone:
            return state._replace(asked_alone=False), ()
        given = state.given | {seat}
        if len(given) < state.players:
            return state._replace(given=given), ()
        return Answers(state.players, state.round + 1), ()

    def reveals(self, state: Answers, seat: int, step: str) -> bool:
        return False

    def tell(self, seat: int, step: str, effects: Sequence[Effect], viewer: Viewer) -> tuple[str, Any]:
        return step, tuple(effects)

    def legal_steps(self, state: Answers, seat: int) -> list[str]:
        return ["A"]

    def default_step(self, state: Answers, seat: int) -> str:
        return "A"

    def result(self, state: Answers) -> Result:
        return Result([0] * state.players, [1] * state.players, [{"total": 0}] * state.players)

    def facts(self, state: Answers) -> dict[str, Any]:
        return {"round": state.round, "given": sorted(state.given), "alone": state.asked_alone}

    def read(self, text: str, state: Answers, seat: int) -> str:
        if text != "A":
            raise InvalidStep("the only step is A")
        return text

    def write(self, step: str) -> str:
        return step


@pytest.fixture(autouse=True)
def questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "zooloretto", Questions())  # type: ignore[arg-type]


def owing(builder: Builder) -> list[int]:
    return [owed.seat for owed in builder.match.decisions()]


def test_all_clocks_of_a_question_to_all_run_at_once() -> None:
    builder = timed_match(3, clock=BANK)
    builder.move(1, "A")
    asked = builder.match.at
    assert owing(builder) == [1, 2, 3]
    assert [deadline_of(builder.match, seat) for seat in (2, 3)] == [asked + 10 * HOUR] * 2
    builder.wait(2 * HOUR).move(2, "A")
    assert owing(builder) == [1, 3]
    assert deadline_of(builder.match, 2) is None
    assert remaining(builder.match, 2, builder.match.at) == 9 * HOUR
    assert deadline_of(builder.match, 3) == asked + 10 * HOUR
    builder.wait(HOUR).move(3, "A")
    assert remaining(builder.match, 3, builder.match.at) == 8 * HOUR


def test_who_is_asked_again_at_once_is_in_the_same_stint() -> None:
    builder = timed_match(3)
    before = deadline_of(builder.match, 1)
    builder.wait(HOUR).move(1, "A")
    assert deadline_of(builder.match, 1) == before
    builder.move(2, "A")
    assert deadline_of(builder.match, 1) == before


def test_several_overdue_seats_lapse_one_after_the_other() -> None:
    builder = timed_match(3, lapses=1)
    builder.move(1, "A").wait(DAY + GRACE)
    assert [work.seat for work in due_work(builder.match, builder.now)] == [1, 2, 3]  # type: ignore[union-attr]
    builder.do_due()
    assert builder.match.is_suspended
    assert [builder.match.is_vacant(seat) for seat in (1, 2, 3)] == [True] * 3


def test_who_answered_in_time_is_not_hurt_by_who_did_not() -> None:
    builder = timed_match(3)
    builder.move(1, "A").move(1, "A").wait(DAY + GRACE).do_due()
    assert [sitting.lapses for sitting in builder.match.sittings] == [0, 1, 1]
    assert owing(builder) == [1]
    assert deadline_of(builder.match, 1) == builder.match.at + DAY
    while builder.match.decisions():
        builder.move(owing(builder)[0], "A")
    assert isinstance(verdict(builder.score().record()), Verified)


def test_alone_each_turn_is_a_stint() -> None:
    """Else a player would have one time from the start to the end, and would lapse in the midst of his match."""
    builder = timed_match(1, clock=BANK)
    before = deadline_of(builder.match, 1)
    builder.wait(HOUR).move(1, "A")
    assert deadline_of(builder.match, 1) == before
    builder.move(1, "A")
    assert owing(builder) == [1]
    used = builder.match.at - (builder.match.started_at or 0)
    assert remaining(builder.match, 1, builder.match.at) == 11 * HOUR - used
    builder.wait(20 * HOUR).do_due()
    assert builder.match.sittings[0].lapses == 1
    assert builder.match.rules.turn(builder.match.state) == 3
    assert not builder.match.clocks[0].has_lapsed
    builder.move(1, "A").move(1, "A")
    assert builder.match.ended == "rules"
    assert isinstance(verdict(builder.score().record()), Verified)


def test_a_player_alone_who_resigns_has_ended_his_match() -> None:
    builder = timed_match(1).resign(1)
    assert builder.match.ended == "resigned"
    assert isinstance(verdict(builder.score().record()), Verified)


def test_a_stint_too_long_for_one_append_is_played_on_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.matches.autopilot.MOST_MOVES", 1)
    monkeypatch.setattr("referee.matches.autopilot.MOST_STEPS", 1)
    builder = timed_match(2)
    builder.wait(DAY + GRACE)
    (work,) = due_work(builder.match, builder.now)
    builder.take(decide_due(builder.match, work, builder.now, builder.sign, lambda: b"s" * 16))
    assert builder.match.clocks[0].has_lapsed
    assert due_work(builder.match, builder.now) == [Autopilot(1, builder.now)]
    builder.do_due()
    assert owing(builder) == [2]
    assert builder.match.sittings[0].lapses == 1
