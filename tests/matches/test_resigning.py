"""Who resigns comes last, whoever plays on; a match of one that is left is over at once."""

import random

import pytest

from referee.matches import acts, base64url, orders
from referee.matches.chain import Base
from referee.matches.events import BY_LINK, read_event
from referee.matches.moves import decide_order
from referee.matches.refusals import Refused
from referee.matches.results import _with_last, final_result, is_decided_by_resignation, reason_to_end
from referee.matches.signatures import read_detached, sign_detached
from referee.matches.verify import Verified
from referee.strict_json import canonical
from tests.matches.absences import SUBSTITUTE, mover, timed_match, types_of
from tests.matches.building import MATCH_ID, Builder, jwk_of, key_of, started_match
from tests.matches.mending import verdict


def play_to_the_end(builder: Builder, chance: random.Random) -> Builder:
    while builder.match.decisions():
        builder.do_due()
        if builder.match.decisions():
            builder.play_on(chance, most=1)
    return builder


@pytest.mark.parametrize(
    ("ranks", "resigned", "expected"),
    [
        ([1, 2, 3], [], [1, 2, 3]),
        ([1, 2, 3], [1], [3, 1, 2]),
        ([1, 2, 3], [3], [1, 2, 3]),
        ([2, 1, 2], [2], [1, 3, 1]),
        ([1, 2, 2, 4], [1, 4], [3, 1, 1, 3]),
        ([1, 1, 3, 4, 5], [1, 2, 5], [3, 3, 1, 2, 3]),
        ([1, 2], [1, 2], [1, 1]),
        ([1], [1], [1]),
    ],
)
def test_who_has_resigned_shares_the_last_place(
    ranks: list[int], resigned: list[int], expected: list[int]
) -> None:
    assert _with_last(ranks, resigned) == expected


@pytest.mark.parametrize(
    ("resigned", "seats", "is_decided"),
    [
        ([], 1, False),
        ([], 2, False),
        ([1], 1, True),
        ([2], 2, True),
        ([2], 3, False),
        ([2, 2], 3, False),
        ([2, 1], 3, True),
    ],
)
def test_one_left_ends_a_match(resigned: list[int], seats: int, is_decided: bool) -> None:
    assert is_decided_by_resignation(resigned, seats) == is_decided


def test_with_two_players_the_other_has_won_at_once() -> None:
    builder = started_match(2).play_on(random.Random(3), most=20)
    builder.resign(2)
    assert types_of(builder)[-2:] == ["SeatResigned", "MatchEnded"]
    assert builder.match.ended == "resigned"
    assert builder.match.decisions() == ()
    assert final_result(builder.match)["ranks"] == [1, 2]
    assert isinstance(verdict(builder.score().record()), Verified)


def test_with_more_players_the_seat_is_played_on_and_comes_last() -> None:
    builder = started_match(3).play_on(random.Random(3), most=7)
    builder.resign(1)
    play_to_the_end(builder, random.Random(3)).score()
    assert builder.match.ended == "rules"
    assert builder.match.result is not None
    assert builder.match.result["ranks"][0] == 3
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    attested = sum('"via":"autopilot"' in entry.text for entry in builder.entries)
    assert attested
    assert found.attested == attested


def test_a_substitute_plays_on_for_a_seat_that_comes_last() -> None:
    builder = timed_match(3)
    builder.resign(1)
    builder.take(
        acts.decide_replacement(builder.match, 1, SUBSTITUTE, [jwk_of(key_of("player 4"))], builder.next_at)
    )
    assert builder.match.place_at(1).number == 4  # type: ignore[union-attr]
    builder.play_on(random.Random(3), line_share=0.9).score()
    assert builder.match.result is not None
    assert builder.match.result["ranks"][0] == 3
    assert isinstance(verdict(builder.record()), Verified)


def test_the_last_but_one_who_resigns_ends_the_match_though_substitutes_play() -> None:
    builder = timed_match(3)
    builder.resign(1)
    builder.take(
        acts.decide_replacement(builder.match, 1, SUBSTITUTE, [jwk_of(key_of("player 4"))], builder.next_at)
    )
    builder.resign(2)
    assert builder.match.ended == "resigned"
    assert final_result(builder.match)["ranks"] == [2, 2, 1]


def test_a_resignation_is_never_stale_and_needs_no_turn() -> None:
    builder = started_match(3).play_on(random.Random(3), most=9)
    seat = mover(builder) % 3 + 1
    order = orders.resign_order("zooloretto", MATCH_ID, seat, Base(3, "ab" * 32))
    jws = read_detached(sign_detached(canonical(order), builder.key_at(seat)))
    builder.take(decide_order(builder.match, order, 1, jws, builder.next_at, b""))
    event = read_event(builder.entries[-1].text)
    assert event.data == {
        "base": 3,
        "head": "ab" * 32,
        "key": 1,
        "signature": base64url.encode(jws.signature),
    }
    assert builder.match.resigned() == (seat,)
    play_to_the_end(builder, random.Random(3)).score()
    assert isinstance(verdict(builder.record()), Verified)


def test_a_seat_resigns_once() -> None:
    builder = started_match(3)
    builder.resign(1)
    with pytest.raises(Refused, match="seat/vacant"):
        builder.resign(1)


def test_a_seat_that_is_vacant_by_lapses_may_still_resign() -> None:
    builder = timed_match(3, lapses=1)
    seat = mover(builder)
    builder.wait(10**9).do_due()
    assert builder.match.is_vacant(seat)
    builder.resign(seat)
    assert builder.match.resigned() == (seat,)


def test_a_player_by_links_resigns_as_well() -> None:
    builder = started_match(3, linked=[2])
    builder.resign(2)
    data = read_event(builder.entries[-1].text).data
    assert (data["via"], "evidence" in data, "key" in data) == (BY_LINK, True, False)
    play_to_the_end(builder, random.Random(3)).score()
    found = verdict(builder.record())
    assert isinstance(found, Verified)
    assert found.attested == sum('"via":' in entry.text for entry in builder.entries)


def test_a_match_that_goes_on_has_no_reason_to_end() -> None:
    assert reason_to_end(started_match(3).match) is None
    assert reason_to_end(Builder().open().match) is None
