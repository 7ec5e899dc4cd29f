"""Acts that the referee attests for a player who used a link: they verify as such, and as nothing else."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches import links, moves, orders
from referee.matches.chain import Base
from referee.matches.events import Event
from referee.matches.fold import fold
from referee.matches.refusals import Refused
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.snapshot import read_snapshot, write_snapshot
from referee.matches.verify import Verified
from referee.strict_json import canonical
from tests.matches.building import LINK_KEY, MATCH_ID, Builder, key_of, started_match, whole_match
from tests.matches.mending import Members, events_of, mended, order_of, verdict

ORDER = orders.move_order("zooloretto", MATCH_ID, 2, Base(17, "9f" * 32), ["T2"])
EVIDENCE = "ab" * 32


@cache
def _match() -> Builder:
    """Seat 1 plays by links, seat 2 signs."""
    return whole_match(2, 7, undo_share=0.2, line_share=0.3, linked=[1])


def _versions(has: str, kind: str = "MovePlayed") -> list[int]:
    return [
        version
        for version, members in enumerate(events_of(_match()), start=1)
        if members["type"] == kind and has in members["data"]
    ]


def _set(version: int, drop: str = "", **changes: Any) -> Any:
    def alter(events: list[Members]) -> None:
        data = events[version - 1]["data"]
        data.update(changes)
        data.pop(drop, None)

    return alter


def _resigned(version: int, name: str, **changes: Any) -> str:
    """The signature by somebody over the order of an event after changes of it."""
    members = events_of(_match())[version - 1]
    members["data"].update(changes)
    order = order_of(members, _match().entries[members["data"]["base"] - 1].base)
    return sign_detached(canonical(order), key_of(name)).split(".")[2]


def test_an_attested_order_is_the_order_with_who_it_is_for_and_why() -> None:
    assert orders.attested(ORDER, EVIDENCE) == {
        **ORDER,
        "via": "link",
        "on_behalf_of": 2,
        "evidence": EVIDENCE,
    }
    assert orders.done_key(orders.attested(ORDER, EVIDENCE)) != orders.done_key(ORDER)


@settings(max_examples=8)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sets(st.integers(1, 5)))
def test_a_match_of_signed_and_attested_acts_verifies(players: int, seed: int, linked: set[int]) -> None:
    builder = whole_match(players, seed, 0.1, 0.5, linked=linked)
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    seats = [members["seat"] for members in events_of(builder) if "seat" in members]
    attested = sum(seat in linked for seat in seats)
    assert (found.signed, found.attested) == (len(seats) - attested, attested)
    assert found.match == builder.match


def test_a_player_without_any_key_plays_by_links() -> None:
    builder = Builder(linked=frozenset([1, 2])).open()
    for place in (1, 2):
        data = {"place": place, "player": f"{place:016d}", "keys": [], "entropy": ""}
        builder.add(Event("SeatTaken", builder.match.at + 1, data))
    builder.start().play_on(random.Random(1), undo_share=0.2).score()
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    assert found.signed == 0


def test_both_kinds_of_acts_are_in_the_match_that_is_tampered_with() -> None:
    assert _versions("via")
    assert _versions("key")
    assert _versions("via", "MoveUndone")


def test_an_attested_undo_verifies_only_as_it_was_signed() -> None:
    version = _versions("via", "MoveUndone")[0]
    assert verdict(mended(_match(), _set(version, evidence=EVIDENCE))) == (version, "signature")


def test_a_forged_attestation_is_seen() -> None:
    """Signed by another referee, by the player, by nobody; or taken from another act."""
    version = _versions("via")[3]
    other = events_of(_match())[_versions("via")[1] - 1]["data"]["signature"]
    place = _match().match.seats[0]
    forged = ["A" * 86, other, *(_resigned(version, name) for name in ("another referee", f"player {place}"))]
    for signature in forged:
        assert verdict(mended(_match(), _set(version, signature=signature))) == (version, "signature")


def test_evidence_that_was_altered_is_seen() -> None:
    version = _versions("via")[3]
    evidence = events_of(_match())[version - 1]["data"]["evidence"]
    for altered in (EVIDENCE, evidence[1:] + evidence[:1]):
        assert verdict(mended(_match(), _set(version, evidence=altered))) == (version, "signature")


def test_a_signed_move_cannot_pass_for_an_attested_one_nor_the_other_way_round() -> None:
    signed, attested = _versions("key")[3], _versions("via")[3]
    as_attested = _set(signed, drop="key", via="link", evidence=EVIDENCE)
    assert verdict(mended(_match(), as_attested)) == (signed, "signature")

    def as_signed(events: list[Members]) -> None:
        data = events[attested - 1]["data"]
        del data["via"], data["evidence"]
        data["key"] = 1

    assert verdict(mended(_match(), as_signed)) == (attested, "signature")


def test_the_referee_cannot_sign_as_a_player() -> None:
    version = _versions("key")[3]
    signature = _resigned(version, "referee")
    assert verdict(mended(_match(), _set(version, signature=signature))) == (version, "signature")


def test_an_attested_act_of_another_seat_base_or_steps_is_seen() -> None:
    version = _versions("via")[3]

    def other_seat(events: list[Members]) -> None:
        events[version - 1]["seat"] = 2

    base = events_of(_match())[version - 1]["data"]["base"]
    for alter in (other_seat, _set(version, base=base - 1), _set(version, steps=["L1", "D"])):
        assert verdict(mended(_match(), alter)) == (version, "signature")


def test_an_attested_act_without_its_evidence_does_not_fit_the_schema() -> None:
    version = _versions("via")[3]
    for drop in ("via", "evidence", "signature"):
        assert verdict(mended(_match(), _set(version, drop=drop))) == (version, "schema")
    assert verdict(mended(_match(), _set(version, key=1))) == (version, "schema")


def test_the_rules_judge_an_attested_move_as_any_other() -> None:
    """An illegal move stays one though the referee's own key signs it."""
    version = _versions("via")[3]
    lines = mended(_match(), _set(version, steps=["T5"]), sign=True)
    assert verdict(lines) == (version, "move")


def test_attested_acts_are_refused_like_signed_ones() -> None:
    match = started_match(linked=[1, 2]).match
    seat = match.decisions()[0].seat
    token = links.turn_token(match, seat)
    base = match.base
    assert base is not None

    def decide(order: orders.Order) -> moves.Decided:
        full = orders.attested(order, links.evidence_of(token, LINK_KEY))
        jws = read_detached(sign_detached(canonical(full), key_of("referee")))
        return moves.decide_order(match, full, None, jws, match.at, b"s" * 16)

    old = Base(base.version - 1, match.last.head)
    cases = [
        (orders.move_order("zooloretto", MATCH_ID, seat, old, ["D"]), "order/stale"),
        (orders.move_order("zooloretto", MATCH_ID, 3 - seat, base, ["D"]), "order/not-to-move"),
        (orders.move_order("zooloretto", MATCH_ID, seat, base, ["X"]), "move/invalid"),
        (orders.move_order("zooloretto", MATCH_ID, seat, base, ["L1"]), "move/illegal"),
        (orders.undo_order("zooloretto", MATCH_ID, seat, base, 1), "undo/not-allowed"),
    ]
    for order, name in cases:
        with pytest.raises(Refused) as caught:
            decide(order)
        assert caught.value.name == name
    (event,) = decide(orders.move_order("zooloretto", MATCH_ID, seat, base, ["D"])).events
    assert set(event.data) == {"steps", "base", "via", "evidence", "signature", "digest"}


def test_a_snapshot_of_a_match_played_by_links_is_the_match() -> None:
    builder = started_match(linked=[1, 2]).play_on(random.Random(4), most=30)
    assert read_snapshot(write_snapshot(builder.match), builder.seed) == builder.match._replace(line=None)
    assert fold(builder.entries, seed=builder.seed) == builder.match
