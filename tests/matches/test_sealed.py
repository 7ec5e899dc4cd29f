"""What some may not see lies beside the chain: a game of our own hides from the others where a tile is loaded."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from referee.games import registry
from referee.games.engine import Effect, Viewer
from referee.games.trucks.steps import Load
from referee.games.zooloretto import Zooloretto
from referee.games.zooloretto.steps import Step
from referee.matches import fairness
from referee.matches.chain import GENESIS, link
from referee.matches.events import MalformedEvent, read_event
from referee.matches.fold import fold
from referee.matches.policy import DAY
from referee.matches.verify import Verified
from referee.strict_json import canonical_text, read
from tests.matches.absences import timed_match
from tests.matches.building import Builder, started_match, unseal
from tests.matches.mending import events_of, rechain, record_of, verdict

HIDDEN = "L ?"


class Secretive(Zooloretto):
    """Zooloretto, in which only the loading seat knows the truck."""

    @staticmethod
    def tell(
        seat: int, step: Step, effects: Sequence[Effect], viewer: Viewer
    ) -> tuple[str, tuple[Effect, ...]]:
        hides = isinstance(step, Load) and viewer != seat
        return (HIDDEN if hides else step.text), tuple(effects)


@pytest.fixture(autouse=True)
def secretive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "zooloretto", Secretive())  # type: ignore[arg-type]


def _match(seed: int = 1) -> Builder:
    return started_match(seed=seed).play_on(random.Random(seed), line_share=0.5, undo_share=0.1).score()


def test_a_sealed_move_by_a_link_verifies_and_none_that_the_referee_did_not_sign() -> None:
    builder = started_match(linked=(1, 2)).play_on(random.Random(3)).score()
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    assert (found.signed, found.attested > 0) == (0, True)
    version = _first_sealed(builder)
    events, parts = events_of(builder), _open_parts(builder)
    events[version - 1]["data"]["evidence"] = "ab" * 32
    assert verdict(record_of(rechain(events, parts))) == (version, "signature")


def test_a_hidden_move_of_the_referee_is_sealed_as_any_other() -> None:
    """Its steps are known once the seed is: nobody sees where an absent seat loads before all may."""
    builder = timed_match(lapses=1).play_on(random.Random(3), most=9)
    builder.wait(30 * DAY).do_due()
    while builder.match.decisions():
        builder.do_due()
        if builder.match.decisions():
            builder.play_on(random.Random(4), most=1)
    sealed = [entry for entry in builder.entries if entry.sealed and '"via":"autopilot"' in entry.text]
    assert sealed
    assert all(HIDDEN in entry.text for entry in sealed)
    found = verdict(builder.score().record())
    assert isinstance(found, Verified)
    assert found.attested > 0


def _first_sealed(builder: Builder) -> int:
    return next(entry.version for entry in builder.entries if entry.sealed is not None)


def _open_parts(builder: Builder) -> dict[int, str]:
    return {entry.version: entry.sealed for entry in builder.entries if entry.sealed is not None}


def test_the_chain_holds_what_all_may_know_and_the_seal_the_rest() -> None:
    builder = _match()
    version = _first_sealed(builder)
    event = read_event(builder.entries[version - 1].text)
    assert event.data["steps"] == [HIDDEN]
    assert "signature" not in event.data
    beside = read(builder.entries[version - 1].sealed or "")
    assert set(beside) == {"salt", "secret"}
    assert set(beside["secret"]) == {"steps", "signature"}
    assert beside["secret"]["steps"][0].startswith("L")
    assert event.data["sealed"] == fairness.seal_hash(b"s" * 16, beside["secret"])


def test_anybody_can_check_the_chain_without_the_sealed_parts() -> None:
    head = GENESIS
    for entry in _match().entries:
        head = link(head, entry.text)
        assert entry.hash == head


def test_a_record_with_sealed_moves_verifies() -> None:
    for seed in range(3):
        builder = _match(seed)
        found = verdict(builder.record())
        assert isinstance(found, Verified)
        assert found.match.state == fold(builder.entries, seed=builder.seed, unseal=unseal).state


def test_a_sealed_move_cannot_be_folded_without_its_part() -> None:
    builder = _match()
    with pytest.raises(MalformedEvent):
        fold(builder.entries, seed=builder.seed)


def test_a_sealed_move_whose_part_is_missing_or_another_is_seen() -> None:
    builder = _match()
    version = _first_sealed(builder)
    parts = _open_parts(builder)
    others = [part for at, part in parts.items() if at != version]
    for wrong in (None, others[0], "{}", parts[version].replace('"L', '"T')):
        seals = {at: part for at, part in parts.items() if at != version} | (
            {version: wrong} if wrong else {}
        )
        assert verdict(record_of(rechain(events_of(builder), seals))) == (version, "sealed")


def _altered(alter: Any) -> tuple[int, tuple[int, str] | Verified]:
    """A record whose first sealed move is another, with a seal that fits and a chain made anew."""
    builder = _match()
    version = _first_sealed(builder)
    events, parts = events_of(builder), _open_parts(builder)
    part = read(parts[version])
    alter(events[version - 1]["data"], part["secret"])
    events[version - 1]["data"]["sealed"] = fairness.seal_hash(b"s" * 16, part["secret"])
    parts[version] = canonical_text(part)
    return version, verdict(record_of(rechain(events, parts)))


def test_a_sealed_move_that_its_seat_did_not_sign_is_seen() -> None:
    def other_truck(data: Any, secret: Any) -> None:
        secret["steps"] = ["L2" if secret["steps"] == ["L1"] else "L1"]

    version, found = _altered(other_truck)
    assert found == (version, "signature")


def test_a_sealed_move_that_tells_all_something_else_is_seen() -> None:
    for steps in (["D"], ["L1"], ["L ?", "L ?"], ["? ?"]):
        version, found = _altered(lambda data, secret, steps=steps: data.update(steps=steps))
        assert found == (version, "sealed")


def test_a_hidden_move_that_is_told_in_the_open_is_seen() -> None:
    """The referee would have shown to all what only its seat may know."""
    builder = _match()
    version = _first_sealed(builder)
    events, parts = events_of(builder), _open_parts(builder)
    secret = read(parts.pop(version))["secret"]
    data = events[version - 1]["data"]
    del data["sealed"]
    data.update(steps=secret["steps"], signature=secret["signature"])
    assert verdict(record_of(rechain(events, parts))) == (version, "sealed")
