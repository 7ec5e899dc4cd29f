"""A running match behind the door, for tests of what it answers."""

from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from referee.matches import orders
from referee.matches.match import Match
from referee.service.loading import existing, load
from tests.api.asking import Door
from tests.service.playing import Person, sign_up, started


@dataclass
class Running:
    """A match; ``people`` in order of seats, seat 1 begins, and its first step can only be ``D``."""

    door: Door
    id: str
    people: list[Person]

    def token(self, seat: int) -> str:
        return self.people[seat - 1].token

    def load(self) -> Match:
        return existing(load(self.door.house, self.id))

    def get(self, path: str, seat: int | None = 1, **query: Any) -> TestResponse:
        token = None if seat is None else self.token(seat)
        return self.door.get(f"/v1/matches/{self.id}{path}", token, **query)

    def json(self, path: str, seat: int | None = 1, **query: Any) -> Any:
        answer = self.get(path, seat, **query)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.json

    def moves(self, seat: int) -> Any:
        """The legal moves when the worker has listed them."""
        base = self.load().base
        assert base is not None
        self.door.list_moves_ahead(self.id, base.version)
        return self.json("/legal-moves", seat)

    def preview(self, seat: int, language: str = "en", **move: Any) -> Any:
        answer = self.door.ask(
            "POST",
            f"/v1/matches/{self.id}/preview",
            self.token(seat),
            {"seat": seat, **move},
            key="",
            headers={"Accept-Language": language},
        )
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.json

    def play(self, *steps: str) -> Any:
        """The seat that is to move plays; the answer of the order."""
        seat = self.load().decisions()[0].seat
        answer = self.door.play(self.id, self.people[seat - 1], *steps)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return answer.json

    def undo(self, to: int, seat: int) -> Any:
        base = self.load().base
        assert base is not None
        order = orders.undo_order("zooloretto", self.id, seat, base, to)
        answer = self.door.order(order, self.people[seat - 1].key)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return answer.json

    def play_legal(self, moves: int) -> None:
        """Some moves: of the legal steps always the last one by notation, so that trucks are taken too."""
        for _ in range(moves):
            match = self.load()
            seat = match.decisions()[0].seat
            steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
            self.play(steps[-1])


def run_match(door: Door, players: int = 2, **given: Any) -> Running:
    """A match that has just started."""
    people = [sign_up(door.house) for _ in range(players)]
    policy = {"seating": "fixed", "start": "organiser"}
    first = {"start_player": 1} if given.get("game", "zooloretto") == "zooloretto" else {}
    options = {**first, **given.pop("options", {})}
    match = started(door.house, people, options=options, policy=policy, **given)
    return Running(door, match.id, people)
