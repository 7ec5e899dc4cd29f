"""A player drops out at every decision of a random match: each time the match goes on to its end without him."""

import random
from collections import Counter
from typing import Any

from referee.games.engine import Game, State
from referee.matches import orders
from referee.matches.autopilot import decide_autopilot, decide_lapse, default_line, is_to_move
from referee.matches.chain import chain
from referee.matches.clock import GRACE, deadline_of
from referee.matches.fold import fold
from referee.matches.match import RUNNING, Match
from referee.matches.moves import Decided, decide_order
from referee.matches.policy import DAY
from referee.matches.record import read_record
from referee.matches.results import final_result
from referee.matches.signatures import Jws, read_detached, sign_detached
from referee.matches.verify import verify_record
from tests.matches.building import Builder, key_of, random_options, started_match, unseal

POLICY = {"clock": {"kind": "move", "per_move": DAY}, "lapses": 1}
SALT = b"s" * 16
_OF_NOTHING = read_detached(sign_detached(b"", key_of("referee")))


def drop_out_everywhere(number: int, seed: int) -> Counter[str]:
    """Play a random match, and let the seat that owes drop out at each decision of it.

    :raises AssertionError: naming the match, the decision and what does not hold.
    """
    chance = random.Random(f"{seed} {number}")
    players = 2 + number % 4
    options = random_options(players, chance)
    builder = started_match(players, number, policy=POLICY, **options)
    report: Counter[str] = Counter(matches=1)
    whole_one = chance.randrange(150)
    while builder.match.decisions():
        name = f"match {number} of seed {seed}, version {builder.match.version}"
        resigns = chance.random() < 0.3
        report += DropOut(builder.match, resigns, chance, name).play()
        if report["drop_outs"] == whole_one:
            _play_whole(builder, chance, name)
            report["records"] += 1
        builder.play_on(chance, most=1)
    return report


class DropOut:
    """One player leaves at one position.

    :param resigns: says so; else the time runs out.
    """

    def __init__(self, match: Match, resigns: bool, chance: random.Random, name: str) -> None:
        self.match = match
        self.resigns = resigns
        self.chance = chance
        self.name = name
        self.seat = match.decisions()[0].seat

    def demand(self, holds: Any, why: str) -> None:
        if not holds:
            raise AssertionError(f"{self.name}, seat {self.seat} leaves: {why}")

    def play(self) -> Counter[str]:
        """Leave, and see the match to its end; what was seen."""
        report = Counter(drop_outs=1)
        if self.resigns:
            self.resign()
        else:
            self.lapse()
        if self.match.status != RUNNING:
            self.demand(self.match.ended == "rules" or self.resigns, "the match ended for no reason")
            self.judge_result(final_result(self.match))
            return report + Counter(ended_at_once=1)
        self.demand(self.match.is_vacant(self.seat), "the seat is vacant")
        owing = [owed.seat for owed in self.match.decisions()]
        self.demand(owing and self.seat not in owing, "others are to move")
        report["steps"] = self.play_others()
        return report

    def take(self, decided: Decided) -> None:
        before = self.match
        self.match = fold(chain(before.last, decided.events, decided.secrets), before, unseal=unseal)
        self.demand(self.match.version == before.version + len(decided.events), "every event counts")

    def resign(self) -> None:
        assert self.match.base is not None
        order = orders.resign_order(self.match.rules.name, self.match.id, self.seat, self.match.base)
        self.take(decide_order(self.match, order, 1, _nobodys_signature(order), self.match.at, SALT))
        if is_to_move(self.match, self.seat, self.match.at):
            self.autopilot()

    def lapse(self) -> None:
        deadline = deadline_of(self.match, self.seat)
        assert deadline is not None
        at = deadline + GRACE
        self.take(decide_lapse(self.match, self.seat, at, _nobodys_signature, lambda: SALT))

    def autopilot(self) -> None:
        self.take(decide_autopilot(self.match, self.seat, self.match.at, _nobodys_signature, lambda: SALT))

    def play_others(self) -> int:
        """The others play at random, and the referee for who left: once as events, then by the rules alone."""
        rules, state = self.match.rules, self.match.state
        steps = 0
        while decisions := rules.decisions(state):
            seat = decisions[0].seat
            legal = rules.legal_steps(state, seat)
            self.demand(legal, f"seat {seat} owes and has nothing to do")
            if seat == self.seat:
                state = self.play_default(rules, state, legal)
            else:
                state, _ = rules.play(state, seat, self.chance.choice(legal))
            steps += 1
        self.judge_result(final_result(self.match._replace(state=state)))
        return steps

    def play_default(self, rules: Game, state: State, legal: Any) -> State:
        step = rules.default_step(state, self.seat)
        self.demand(step in legal, f"the default step {rules.write(step)} is not legal")
        line = default_line(rules, state, self.seat)
        self.demand(line[0] == rules.write(step), "the referee's move begins with the default step")
        return rules.play(state, self.seat, step)[0]

    def judge_result(self, result: dict[str, Any]) -> None:
        players = self.match.players
        self.demand(len(result["scores"]) == len(result["ranks"]) == players, "every seat has a result")
        self.demand(1 in result["ranks"], "somebody comes first")
        if self.resigns:
            self.demand(result["ranks"][self.seat - 1] == players, "who resigned comes last")


def _play_whole(builder: Builder, chance: random.Random, name: str) -> None:
    """The same with all events, signed; the record is sound."""
    again = Builder(
        players=builder.players, options=builder.options, policy=builder.policy, seed=builder.seed
    )
    again.entries, again.match = list(builder.entries), builder.match
    again.wait(2 * DAY).do_due()
    while again.match.decisions():
        again.do_due()
        if again.match.decisions():
            again.play_on(chance, most=1, line_share=0.9)
    again.score()
    verified = verify_record(read_record(again.record()))
    assert verified.attested > 0, f"{name}: nobody moved for the seat that left"


def _nobodys_signature(order: orders.Order) -> Jws:
    """Signatures are not what is looked at here, and cost more than all the rest."""
    return _OF_NOTHING
