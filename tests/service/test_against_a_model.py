"""Random acts of several players through several processes, held against a small model of what must happen."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from redis import Redis

from referee.matches.refusals import Refused
from referee.matches.signatures import thumbprint, x_of
from referee.service import accounts, matches
from referee.service.appending import Request
from referee.service.house import House
from referee.service.loading import existing, load
from referee.strict_json import canonical
from tests.service.playing import NOW, Person, order_of, person_at, request_of, send, sign_up
from workers import rules

_ACTS = 70
MakeHouse = Callable[[], House]


@dataclass
class Model:
    """What a match is, as far as opening, joining, leaving, starting and cancelling go."""

    organiser: str
    players: int
    start: str
    invited: list[str]
    visibility: str
    status: str = "open"
    seated: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=lambda: ["MatchOpened"])

    def may_see(self, player: str) -> bool:
        return self.visibility != "private" or player in [self.organiser, *self.invited, *self.seated]

    def gone(self) -> str | None:
        return {"cancelled": "match/cancelled", "over": "match/over"}.get(self.status)

    def not_open(self) -> str | None:
        return self.gone() or ("match/already-started" if self.status == "running" else None)

    def join(self, player: str, has_keys: bool) -> str | None:
        if not self.may_see(player):
            return "match/not-found"
        if why := self.not_open():
            return why
        if player in self.seated:
            return "match/already-seated"
        if self.invited and player not in [self.organiser, *self.invited]:
            return "match/not-invited"
        if len(self.seated) == self.players:
            return "match/full"
        if not has_keys:
            return "key/none"
        self.seated.append(player)
        self.log.append("SeatTaken")
        if self.start == "full" and len(self.seated) == self.players:
            self.begin()
        return None

    def leave(self, player: str) -> str | None:
        if not self.may_see(player):
            return "match/not-found"
        if player not in self.seated:
            return None
        if why := self.not_open():
            return why
        self.seated.remove(player)
        self.log.append("SeatLeft")
        return None

    def begin(self) -> None:
        self.status = "running"
        self.log.append("MatchStarted")

    def start_it(self, player: str) -> str | None:
        if not self.may_see(player):
            return "match/not-found"
        if player != self.organiser:
            return "match/not-organiser"
        if why := self.not_open():
            return why
        if len(self.seated) < self.players:
            return "match/not-full"
        self.begin()
        return None

    def cancel(self, player: str) -> str | None:
        if not self.may_see(player):
            return "match/not-found"
        if player != self.organiser:
            return "match/not-organiser"
        if why := self.gone():
            return why
        if self.status == "running" and player in self.seated:
            return "match/organiser-plays"
        self.status = "cancelled"
        self.log.append("MatchCancelled")
        return None


class World:
    """Players, matches and their models; every act goes through one of two processes, or a third with no memory."""

    def __init__(self, new_house: MakeHouse, cache: Redis, chance: random.Random) -> None:
        self._new_house = new_house
        self._houses = [new_house(), new_house()]
        self._cache = cache
        self._chance = chance
        self.people = [sign_up(self.house) for _ in range(4)]
        self.with_keys = {person.id for person in self.people}
        self.models: dict[str, Model] = {}
        self.done: list[
            tuple[Callable[[House], Any], Any]
        ] = []  # what was accepted, and the answer: for repeats

    @property
    def house(self) -> House:
        return self._chance.choice([*self._houses, *self._houses, self._new_house()])

    def person(self) -> Person:
        return self._chance.choice(self.people)

    def any_match(self) -> str | None:
        return self._chance.choice(list(self.models)) if self.models else None

    def act(self) -> None:
        acts = [
            self.open,
            self.join,
            self.join,
            self.join,
            self.leave,
            self.start,
            self.cancel,
            self.play,
            self.play,
        ]
        acts += [self.play, self.repeat, self.revoke, self.forget]
        self._chance.choice(acts)()

    def open(self) -> None:
        if len(self.models) > 3:
            return
        chance, person = self._chance, self.person()
        invited = [each.id for each in chance.sample(self.people, 2)] if chance.random() < 0.3 else []
        model = Model(
            person.id, 2, chance.choice(["organiser", "full"]), invited, chance.choice(["public", "private"])
        )
        request = request_of(person.id, "matches")
        policy = {"start": model.start, "invited": invited}

        def open_it(house: House) -> Any:
            return matches.open_match(
                house, person.id, "zooloretto", 2, {}, policy, model.visibility, request, NOW
            ).last

        made = self.accepted(open_it)
        entry = self.house.logs.read(self.opened_id(request))[0]
        assert made == entry.base
        self.models[self.opened_id(request)] = model

    def opened_id(self, request: Request) -> str:
        return self.house.identity("match", request.id)

    def join(self) -> None:
        match, person = self.any_match(), self.person()
        if match is None:
            return
        request = request_of(person.id, "seats")
        expected = self.models[match].join(person.id, person.id in self.with_keys)
        self.judge(
            expected, lambda house: matches.join_match(house, match, person.id, "", request, NOW + 1).last
        )

    def leave(self) -> None:
        match, person = self.any_match(), self.person()
        if match is not None:
            expected = self.models[match].leave(person.id)
            self.judge(
                expected, lambda house: matches.leave_match(house, match, person.id, NOW + 2), again=False
            )

    def start(self) -> None:
        match, person = self.any_match(), self.person()
        if match is None:
            return
        request = request_of(person.id, "start")
        expected = self.models[match].start_it(person.id)
        self.judge(
            expected, lambda house: matches.start_match(house, match, person.id, request, NOW + 2).last
        )

    def cancel(self) -> None:
        match, person = self.any_match(), self.person()
        if match is None or self._chance.random() < 0.6:
            return
        request = request_of(person.id, "cancel")
        expected = self.models[match].cancel(person.id)
        self.judge(
            expected, lambda house: matches.cancel_match(house, match, person.id, request, NOW + 3).last
        )

    def play(self) -> None:
        running = [match for match, model in self.models.items() if model.status == "running"]
        if not running:
            return
        match = self._chance.choice(running)
        now = existing(load(self.house, match))
        seat = now.decisions()[0].seat
        steps = sorted(now.rules.write(step) for step in now.rules.legal_steps(now.state, seat))
        order, person = order_of(now, seat, [self._chance.choice(steps)]), person_at(now, seat, self.people)
        expected = None if person.id in self.with_keys else "key/revoked"
        if expected is None:
            self.models[match].log.append("MovePlayed")
        again = expected is None and person.id in self.with_keys
        self.judge(expected, lambda house: canonical(send(house, order, person)), again=again, signer=person)

    def repeat(self) -> None:
        """Something that was accepted comes again: the same answer, and nothing new."""
        if self.done:
            command, answer = self._chance.choice(self.done)
            assert command(self.house) == answer

    def revoke(self) -> None:
        person = self.person()
        if self._chance.random() < 0.9 or person.id not in self.with_keys:
            return
        kid = thumbprint(x_of(person.key.public_key()))
        accounts.revoke_key(self.house, person.id, kid)
        self.with_keys.discard(person.id)
        self.done = [each for each in self.done if getattr(each[0], "signer", None) is not person]
        self.work()
        for model in self.models.values():
            if person.id in model.seated and model.status in ("open", "running"):
                model.log.append("SeatKeyRevoked")

    def forget(self) -> None:
        """A process starts anew, or the volatile server loses everything; the rows are worked off."""
        if self._chance.random() < 0.5:
            self._houses[self._chance.randrange(2)] = self._new_house()
        else:
            self._cache.flushall()
        self.work()

    def work(self) -> None:
        """Do all that the outbox holds, as a worker would, in any order."""
        house = self.house
        found = [row for stream in house.outbox.streams() for row in house.outbox.pending(stream)]
        self._chance.shuffle(found)
        for row in found:
            rules.run(**row._asdict())

    def accepted(self, command: Callable[[House], Any]) -> Any:
        answer = command(self.house)
        self.done.append((command, answer))
        return answer

    def judge(
        self,
        expected: str | None,
        command: Callable[[House], Any],
        again: bool = True,
        signer: Person | None = None,
    ) -> None:
        """Do it: as the model says, it is accepted, or refused by that name."""
        name, answer = None, None
        try:
            answer = command(self.house)
        except Refused as refused:
            name = refused.name
        assert name == expected, f"answered by {name}, the model says {expected}"
        if name is None and again:
            if signer is not None:
                command.signer = signer  # type: ignore[attr-defined]
            self.done.append((command, answer))

    def check(self) -> None:
        """Every log holds exactly the events of the model, and every process sees the same match."""
        for match, model in self.models.items():
            entries = self.house.logs.read(match)
            assert [json.loads(entry.text)["type"] for entry in entries] == model.log
            seen = [existing(load(house, match)) for house in (*self._houses, self._new_house())]
            assert {each.last for each in seen} == {entries[-1].base}
            assert {each.status for each in seen} == {model.status}
            assert [place.player for place in seen[0].seated()] == model.seated
            for person in self.people:
                is_live = model.status in ("open", "running") and person.id in [
                    model.organiser,
                    *model.seated,
                ]
                assert (match in self.house.lists.live(person.id)) == is_live


@pytest.mark.parametrize("seed", range(8))
def test_random_acts_do_what_the_model_says(
    new_house: MakeHouse, cache: Redis, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = new_house()
    monkeypatch.setattr(rules, "_house", lambda: worker)
    world = World(new_house, cache, random.Random(seed))
    for number in range(_ACTS):
        world.act()
        if number % 10 == 9:
            world.check()
    world.work()
    world.check()
