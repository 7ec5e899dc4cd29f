"""Opening, joining, leaving, starting and cancelling: who may, when, and what the log then holds."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis import Redis

from referee.games.shuffle import commitment
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service import accounts, finding, matches
from referee.service.accounts import spread_revocation, spread_revocations
from referee.service.house import House
from referee.service.loading import existing, load, load_visible
from referee.store import names
from tests.service.playing import (
    NOW,
    Person,
    add_key,
    join,
    open_match,
    order_of,
    person_at,
    play_out,
    request_of,
    send,
    sign_up,
    started,
)

MakeHouse = Callable[[], House]


@pytest.fixture
def people(house: House) -> list[Person]:
    return [sign_up(house) for _ in range(3)]


def start(house: House, match: Match, person: Person) -> Match:
    return matches.start_match(house, match.id, person.id, request_of(person.id, "start"), NOW + 2)


def cancel(house: House, match: Match, person: Person) -> Match:
    return matches.cancel_match(house, match.id, person.id, request_of(person.id, "cancel"), NOW + 3)


def types(house: House, match: Match) -> list[str]:
    return [json.loads(entry.text)["type"] for entry in house.logs.read(match.id)]


def datas(house: House, match: Match, kind: str) -> list[Any]:
    return [
        event["data"]
        for event in (json.loads(entry.text) for entry in house.logs.read(match.id))
        if event["type"] == kind
    ]


def refused(command: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        command()
    return caught.value.name


def test_the_log_grows_by_exactly_the_events_of_the_chain(house: House, people: list[Person]) -> None:
    match = started(house, people[:2])
    assert types(house, match) == ["MatchOpened", "SeatTaken", "SeatTaken", "MatchStarted"]
    assert (match.status, match.version) == ("running", 4)
    opened = json.loads(house.logs.read(match.id)[0].text)
    assert set(opened["data"]) == {
        "match", "game", "players", "options", "policy", "visibility", "commitment", "referee_key",
    }  # fmt: skip
    seed = house.logs.seed(match.id)
    assert seed is not None
    assert opened["data"]["commitment"] == commitment(seed, match.id)


def test_a_seat_holds_all_active_keys_of_its_player_and_his_entropy(
    house: House, people: list[Person]
) -> None:
    kids = [accounts.list_keys(house, people[0].id)[0].kid]
    kids += [add_key(house, people[0], Ed25519PrivateKey.generate()) for _ in range(3)]
    accounts.revoke_key(house, people[0].id, kids[1])
    match = open_match(house, people[0])
    join(house, match.id, people[0], "ab" * 16)
    taken = datas(house, match, "SeatTaken")[0]
    held = [key.x for key in accounts.list_keys(house, people[0].id) if not key.revoked]
    assert taken["keys"] == [{"crv": "Ed25519", "kty": "OKP", "x": x} for x in held]
    assert len(held) == 3
    assert (taken["place"], taken["entropy"]) == (1, "ab" * 16)


def test_who_leaves_gives_the_seat_to_another_and_the_place_is_not_used_again(
    house: House, people: list[Person]
) -> None:
    match = open_match(house, people[0])
    for person in people[:2]:
        join(house, match.id, person)
    matches.leave_match(house, match.id, people[0].id, NOW + 2)
    matches.leave_match(house, match.id, people[0].id, NOW + 2)
    assert join(house, match.id, people[2]).places[-1].number == 3
    matches.leave_match(house, match.id, people[2].id, NOW + 3)
    assert join(house, match.id, people[0]).places[-1].number == 4
    running = start(house, match, people[0])
    assert sorted(running.seats) == [2, 4]
    assert types(house, match).count("SeatLeft") == 2
    assert refused(lambda: matches.leave_match(house, match.id, people[1].id, NOW)) == "match/already-started"


@pytest.mark.parametrize("seating", ["random", "fixed"])
def test_seats_are_drawn_or_in_order_of_joining_as_the_policy_says(
    house: House, people: list[Person], seating: str
) -> None:
    drawn = {started(house, people, policy={"seating": seating}).seats for _ in range(12)}
    assert all(sorted(seats) == [1, 2, 3] for seats in drawn)
    assert (drawn == {(1, 2, 3)}) == (seating == "fixed")


def test_the_last_to_join_starts_a_match_that_starts_when_full(house: House, people: list[Person]) -> None:
    match = open_match(house, people[2], policy={"start": "full"})
    join(house, match.id, people[0], "00" * 16)
    assert join(house, match.id, people[1], "ff" * 16).status == "running"
    assert types(house, match) == ["MatchOpened", "SeatTaken", "SeatTaken", "MatchStarted"]


def test_many_who_join_at_once_fill_the_seats_once_and_start_once(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    """Joining as the last, in a match that starts when full, from two processes at once."""
    crowd = [*people, *(sign_up(house) for _ in range(5))]
    houses = [house, new_house()]
    for _ in range(5):
        match = open_match(house, people[0], 3, policy={"start": "full"})

        def take(number: int, match: Match = match) -> str:
            try:
                return join(houses[number % 2], match.id, crowd[number]).status
            except Refused as refusal:
                return refusal.name

        with ThreadPoolExecutor(8) as pool:
            found = sorted(pool.map(take, range(8)))
        assert found[-3:] == ["open", "open", "running"]
        assert set(found[:-3]) <= {"match/full", "match/already-started", "store/busy"}
        assert types(house, match) == ["MatchOpened", *["SeatTaken"] * 3, "MatchStarted"]


def test_one_player_who_joins_twice_at_once_has_one_seat(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    houses = [house, new_house()]
    match = open_match(house, people[0], 3)

    def take(number: int) -> str:
        try:
            return join(houses[number % 2], match.id, people[1]).status
        except Refused as refusal:
            return refusal.name

    with ThreadPoolExecutor(4) as pool:
        found = sorted(pool.map(take, range(4)))
    assert found == ["match/already-seated"] * 3 + ["open"]
    assert types(house, match) == ["MatchOpened", "SeatTaken"]


def test_leaving_and_starting_at_once_is_either_a_left_seat_or_a_started_match(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    outcomes = set()
    other = new_house()
    for _ in range(12):
        match = open_match(house, people[0])
        for person in people[:2]:
            join(house, match.id, person)

        def leave(match: Match = match) -> str:
            try:
                matches.leave_match(other, match.id, people[1].id, NOW + 2)
            except Refused as refusal:
                return refusal.name
            return "left"

        def begin(match: Match = match) -> str:
            try:
                return start(house, match, people[0]).status
            except Refused as refusal:
                return refusal.name

        with ThreadPoolExecutor(2) as pool:
            left, began = pool.submit(leave), pool.submit(begin)
            outcomes.add((left.result(), began.result(), types(house, match)[-1]))
    assert outcomes <= {
        ("left", "match/not-full", "SeatLeft"),
        ("match/already-started", "running", "MatchStarted"),
    }


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("join again", "match/already-seated"),
        ("join a full match", "match/full"),
        ("join without a key", "key/none"),
        ("start before it is full", "match/not-full"),
        ("start as another", "match/not-organiser"),
        ("cancel as another", "match/not-organiser"),
        ("start twice", "match/already-started"),
        ("join after the start", "match/already-started"),
        ("cancel what one plays in", "match/organiser-plays"),
        ("cancel twice", "match/cancelled"),
        ("join what is cancelled", "match/cancelled"),
        ("start what is cancelled", "match/cancelled"),
        ("leave what is over", "match/over"),
        ("cancel what is over", "match/over"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name_and_changes_nothing(
    house: House, people: list[Person], log: Redis, what: str, name: str
) -> None:
    """faults.md A5, for everything that is no order."""
    first, second, third = people
    match = open_match(house, first)
    join(house, match.id, first)
    if "full" not in what or what == "join a full match":
        join(house, match.id, second)
    if what in ("start twice", "join after the start", "cancel what one plays in") or "over" in what:
        start(house, match, first)
    if "over" in what:
        play_out(house, match.id, people)
    if "cancelled" in what or "cancel twice" in what:
        cancel(house, match, first)
    keyless = sign_up(house) if what == "join without a key" else third
    if what == "join without a key":
        matches.leave_match(house, match.id, second.id, NOW + 2)
        accounts.revoke_key(house, keyless.id, accounts.list_keys(house, keyless.id)[0].kid)
    acts: dict[str, Callable[[], Any]] = {
        "join again": lambda: join(house, match.id, second),
        "join": lambda: join(house, match.id, keyless),
        "start as another": lambda: start(house, match, second),
        "start": lambda: start(house, match, first),
        "cancel as another": lambda: cancel(house, match, second),
        "cancel": lambda: cancel(house, match, first),
        "leave": lambda: matches.leave_match(house, match.id, second.id, NOW + 9),
    }
    act = acts[max((each for each in acts if what.startswith(each)), key=len)]
    before = {key: log.dump(key) for key in log.scan_iter()}
    assert refused(act) == name
    assert refused(act) == name
    assert {key: log.dump(key) for key in log.scan_iter()} == before


def test_an_organiser_who_does_not_play_may_cancel_a_running_match(
    house: House, people: list[Person]
) -> None:
    match = open_match(house, people[2])
    for person in people[:2]:
        join(house, match.id, person)
    start(house, match, people[2])
    over = cancel(house, match, people[2])
    assert (over.status, types(house, match)[-1]) == ("cancelled", "MatchCancelled")
    assert datas(house, match, "MatchCancelled") == [
        {"reason": "organiser", "seed": house.logs.seed(match.id).hex()}  # type: ignore[union-attr]
    ]


def test_cancelling_and_playing_at_once_leave_nothing_after_the_end(
    house: House, new_house: MakeHouse, people: list[Person]
) -> None:
    other = new_house()
    for _ in range(8):
        match = open_match(house, people[2])
        for person in people[:2]:
            join(house, match.id, person)
        running = start(house, match, people[2])
        seat = running.decisions()[0].seat
        order = order_of(running, seat, ["D"])

        def play(running: Match = running, seat: int = seat, order: Any = order) -> str:
            try:
                return str(send(other, order, person_at(running, seat, people))["version"])
            except Refused as refusal:
                return refusal.name

        with ThreadPoolExecutor(2) as pool:
            played = pool.submit(play)
            pool.submit(cancel, house, match, people[2]).result()
        log = types(house, match)
        assert log[-1] == "MatchCancelled"
        assert (played.result() == "5") == (log[4] == "MovePlayed")
        assert played.result() in ("5", "match/cancelled")


def test_only_invited_players_see_and_join_a_private_match(house: House, people: list[Person]) -> None:
    first, second, third = people
    match = open_match(house, first, visibility="private", policy={"invited": [second.id]})
    assert refused(lambda: join(house, match.id, third)) == "match/not-found"
    assert refused(lambda: load_visible(house, match.id, third.id)) == "match/not-found"
    assert refused(lambda: load_visible(house, match.id, None)) == "match/not-found"
    join(house, match.id, first)
    join(house, match.id, second)
    open_one = open_match(house, first, visibility="public", policy={"invited": [second.id]})
    assert refused(lambda: join(house, open_one.id, third)) == "match/not-invited"
    assert load_visible(house, open_one.id, None).id == open_one.id


def test_lists_follow_every_status_and_hold_public_matches_only(house: House, people: list[Person]) -> None:
    def listed(**asked: Any) -> dict[str, str]:
        wanted = finding.Wanted(**{"status": None, "game": None, "mine": None, **asked})
        return {match.id: match.status for match in finding.find_matches(house, wanted, None, 50).matches}

    public = open_match(house, people[2])
    hidden = open_match(house, people[2], visibility="private", policy={"invited": [people[0].id]})
    unlisted = open_match(house, people[2], visibility="unlisted")
    cancelled = open_match(house, people[2])
    cancel(house, cancelled, people[2])
    assert listed() == {public.id: "open", cancelled.id: "cancelled"}
    assert listed(mine=people[2].id) == {
        public.id: "open", hidden.id: "open", unlisted.id: "open", cancelled.id: "cancelled",
    }  # fmt: skip
    assert listed(mine=people[0].id) == {}
    for person in people[:2]:
        join(house, public.id, person)
    assert listed(mine=people[0].id) == {public.id: "open"}
    start(house, public, people[2])
    assert listed(status="running") == {public.id: "running"}
    play_out(house, public.id, people)
    matches.score_match(house, public.id, NOW + 9)
    assert listed(status="over") == {public.id: "over"}
    assert listed(status="open") == listed(status="running") == {}
    assert house.lists.live(people[0].id) == []
    assert house.lists.past(people[0].id) == [public.id]


def test_a_revoked_key_is_revoked_in_each_live_match_once(house: House, people: list[Person]) -> None:
    over = started(house, people[:2])
    play_out(house, over.id, people)
    live = [started(house, people[:2]), open_match(house, people[0]), started(house, people[1:])]
    join(house, live[1].id, people[0])
    kid = accounts.list_keys(house, people[0].id)[0].kid
    accounts.revoke_key(house, people[0].id, kid)
    for _ in range(3):
        spread_revocation(house, people[0].id, kid, NOW + 9)
    for match, times in ((over, 0), (live[0], 1), (live[1], 1), (live[2], 0)):
        found = datas(house, match, "SeatKeyRevoked")
        place = existing(load(house, match.id)).place_of(people[0].id)
        assert found == [{"place": place.number, "key": 1}] * times if place else not found


def test_a_key_that_is_revoked_while_its_player_joins_is_revoked_in_that_match_too(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The revocation looks for live matches before the join is written: the join's own row finds it."""
    match = open_match(house, people[0])
    kid = accounts.list_keys(house, people[1].id)[0].kid
    read_keys = house.accounts.keys

    def revoke_after_reading(player: str) -> Any:
        keys = read_keys(player)
        if player == people[1].id:
            accounts.revoke_key(house, player, kid)
            spread_revocation(house, player, kid, NOW)
        return keys

    monkeypatch.setattr(house.accounts, "keys", revoke_after_reading)
    join(house, match.id, people[1])
    assert types(house, match)[-1] == "SeatTaken"
    kinds = [row.kind for row in house.outbox.pending(names.outbox(names.shard_of(match.id)))]
    assert kinds == ["joined"]
    for _ in range(2):
        spread_revocations(house, match.id, NOW + 9)
    assert datas(house, match, "SeatKeyRevoked") == [{"place": 1, "key": 1}]


def test_a_seat_is_left_although_a_key_of_it_is_revoked_at_the_same_moment(
    house: House, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_match(house, people[0])
    join(house, match.id, people[1])
    kid = accounts.list_keys(house, people[1].id)[0].kid
    read = house.logs.read_with_done

    def revoke_between(*given: Any) -> Any:
        monkeypatch.undo()
        accounts.revoke_key(house, people[1].id, kid)
        spread_revocation(house, people[1].id, kid, NOW + 1)
        return read(*given)

    monkeypatch.setattr(house.logs, "read_with_done", revoke_between)
    matches.leave_match(house, match.id, people[1].id, NOW + 2)
    assert types(house, match) == ["MatchOpened", "SeatTaken", "SeatKeyRevoked", "SeatLeft"]
    assert existing(load(house, match.id)).place_of(people[1].id) is None
