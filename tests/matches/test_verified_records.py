"""The verifier: a sound record is sound, and every tampering is named at the first event whose check fails."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches import base64url, fairness
from referee.matches.chain import Entry
from referee.matches.events import REFEREE, Event
from referee.matches.record import UnreadableRecord, read_record, write_receipt
from referee.matches.signatures import sign_detached, thumbprint, x_of
from referee.matches.verify import KINDS, BadRecord, Verified, verify_record
from referee.strict_json import canonical, canonical_text, read
from tests.matches.building import (
    MATCH_ID,
    Builder,
    jwk_of,
    key_of,
    random_options,
    started_match,
    whole_match,
)
from tests.matches.mending import Members, events_of, mended, number_of, order_of, rechain, record_of, verdict

REFEREE_X = x_of(key_of("referee").public_key())
OTHER = key_of("another referee")


@cache
def _match() -> Builder:
    return whole_match(2, 7, undo_share=0.2, line_share=0.3)


def _last() -> int:
    return len(_match().entries)


def _replaced(lines: list[str], line: int, **changes: Any) -> list[str]:
    """A record of which one line (0: the head) has other members."""
    return [
        canonical_text({**read(text), **changes}) if at == line else text for at, text in enumerate(lines)
    ]


# A sound record


@settings(max_examples=12)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_a_sound_record_verifies(players: int, seed: int) -> None:
    chance = random.Random(seed)
    builder = whole_match(players, seed, 0.1, 0.5, **random_options(players, chance))
    found = verdict(builder.record(), referee_key=REFEREE_X)
    assert isinstance(found, Verified)
    moves = sum('"seat"' in entry.text for entry in builder.entries)
    assert found[:4] == (len(builder.entries), moves, 0, thumbprint(REFEREE_X))
    assert found.match == builder.match


def test_the_record_of_a_cancelled_match_verifies() -> None:
    begun = started_match().play_on(random.Random(1), most=20, undo_share=0.2).cancel()
    assert isinstance(verdict(begun.record()), Verified)
    for builder in (Builder().open().cancel(), Builder().open().take_seat(1).cancel()):
        found = verdict(builder.record())
        assert isinstance(found, Verified)
        assert found.signed == 0


def test_a_match_with_fixed_seats_and_one_whose_players_changed_verify() -> None:
    fixed = (
        Builder(seating="fixed").open().seat_all().start().play_on(random.Random(1), line_share=0.9).score()
    )
    assert fixed.match.seats == (1, 2)
    assert isinstance(verdict(fixed.record()), Verified)
    moved = Builder().open().take_seat(1, "00" * 16).take_seat(2, "11" * 16)
    moved.add(Event("SeatLeft", moved.match.at, {"place": 1}))
    moved.take_seat(3, "22" * 16).start().play_on(random.Random(2), line_share=0.9).score()
    assert isinstance(verdict(moved.record()), Verified)


def test_blank_lines_in_a_record_are_skipped() -> None:
    lines = _match().record()
    assert isinstance(verdict(["", *lines[:3], "  \n", *(line + "\n" for line in lines[3:]), "\n"]), Verified)


# The chain


def test_a_dropped_event_is_seen_where_it_was() -> None:
    lines = _match().record()
    for version in (1, 2, 5, 40, _last() - 1):
        assert verdict(lines[:version] + lines[version + 1 :]) == (version, "chain")


def test_a_dropped_event_is_seen_though_the_rest_is_numbered_anew() -> None:
    lines = _match().record()
    for version in (1, 2, 5, 40, _last() - 1):
        kept = lines[:version] + lines[version + 1 :]
        for at in range(version, len(kept)):
            kept = _replaced(kept, at, version=at)
        assert verdict(kept) == (version, "chain")


def test_a_swapped_inserted_or_doubled_event_is_seen() -> None:
    lines = _match().record()
    for version in (1, 4, 30, _last() - 1):
        swapped = list(lines)
        swapped[version], swapped[version + 1] = swapped[version + 1], swapped[version]
        assert verdict(swapped) == (version, "chain")
        assert verdict([*lines[: version + 1], *lines[version:]]) == (version + 1, "chain")
        foreign = whole_match(2, 8).record()[min(version, 100)]
        assert verdict([*lines[:version], foreign, *lines[version:]])[0] in (version, version + 1)


@pytest.mark.parametrize("version", [1, 3, 60])
def test_a_version_or_a_hash_that_does_not_follow_is_seen(version: int) -> None:
    lines = _match().record()
    h = read(lines[version])["h"]
    for wrong in (version - 1, version + 1, 0, -1):
        assert verdict(_replaced(lines, version, version=wrong)) == (version, "chain")
    for wrong_hash in (h.upper(), h[:-1], h + "0", "", "0" * 64):
        assert verdict(_replaced(lines, version, h=wrong_hash)) == (version, "chain")


def test_a_log_longer_than_a_log_can_be_is_refused() -> None:
    entries = tuple(Entry(version, "", "") for version in range(1, 65_537))
    with pytest.raises(BadRecord) as caught:
        verify_record(read_record(_match().record())._replace(entries=entries))
    assert (caught.value.version, caught.value.kind) == (65_536, "chain")


def _cut(version: int) -> list[Entry]:
    return _match().entries[:version]


@pytest.mark.parametrize("back", [1, 2, 3, 30])
def test_a_cut_tail_with_the_old_receipt_is_refused(back: int) -> None:
    lines = _match().record()
    assert verdict(lines[:-back]) == (_last() - back, "receipt")


@pytest.mark.parametrize("back", [1, 2, 3, 30])
def test_a_cut_tail_with_the_genuine_receipt_of_then_is_refused(back: int) -> None:
    """A player holds receipts of his own orders: they prove what was, not that it was all."""
    assert verdict(record_of(_cut(_last() - back))) == (_last() - back, "result")


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_record_that_ends_before_the_match_is_refused(version: int) -> None:
    assert verdict(record_of(_cut(version))) == (version, "result")


# The opening and the referee's keys


def test_a_record_by_another_referee_is_sound_in_itself_and_refused_where_the_referee_is_known() -> None:
    other = Builder(referee=OTHER).open().seat_all().start().play_on(random.Random(1), line_share=0.9).score()
    found = verdict(other.record())
    assert isinstance(found, Verified)
    assert found.referee_key == thumbprint(x_of(OTHER.public_key()))
    assert verdict(other.record(), referee_key=REFEREE_X) == (1, "signature")
    keys = [jwk_of(OTHER), jwk_of(key_of("referee"))]
    assert verdict(_replaced(other.record(), 0, referee_keys=keys), referee_key=REFEREE_X) == (1, "signature")


def test_a_record_chained_anew_under_another_key_is_refused() -> None:
    """Without the known key, the players' signatures still bind the first event."""

    def take_over(events: list[Members]) -> None:
        events[0]["data"]["referee_key"] = jwk_of(OTHER)

    first_move = number_of(events_of(_match()), "MovePlayed")
    events = events_of(_match())
    take_over(events)
    lines = record_of(rechain(events), OTHER)
    assert verdict(lines) == (first_move, "signature")
    assert verdict(lines, referee_key=REFEREE_X) == (1, "signature")
    assert verdict(mended(_match(), take_over)) == (1, "signature")


def test_a_record_whose_first_line_brings_a_key_of_its_own_is_refused() -> None:
    """The first line is signed by nobody: a key that stands only there makes no receipt."""
    entries = rechain(events_of(_match()))
    lines = record_of(entries, OTHER)
    assert verdict(lines) == (1, "signature")
    both = [jwk_of(key_of("referee")), jwk_of(OTHER)]
    for keys in (both, both[::-1]):
        assert verdict(_replaced(lines, 0, referee_keys=keys)) == (_last(), "receipt")
    assert isinstance(verdict(_replaced(_match().record(), 0, referee_keys=both)), Verified)


def test_a_record_under_the_name_of_another_match_is_refused() -> None:
    assert verdict(_replaced(_match().record(), 0, match="0" * 16)) == (1, "schema")


def test_a_log_begins_with_its_opening_and_has_no_other() -> None:
    assert verdict(mended(_match(), lambda events: events[1:])) == (1, "schema")
    assert verdict(mended(_match(), lambda events: [events[0], *events])) == (2, "schema")


# The receipt


def _receipt(**changes: Any) -> str:
    match = _match().match
    claim = {"match": MATCH_ID, "version": _last(), "head": match.last.head, "at": match.at} | changes
    from referee.matches.signatures import sign_compact

    return sign_compact(claim, key_of("referee"))


@pytest.mark.parametrize(
    "receipt",
    [
        "",
        "..",
        "x.y.z",
        _receipt(version=1),
        _receipt(head="0" * 64),
        _receipt(at=1),
        _receipt(match="0" * 16),
        _receipt(note=""),
        write_receipt(MATCH_ID, whole_match(2, 7, 0.2, 0.3).match.last, 0, key_of("referee")),
        write_receipt(
            MATCH_ID, whole_match(2, 7, 0.2, 0.3).match.last, whole_match(2, 7, 0.2, 0.3).match.at, OTHER
        ),
    ],
)
def test_a_wrong_foreign_or_absent_receipt_is_refused(receipt: str) -> None:
    assert verdict(_replaced(_match().record(), 0, receipt=receipt)) == (_last(), "receipt")


def test_the_receipt_of_another_record_is_refused() -> None:
    other = read(whole_match(3, 2, line_share=0.9).record()[0])["receipt"]
    assert verdict(_replaced(_match().record(), 0, receipt=other)) == (_last(), "receipt")


# Each check, with everything around it mended


def _first(kind: str, nth: int = 1) -> int:
    return number_of(events_of(_match()), kind, nth)


def _set(version: int, **data: Any) -> Callable[[list[Members]], None]:
    def alter(events: list[Members]) -> None:
        events[version - 1]["data"].update(data)

    return alter


def test_another_seed_is_seen_where_it_is_published() -> None:
    assert verdict(mended(_match(), _set(_last(), seed="00" * 32))) == (_last(), "shuffle")


def test_another_commitment_is_seen_where_the_seed_is_published() -> None:
    assert verdict(mended(_match(), _set(1, commitment="00" * 32), sign=True)) == (_last(), "shuffle")


def test_the_seed_of_a_cancelled_match_is_held_to_its_commitment_too() -> None:
    builder = started_match().cancel()
    last = len(builder.entries)
    assert verdict(mended(builder, _set(last, seed="00" * 32))) == (last, "shuffle")


def test_another_entropy_is_seen() -> None:
    """It changes the seats or the deal; unless all sign anew, it changes what they signed, too."""
    first_move = _first("MovePlayed")
    outcomes = set()
    for byte in range(8):
        alter = _set(2, entropy=f"{byte:02x}" * 16)
        outcomes.add(verdict(mended(_match(), alter, sign=True)))
        assert verdict(mended(_match(), alter)) in {(4, "shuffle"), (first_move, "signature")}
    assert outcomes == {(4, "shuffle"), (first_move, "digest"), (first_move, "move")}


def test_other_seats_are_seen() -> None:
    seats = list(_match().match.seats)
    assert verdict(mended(_match(), _set(4, seats=seats[::-1]), sign=True)) == (4, "shuffle")
    assert verdict(mended(_match(), _set(4, seats=[1, 3]))) == (4, "shuffle")
    fixed = (
        Builder(seating="fixed").open().seat_all().start().play_on(random.Random(1), line_share=0.9).score()
    )
    assert verdict(mended(fixed, _set(4, seats=[2, 1]), sign=True)) == (4, "shuffle")


def test_a_signature_that_does_not_fit_is_seen() -> None:
    version = _first("MovePlayed", 9)
    foreign = events_of(_match())[_first("MovePlayed", 3) - 1]["data"]["signature"]
    for signature in ("A" * 86, foreign, foreign[:-1] + "B"):
        assert verdict(mended(_match(), _set(version, signature=signature))) == (version, "signature")


def test_a_signature_by_the_key_of_another_seat_is_seen() -> None:
    version = _first("MovePlayed", 9)
    events = events_of(_match())
    members = events[version - 1]
    order = order_of(members, _match().entries[members["data"]["base"] - 1].base)
    other = _match().key_at(3 - members["seat"])
    signature = sign_detached(canonical(order), other).split(".")[2]
    assert verdict(mended(_match(), _set(version, signature=signature))) == (version, "signature")


def test_a_key_that_the_seat_does_not_have_is_seen() -> None:
    version = _first("MovePlayed", 9)
    for key in (2, 8):
        assert verdict(mended(_match(), _set(version, key=key))) == (version, "signature")


def test_a_key_is_good_until_it_is_revoked_by_its_place_in_the_log() -> None:
    def builder() -> Builder:
        return started_match().play_on(random.Random(1), most=10)

    unused = builder()
    unused.add(Event("SeatKeyRevoked", unused.match.at, {"place": 1, "key": 1}, by=REFEREE)).cancel()
    assert isinstance(verdict(unused.record()), Verified)
    used = builder()
    used.add(Event("SeatKeyRevoked", used.match.at, {"place": 1, "key": 1}, by=REFEREE))
    used.add(Event("SeatKeyRevoked", used.match.at, {"place": 2, "key": 1}, by=REFEREE))
    version = used.match.version + 1
    used.play_on(random.Random(2), most=2).cancel()
    assert verdict(used.record()) == (version, "signature")


def test_a_signed_order_on_another_base_is_seen() -> None:
    version = _first("MovePlayed", 9)
    base = events_of(_match())[version - 1]["data"]["base"]
    for other in (base - 1, 1, version, version + 5, 65_535):
        assert verdict(mended(_match(), _set(version, base=other))) == (version, "signature")
    assert verdict(mended(_match(), _set(version, base=base - 1), sign=True)) == (version, "move")


def test_a_header_that_is_no_protected_header_of_ours_is_seen() -> None:
    version = _first("MovePlayed", 2)
    for header in ("AAAA", base64url.encode(b'{"alg":"none"}')):
        assert verdict(mended(_match(), _set(version, header=header))) == (version, "signature")


def test_another_header_that_signs_the_order_is_good() -> None:
    version = _first("MovePlayed", 2)
    members = events_of(_match())[version - 1]
    base = _match().entries[members["data"]["base"] - 1].base
    kid = thumbprint(x_of(_match().key_at(members["seat"]).public_key()))
    header = base64url.encode(b'{"typ":"referee-move+jws", "alg":"Ed25519", "kid":"%s"}' % kid.encode())
    payload = base64url.encode(canonical(order_of(members, base)))
    signature = _match().key_at(members["seat"]).sign(f"{header}.{payload}".encode())
    lines = mended(_match(), _set(version, header=header, signature=base64url.encode(signature)))
    after = next(number for number in range(version + 1, 99) if "seat" in events_of(_match())[number - 1])
    assert verdict(lines) == (after, "signature")  # the next one signed the head that was


def test_an_order_of_another_match_is_no_order_of_this_one() -> None:
    version = _first("MovePlayed", 2)
    members = events_of(_match())[version - 1]
    base = _match().entries[members["data"]["base"] - 1].base
    order = {**order_of(members, base), "match": "0" * 16}
    signature = sign_detached(canonical(order), _match().key_at(members["seat"])).split(".")[2]
    assert verdict(mended(_match(), _set(version, signature=signature))) == (version, "signature")


def _signed_again(steps: list[str], nth: int = 3) -> tuple[int, list[str]]:
    version = _first("MovePlayed", nth)
    return version, mended(_match(), _set(version, steps=steps), sign=True)


@pytest.mark.parametrize(
    "steps", [["EXP"], ["nonsense"], ["T1", "T1"], ["P E>5"], ["D", "L1"], ["BUY 1:E>5"]]
)
def test_an_illegal_move_is_seen_though_the_right_player_signed_it(steps: list[str]) -> None:
    version, lines = _signed_again(steps)
    assert verdict(lines) == (version, "move")


def test_a_move_of_the_seat_that_is_not_to_move_is_seen_though_it_signed_it() -> None:
    version = _first("MovePlayed", 2)

    def alter(events: list[Members]) -> None:
        events[version - 1]["seat"] = 3 - events[version - 1]["seat"]

    assert verdict(mended(_match(), alter, sign=True)) == (version, "move")


def test_a_seat_that_nobody_holds_is_seen() -> None:
    version = _first("MovePlayed", 2)

    def alter(events: list[Members]) -> None:
        events[version - 1]["seat"] = 3

    assert verdict(mended(_match(), alter)) == (version, "signature")


def test_a_move_before_the_start_or_after_the_end_is_seen() -> None:
    version = _first("MovePlayed")
    move = events_of(_match())[version - 1]
    early = {**move, "at": events_of(_match())[2]["at"]}
    assert verdict(mended(_match(), lambda events: [*events[:3], early, *events[3:]])) == (4, "signature")
    ended = _first("MatchEnded")
    late = {**move, "at": events_of(_match())[ended - 1]["at"]}
    late["data"] = {**move["data"], "base": ended - 1}
    lines = mended(_match(), lambda events: [*events[:ended], late, *events[ended:]], sign=True)
    assert verdict(lines) == (ended + 1, "move")


def test_a_wrong_digest_is_seen() -> None:
    for kind in ("MovePlayed", "MoveUndone"):
        version = _first(kind, 2)
        assert verdict(mended(_match(), _set(version, digest="00" * 32))) == (version, "digest")


def _undo_across(reveal: bool) -> tuple[int, list[str]]:
    """Somebody signs an undo that is not allowed, with the right digest of where it leads."""
    builder = started_match()
    seat = builder.match.decisions()[0].seat
    to = builder.match.version
    builder.move(seat, "D")
    if not reveal:
        builder.move(seat, "L1").move(3 - seat, "D").move(3 - seat, "L2")
        to = builder.match.version - 3
    from referee.matches.fold import fold

    there = fold(builder.entries[:to], seed=builder.seed)
    facts = there.rules.facts(there.state)
    undo = {
        "at": builder.match.at,
        "data": {
            "base": builder.match.version,
            "to": to,
            "key": 1,
            "signature": "",
            "digest": fairness.digest(builder.match.digest_key, facts),
        },
        "seat": seat if reveal else 3 - seat,
        "type": "MoveUndone",
        "v": 1,
    }
    version = builder.match.version + 1
    builder.cancel()
    return version, mended(builder, lambda events: [*events[:-1], undo, events[-1]], sign=True)


@pytest.mark.parametrize("reveal", [True, False])
def test_an_undo_that_is_not_allowed_is_seen_though_it_is_signed(reveal: bool) -> None:
    """faults.md A49, A52: across a draw, and across another seat's moves."""
    version, lines = _undo_across(reveal)
    assert verdict(lines) == (version, "move")


def test_a_match_that_ends_before_the_rules_end_it_is_seen() -> None:
    builder = started_match().play_on(random.Random(1), most=12)
    version = builder.match.version + 1
    builder.add(Event("MatchEnded", builder.match.at, {"reason": "rules"})).score()
    assert verdict(builder.record()) == (version, "result")


def test_an_end_for_another_reason_is_seen() -> None:
    assert verdict(mended(_match(), _set(_last() - 1, reason="resigned"))) == (_last() - 1, "result")


def test_a_match_without_its_end_is_seen() -> None:
    ended = _first("MatchEnded")
    lines = mended(_match(), lambda events: events[: ended - 1] + events[ended:])
    assert verdict(lines) == (ended, "result")


def test_a_match_that_ends_too_late_is_seen() -> None:
    """After the last move of the rules nothing stands before the end: no undo, no cancelling."""
    ended = _first("MatchEnded")
    revoked = {"at": 0, "by": "referee", "data": {"place": 1, "key": 1}, "type": "SeatKeyRevoked", "v": 1}
    cancelled = {
        "at": 0,
        "by": "0" * 16,
        "data": {"reason": "late", "seed": "0" * 64},
        "type": "MatchCancelled",
        "v": 1,
    }
    cancelled["data"]["seed"] = _match().seed.hex()  # type: ignore[index]
    for other in (revoked, cancelled):
        late = {**other, "at": events_of(_match())[ended - 1]["at"]}
        lines = mended(_match(), lambda events, late=late: [*events[: ended - 1], late, *events[ended - 1 :]])
        assert verdict(lines) == (ended, "result")


def test_nothing_follows_the_result() -> None:
    revoked = {"by": "referee", "data": {"place": 1, "key": 1}, "type": "SeatKeyRevoked", "v": 1}
    revoked["at"] = _match().match.at
    assert verdict(mended(_match(), lambda events: [*events, revoked])) == (_last() + 1, "schema")
    assert verdict(mended(_match(), lambda events: [*events, events[-1]])) == (_last() + 1, "schema")


def _result(**changes: Any) -> Callable[[list[Members]], None]:
    def alter(events: list[Members]) -> None:
        events[-1]["data"]["result"].update(changes)

    return alter


def test_a_wrong_result_is_seen() -> None:
    """faults.md A62."""
    result = events_of(_match())[-1]["data"]["result"]
    assert result["scores"][0] != result["scores"][1]
    wrong = [
        {"scores": result["scores"][::-1]},
        {"scores": [points + 1 for points in result["scores"]]},
        {"ranks": result["ranks"][::-1]},
        {"ranks": [1, 1]},
        {"ranks": []},
        {"breakdown": result["breakdown"][::-1]},
        {"breakdown": [{**result["breakdown"][0], "total": 99}, result["breakdown"][1]]},
    ]
    for changes in wrong:
        assert verdict(mended(_match(), _result(**changes))) == (_last(), "result")


def test_a_clock_that_runs_backwards_is_seen() -> None:
    def alter(version: int) -> Callable[[list[Members]], None]:
        def set_back(events: list[Members]) -> None:
            events[version - 1]["at"] = events[0]["at"] - 1

        return set_back

    assert verdict(mended(_match(), alter(3))) == (3, "schema")
    move = _first("MovePlayed", 5)
    assert verdict(mended(_match(), alter(move))) == (move, "move")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bank_is_finite": 1},
        {"colour": "red"},
        {"start_player": 3},
        {"start_player": True},
        {"species_removed": ["F"]},
        {"species_removed": ["F", "F", "L"]},
    ],
)
def test_options_that_are_not_those_of_the_game_are_seen(options: dict[str, Any]) -> None:
    def alter(events: list[Members]) -> None:
        before = events[0]["data"]["options"]
        events[0]["data"]["options"] = {**before, **options} if options else {}

    assert verdict(mended(_match(), alter, sign=True)) == (1, "schema")


def test_other_options_are_seen() -> None:
    def alter(events: list[Members]) -> None:
        events[0]["data"]["options"]["bank_is_finite"] = not events[0]["data"]["options"]["bank_is_finite"]

    assert verdict(mended(_match(), alter)) == (_first("MovePlayed"), "signature")


def test_another_number_of_players_is_seen() -> None:
    assert verdict(mended(_match(), _set(1, players=3), sign=True))[1] in ("schema", "shuffle")
    assert verdict(mended(_match(), _set(1, players=10))) == (1, "schema")


def test_joins_out_of_order_are_seen() -> None:
    assert verdict(mended(_match(), _set(3, place=1))) == (3, "schema")
    assert verdict(mended(_match(), _set(3, player=f"{1:016d}"))) == (3, "schema")


@pytest.mark.parametrize(
    ("version", "change"),
    [
        (1, {"visibility": "secret"}),
        (2, {"place": 0}),
        (5, {"key": 9}),
        (5, {"digest": "00"}),
        (5, {"note": "x"}),
    ],
)
def test_an_event_off_its_schema_is_seen(version: int, change: dict[str, Any]) -> None:
    assert verdict(mended(_match(), _set(version, **change))) == (version, "schema")


def test_text_that_is_not_canonical_is_seen_though_it_is_chained() -> None:
    from referee.matches.chain import GENESIS, link

    for spoil in (lambda text: text + " ", lambda text: text.replace('"v":1', '"v": 1')):
        entries, head = [], GENESIS
        for entry in _match().entries:
            text = spoil(entry.text) if entry.version == 9 else entry.text
            head = link(head, text)
            entries.append(Entry(entry.version, text, head))
        assert verdict(record_of(entries)) == (9, "schema")


# What is sealed


def test_something_beside_an_event_that_seals_nothing_is_seen() -> None:
    for version in (1, 5, _last()):
        for beside in ("", "{}", canonical_text({"salt": "", "secret": {"signature": "", "steps": []}})):
            assert verdict(_replaced(_match().record(), version, s=beside)) == (version, "sealed")


def _sealed(salt: bytes = b"s" * 16, **changes: Any) -> tuple[int, list[Members], str]:
    """A match whose move is sealed though it hides nothing: the seal itself is sound."""
    events = events_of(_match())
    version = _first("MovePlayed")
    data = events[version - 1]["data"]
    secret = {"steps": data["steps"], "signature": data.pop("signature")} | changes
    data["sealed"] = fairness.seal_hash(salt, secret)
    return version, events, canonical_text({"salt": base64url.encode(salt), "secret": secret})


def test_a_seal_over_a_move_that_hides_nothing_is_seen() -> None:
    version, events, beside = _sealed()
    assert verdict(record_of(rechain(events, {version: beside}))) == (version, "sealed")


def test_a_sealed_part_that_is_missing_or_altered_is_seen() -> None:
    version, events, beside = _sealed()
    other = beside.replace("D", "L", 1)
    wrong = [None, "", "{}", "[]", "null", beside + " ", beside[:-1], other, beside.replace(":", ": ", 1)]
    for spoilt in wrong:
        seals = {} if spoilt is None else {version: spoilt}
        assert verdict(record_of(rechain(events, seals))) == (version, "sealed")


@pytest.mark.parametrize("salt", [b"", b"s" * 15, b"s" * 17])
def test_a_salt_of_another_length_is_seen(salt: bytes) -> None:
    version, events, beside = _sealed(salt)
    assert verdict(record_of(rechain(events, {version: beside}))) == (version, "sealed")


@pytest.mark.parametrize("changes", [{"steps": 5}, {"steps": [5]}, {"signature": None}, {"note": "x"}])
def test_a_sealed_part_of_another_form_is_seen_though_the_hash_is_right(changes: dict[str, Any]) -> None:
    version, events, beside = _sealed(**changes)
    assert verdict(record_of(rechain(events, {version: beside}))) == (version, "sealed")


def test_a_forged_signature_in_a_sealed_part_is_seen() -> None:
    version, events, beside = _sealed(signature="A" * 86)
    assert verdict(record_of(rechain(events, {version: beside}))) == (version, "signature")
    version, events, beside = _sealed(signature="\u00e9")
    assert verdict(record_of(rechain(events, {version: beside}))) == (version, "signature")


# What this program cannot read


@pytest.mark.parametrize(
    "alter",
    [
        _set(4, rules_version=2),
        _set(1, game="chess"),
        lambda events: events[4].update(type="SeatSold"),
        lambda events: events[4].update(v=2),
    ],
)
def test_what_is_newer_than_this_program_is_unreadable_not_wrong(
    alter: Callable[[list[Members]], Any],
) -> None:
    """faults.md A59: a record of later rules is never judged by these."""
    with pytest.raises(UnreadableRecord, match="newer"):
        verdict(mended(_match(), alter, sign=True))


def test_a_match_that_never_began_has_no_result() -> None:
    builder = Builder().open()
    result = {"scores": [], "ranks": [], "breakdown": []}
    scored = {
        "at": builder.match.at,
        "by": "referee",
        "data": {"result": result, "seed": builder.seed.hex()},
        "type": "MatchScored",
        "v": 1,
    }
    assert verdict(mended(builder, lambda events: [*events, scored])) == (2, "schema")


def test_every_kind_of_fault_has_a_test_here() -> None:
    from pathlib import Path

    text = Path(__file__).read_text()
    assert [kind for kind in KINDS if f'"{kind}")' not in text] == []
