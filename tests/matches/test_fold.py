"""A match as a fold: every event in its place, and only there."""

import hashlib
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.matches import base64url
from referee.matches.chain import Entry, chain
from referee.matches.events import EVENT_TYPES, REFEREE, Event, MalformedEvent, NewerEvent, read_event
from referee.matches.fold import apply, fold
from referee.matches.match import CANCELLED, OPEN, OVER, RUNNING, Match, SealedPart, read_sealed_part
from referee.strict_json import canonical_text
from tests.matches.absences import event_of_absence
from tests.matches.building import (
    MATCH_ID,
    Builder,
    jwk_of,
    key_of,
    random_options,
    started_match,
    whole_match,
)

GAME = GAMES["zooloretto"]
SIGNED = {"key": 1, "signature": "A" * 86, "digest": "0" * 64}


def _one_seated() -> Match:
    return Builder().open().take_seat(1).match


def _full() -> Match:
    return Builder().open().seat_all().match


def _running() -> Match:
    """A match in which seat s has something to take back."""
    builder = started_match(seed=1)
    seat = builder.match.decisions()[0].seat
    builder.move(seat, "D").move(seat, "L1")
    return builder.match


def _over() -> Match:
    builder = started_match()
    return builder.play_on(random.Random(1), line_share=0.9).match


STAGES: dict[str, Callable[[], Match]] = {
    "nothing": Match,
    "open": _one_seated,
    "full": _full,
    "running": _running,
    "over": _over,
    "scored": lambda: whole_match(line_share=0.9).match,
    "cancelled while open": lambda: Builder().open().take_seat(1).cancel().match,
    "cancelled while running": lambda: started_match().cancel().match,
}
MAY_FOLLOW = {
    "nothing": {"MatchOpened"},
    "open": {"SeatTaken", "SeatLeft", "SeatKeyRevoked", "MatchCancelled"},
    "full": {"SeatLeft", "SeatKeyRevoked", "MatchStarted", "MatchCancelled"},
    "running": {
        *("SeatKeyRevoked", "MovePlayed", "MoveUndone", "MatchEnded", "MatchCancelled"),
        *("SeatHoursSet", "SeatResigned"),  # what else concerns time was not agreed on here
    },
    "over": {"SeatKeyRevoked", "MatchScored"},
    "scored": set(),
    "cancelled while open": set(),
    "cancelled while running": set(),
}


def _event(kind: str, match: Match) -> Event:
    """An event of a kind that would be good in its place."""
    at = match.at + 1
    base = match.base.version if match.base else 1
    if kind == "MatchOpened":
        return Event(kind, at, _opened().data, by="0" * 16)
    if kind == "SeatTaken":
        taken = {
            "place": len(match.places) + 1,
            "player": "z" * 16,
            "keys": [jwk_of(key_of("z"))],
            "entropy": "",
        }
        return Event(kind, at, taken)
    if kind == "SeatLeft":
        return Event(kind, at, {"place": 1})
    if kind == "SeatKeyRevoked":
        return Event(kind, at, {"place": 1, "key": 1}, by=REFEREE)
    if kind == "MatchStarted":
        return Event(kind, at, {"rules_version": 1, "seats": [2, 1]}, by="0" * 16)
    if kind == "MovePlayed":
        seat = match.decisions()[0].seat if match.decisions() else 1
        return Event(kind, at, {**SIGNED, "base": base, "steps": ["D"]}, seat=seat)
    if kind == "MoveUndone":
        seat = match.segment_seat or 1
        to = (match.undo_targets(seat) or (base,))[0]
        return Event(kind, at, {**SIGNED, "base": base, "to": to}, seat=seat)
    if kind == "MatchEnded":
        return Event(kind, at, {"reason": "rules"})
    if kind == "MatchScored":
        result = {"scores": [0, 0], "ranks": [1, 1], "breakdown": [{}, {}]}
        return Event(kind, at, {"result": result, "seed": "0" * 64}, by=REFEREE)
    if kind == "MatchCancelled":
        return Event(kind, at, {"reason": "organiser", "seed": "0" * 64}, by="0" * 16)
    return event_of_absence(kind, match, at)


def _opened() -> Event:
    return read_event(Builder().open().entries[0].text)


def _after(match: Match, event: Event) -> Match:
    (entry,) = chain(match.last, [event])
    return apply(match, event, entry.base)


@pytest.mark.parametrize("kind", EVENT_TYPES)
@pytest.mark.parametrize("stage", STAGES)
def test_an_event_follows_where_it_may_and_nowhere_else(stage: str, kind: str) -> None:
    match = STAGES[stage]()
    event = _event(kind, match)
    if kind in MAY_FOLLOW[stage]:
        after = _after(match, event)
        assert (after.version, after.at) == (match.version + 1, event.at)
    else:
        with pytest.raises(MalformedEvent):
            _after(match, event)


@pytest.mark.parametrize("stage", STAGES)
def test_the_base_moves_by_position_events_alone(stage: str) -> None:
    match = STAGES[stage]()
    for kind in MAY_FOLLOW[stage]:
        after = _after(match, _event(kind, match))
        if kind in ("MatchStarted", "MovePlayed", "MoveUndone"):
            assert after.base == after.last
        else:
            assert after.base == match.base
            assert after.state == match.state


def test_the_status_follows_the_events() -> None:
    stages = {name: stage().status for name, stage in STAGES.items()}
    assert stages == {
        "nothing": OPEN,
        "open": OPEN,
        "full": OPEN,
        "running": RUNNING,
        "over": OVER,
        "scored": OVER,
        "cancelled while open": CANCELLED,
        "cancelled while running": CANCELLED,
    }


@pytest.mark.parametrize("stage", [name for name, kinds in MAY_FOLLOW.items() if kinds])
def test_time_does_not_run_backwards(stage: str) -> None:
    match = STAGES[stage]()
    if stage == "nothing":
        return
    for kind in MAY_FOLLOW[stage]:
        same = _event(kind, match)._replace(at=match.at)
        assert _after(match, same).at == match.at
        with pytest.raises(MalformedEvent, match="backwards"):
            _after(match, same._replace(at=match.at - 1))


WRONG: list[tuple[str, str, dict[str, object]]] = [
    ("open", "SeatTaken", {"place": 1}),
    ("open", "SeatTaken", {"place": 3}),
    ("open", "SeatTaken", {"player": f"{1:016d}"}),
    ("open", "SeatLeft", {"place": 2}),
    ("open", "SeatKeyRevoked", {"place": 2}),
    ("open", "SeatKeyRevoked", {"key": 2}),
    ("full", "MatchStarted", {"seats": [1]}),
    ("full", "MatchStarted", {"seats": [1, 1]}),
    ("full", "MatchStarted", {"seats": [1, 2, 3]}),
    ("full", "MatchStarted", {"seats": [1, 3]}),
    ("running", "MovePlayed", {"base": 1}),
    ("running", "MovePlayed", {"base": 60_000}),
    ("running", "MovePlayed", {"steps": ["no step"]}),
    ("running", "MovePlayed", {"steps": ["EXP"]}),
    ("running", "MovePlayed", {"steps": ["T3"]}),
    ("running", "MoveUndone", {"base": 1}),
    ("running", "MoveUndone", {"to": 1}),
    ("running", "MoveUndone", {"to": 60_000}),
]


@pytest.mark.parametrize(("stage", "kind", "change"), WRONG)
def test_an_event_that_does_not_fit_the_match_is_refused(
    stage: str, kind: str, change: dict[str, object]
) -> None:
    match = STAGES[stage]()
    event = _event(kind, match)
    with pytest.raises(MalformedEvent):
        _after(match, event._replace(data={**event.data, **change}))


def test_a_move_or_an_undo_of_another_seat_is_refused() -> None:
    match = _running()
    for kind in ("MovePlayed", "MoveUndone"):
        event = _event(kind, match)
        assert event.seat is not None
        with pytest.raises(MalformedEvent):
            _after(match, event._replace(seat=3 - event.seat))


def test_a_place_is_not_used_again() -> None:
    builder = Builder().open().take_seat(1)
    builder.add(Event("SeatLeft", builder.match.at, {"place": 1}))
    for kind in ("SeatLeft", "SeatKeyRevoked"):
        with pytest.raises(MalformedEvent, match="place"):
            _after(builder.match, _event(kind, builder.match))
    builder.take_seat(2).take_seat(3)
    assert [place.number for place in builder.match.seated()] == [2, 3]
    assert builder.match.is_full()
    builder.start()
    assert sorted(builder.match.seats) == [2, 3]


def test_who_left_may_come_back_at_another_place() -> None:
    builder = Builder().open().take_seat(1)
    builder.add(Event("SeatLeft", builder.match.at, {"place": 1}))
    again = Event(
        "SeatTaken", builder.match.at, {"place": 2, "player": f"{1:016d}", "keys": [], "entropy": ""}
    )
    builder.add(again)
    assert [place.number for place in builder.match.seated()] == [2]


def test_a_full_match_takes_nobody() -> None:
    match = _full()
    with pytest.raises(MalformedEvent, match="all seats"):
        _after(match, _event("SeatTaken", match))


def test_an_unknown_game_and_unknown_rules_are_newer_not_wrong() -> None:
    opened = _event("MatchOpened", Match())
    with pytest.raises(NewerEvent):
        _after(Match(), opened._replace(data={**opened.data, "game": "chess"}))
    match = _full()
    started = _event("MatchStarted", match)
    with pytest.raises(NewerEvent):
        _after(match, started._replace(data={**started.data, "rules_version": 99}))


def test_a_log_without_its_seed_folds_up_to_the_first_move_and_no_further() -> None:
    builder = started_match()
    begun = fold(builder.entries)
    assert (begun.status, begun.state, begun.decisions()) == (RUNNING, None, ())
    builder.play_on(random.Random(1), most=1)
    with pytest.raises(MalformedEvent, match="seed"):
        fold(builder.entries)


@settings(max_examples=20)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_a_match_follows_from_its_log_and_its_seed_alone(players: int, seed: int) -> None:
    """faults.md A58, A50: nothing that happened beside the log matters, wherever the fold was cut."""
    chance = random.Random(seed)
    builder = whole_match(players, seed, 0.1, 0.5, **random_options(players, chance))
    again = fold(builder.entries, seed=builder.seed)
    assert again == builder.match
    cut = chance.randrange(len(builder.entries))
    known = fold(builder.entries[:cut], seed=builder.seed)
    assert fold(builder.entries[cut:], known) == builder.match


def test_a_fold_changes_nothing_that_it_was_given() -> None:
    match = _running()
    before, places = match, match.places
    with pytest.raises(MalformedEvent):
        _after(match, Event("SeatLeft", match.at, {"place": 1}))
    _after(match, _event("SeatKeyRevoked", match))
    assert match == before
    assert match.places == places


def test_private_matches_show_themselves_to_those_who_belong_there() -> None:
    match = Builder().open().take_seat(1).match
    private = match._replace(visibility="private", policy={**match.policy, "invited": ["f" * 16]})
    assert match.may_see(None)
    assert private.may_see("0" * 16)
    assert private.may_see(f"{1:016d}")
    assert private.may_see("f" * 16)
    assert not private.may_see("e" * 16)
    assert not private.may_see(None)
    left = _after(private, Event("SeatLeft", private.at, {"place": 1}))
    assert not left.may_see(f"{1:016d}")


SECRET = {"steps": ["SIDE b"], "signature": "A" * 86}
SALT = base64url.encode(b"saltsaltsaltsalt")


def test_a_sealed_part_is_read_as_it_was_written() -> None:
    text = canonical_text({"salt": SALT, "secret": SECRET})
    assert read_sealed_part(text) == SealedPart(b"saltsaltsaltsalt", SECRET)


@pytest.mark.parametrize(
    "part",
    [
        [],
        {},
        {"salt": SALT},
        {"secret": SECRET},
        {"salt": SALT, "secret": SECRET, "note": 1},
        {"salt": None, "secret": SECRET},
        {"salt": 1, "secret": SECRET},
        {"salt": [SALT], "secret": SECRET},
        {"salt": SALT + "=", "secret": SECRET},
        {"salt": SALT, "secret": []},
        {"salt": SALT, "secret": {"steps": ["X"]}},
        {"salt": SALT, "secret": {**SECRET, "note": 1}},
        {"salt": SALT, "secret": {**SECRET, "steps": 5}},
        {"salt": SALT, "secret": {**SECRET, "steps": "SIDE b"}},
        {"salt": SALT, "secret": {**SECRET, "steps": [1]}},
        {"salt": SALT, "secret": {**SECRET, "steps": [["X"]]}},
        {"salt": SALT, "secret": {**SECRET, "signature": None}},
    ],
)
def test_anything_else_is_no_sealed_part(part: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_sealed_part(canonical_text(part))


@pytest.mark.parametrize(
    "spoil", [lambda text: text + " ", lambda text: text.replace(":", ": "), lambda text: text[1:]]
)
def test_a_sealed_part_has_one_spelling(spoil: Callable[[str], str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_sealed_part(spoil(canonical_text({"salt": SALT, "secret": SECRET})))


def test_a_sealed_move_plays_what_is_sealed() -> None:
    match = _running()
    event = _event("MovePlayed", match)
    data = {**event.data, "steps": ["T1"], "sealed": "0" * 64}
    part = SealedPart(b"s" * 16, {"steps": ["D"], "signature": "A" * 86})
    base = Entry(match.version + 1, "", hashlib.sha256(b"").hexdigest()).base
    open_move = apply(match, event, base)
    sealed = apply(match, event._replace(data=data), base, part)
    assert sealed.state == open_move.state


def test_the_match_id_is_the_one_that_was_opened() -> None:
    assert Builder().open().match.id == MATCH_ID


def test_a_player_is_found_by_his_place_and_his_seat() -> None:
    match = started_match().match
    for seat, place in enumerate(match.seats, start=1):
        player = f"{place:016d}"
        assert match.seat_of(player) == seat
        found = match.place_at(seat)
        assert found is not None
        assert (found.number, found.player) == (place, player)
    assert match.seat_of("z" * 16) is None
    assert match.place_at(0) is match.place_at(3) is None
    assert Builder().open().take_seat(1).match.seat_of(f"{1:016d}") is None


def test_what_is_not_opened_has_no_rules() -> None:
    with pytest.raises(MalformedEvent):
        _ = Match().rules
