"""Open a match, join it, leave it, start it, cancel it, score it."""

from collections.abc import Mapping
from typing import Any

from referee.games.engine import InvalidOptions
from referee.games.registry import GAMES
from referee.games.shuffle import commitment
from referee.matches import acts, fairness
from referee.matches import policy as policies
from referee.matches.absence import may_take_seat
from referee.matches.chain import chain
from referee.matches.events import REFEREE, Event
from referee.matches.fold import fold
from referee.matches.match import CANCELLED, NOWHERE, OPEN, OVER, RUNNING, Match, entropies_of
from referee.matches.moves import Decided, base_members
from referee.matches.refusals import Refused
from referee.matches.results import final_result
from referee.matches.signatures import public_jwk
from referee.service.appending import Request, append, append_request, referee_key
from referee.service.deadlines import write_deadline
from referee.service.house import House, random_bytes
from referee.service.loading import existing, load, load_at, load_visible
from referee.store import lists
from referee.store.invitations import ACCEPTED

MOST_KEYS = 8
DEFAULT_POLICY: Mapping[str, Any] = {"seating": "random", "start": "organiser", "invited": []}
# What is not said where there is a clock. It is written into the log: a default of tomorrow changes no match of today.
DEFAULT_TIMED_POLICY: Mapping[str, Any] = {
    "reminders": list(policies.REMINDERS),
    "lapses": policies.LAPSES,
    "hours": True,
    "vacation": 0,
    "pauses": policies.NOBODY,
    "extensions": policies.ORGANISER,
    "vacate": True,
    "substitutes": policies.ANYBODY,
}


def open_match(
    house: House,
    organiser: str,
    game: str,
    players: int,
    options: Mapping[str, Any],
    policy: Mapping[str, Any],
    visibility: str,
    request: Request,
    now: int,
) -> Match:
    """Open a match: commit to a seed, and wait for players.

    :param now: milliseconds since 1970.
    :raises Refused: ``match/options`` for a game, a number of players, an option or a clock that does not exist.
    """
    rules = GAMES.get(game)
    if rules is None:
        raise Refused("match/options", f"game: {game} is not one of {', '.join(GAMES)}.", field="game")
    if players not in rules.players:
        first, last = rules.players[0], rules.players[-1]
        raise Refused("match/options", f"players: {rules.title} is for {first} to {last}.", field="players")
    try:
        complete = rules.check_options(players, options)
    except InvalidOptions as error:
        raise Refused("match/options", f"options: {error}", field=f"options/{error.field}") from error
    match_id = house.identity("match", request.id)
    seed = random_bytes(fairness.SEED_BYTES)
    opened = Event(
        "MatchOpened",
        now,
        {
            "match": match_id,
            "game": game,
            "players": players,
            "options": complete,
            "policy": _complete(policy),
            "visibility": visibility,
            "commitment": commitment(seed, match_id),
            "referee_key": public_jwk(house.referee_key),
        },
        by=organiser,
    )
    entries = chain(NOWHERE, [opened])
    also = [*lists.write_live(match_id, [organiser]), write_deadline(fold(entries))]
    if visibility == "public":
        also += lists.write_status(match_id, now, None, OPEN)
    appended = house.logs.append(
        match_id,
        NOWHERE,
        entries,
        request.done_key,
        fingerprint=request.fingerprint,
        seed=seed,
        also=also,
    )
    if appended.kind == "done":
        request.check(appended.fingerprint)
    return load_at(house, existing(load(house, match_id)), 1)


def _complete(policy: Mapping[str, Any]) -> dict[str, Any]:
    fault = policies.fault_in_clock(policy)
    if fault is not None:
        raise Refused("match/options", f"policy: {fault}.", field="policy/clock")
    timed = DEFAULT_TIMED_POLICY if policies.has_clock(policy) else {}
    return {**DEFAULT_POLICY, **timed, **policy}


def join_match(
    house: House,
    match_id: str,
    player: str,
    entropy: str,
    request: Request,
    now: int,
    *,
    vacant_seat: int | None = None,
) -> Match:
    """Take a seat, with all active keys; the last to join starts a match whose policy says so.

    :param entropy: hex of 16 to 64 bytes that the player adds to the chance, or ``""``.
    :param vacant_seat: of a match that runs; by default the first that the player may take.
    :raises Refused: ``key/none`` for who can play in no way: without a key to sign with, and without a confirmed
        address to which links to play by could go.
    """
    return take_seat(house, match_id, player, entropy, request, now, vacant_seat=vacant_seat)


def take_seat(
    house: House,
    match_id: str,
    player: str,
    entropy: str,
    request: Request,
    now: int,
    *,
    is_invited: bool = False,
    vacant_seat: int | None = None,
) -> Match:
    """Take a seat as :func:`join_match` says it.

    :param is_invited: by a letter of the organiser: the match is his to see and to join, whoever else may.
    """
    can_play_by_links = house.mailboxes.mailbox(player) is not None
    keys = [public_jwk(key.x) for key in house.accounts.keys(player) if not key.revoked][:MOST_KEYS]

    def check_can_play(match: Match) -> None:
        if not keys and not can_play_by_links:
            raise Refused(
                "key/none", "Register a key first: moves are signed with it.", base=base_members(match)
            )

    def decide(match: Match) -> Decided:
        if match.status == RUNNING and (
            vacant_seat is not None or any(map(match.is_vacant, all_seats(match)))
        ):
            check_can_play(match)
            seat = vacant_seat or _first_vacant(match, player)
            return acts.decide_replacement(match, seat, player, keys, max(now, match.at))
        check_open(match)
        if match.place_of(player) is not None:
            raise Refused("match/already-seated", "You have a seat in this match.", base=base_members(match))
        invited = match.policy["invited"]
        if invited and not is_invited and player not in invited and player != match.organiser:
            raise Refused("match/not-invited", "Only invited players may take a seat.")
        if match.is_full():
            raise Refused("match/full", f"All {match.players} seats are taken.", base=base_members(match))
        check_can_play(match)
        at = max(now, match.at)
        data = {
            "place": len(match.places) + 1,
            "player": player,
            "keys": keys,
            "entropy": entropy,
        }
        events = [Event("SeatTaken", at, data)]
        if match.policy["start"] == "full" and len(match.seated()) + 1 == match.players:
            places = [*(place.number for place in match.seated()), len(match.places) + 1]
            entropies = [*entropies_of(match), bytes.fromhex(entropy)]
            events.append(_started(match, places, entropies, REFEREE, at))
        return Decided(events, [])

    return append_request(house, match_id, request, decide, is_shown=is_invited)


def _first_vacant(match: Match, player: str) -> int:
    """The vacant seat that a player may take: his own before any other; else the first, so that it says why not."""
    found = [seat for seat in all_seats(match) if match.is_vacant(seat)]
    allowed = [seat for seat in found if may_take_seat(match, seat, player)]
    own = match.seat_of(player)
    return own if own in found else (allowed or found)[0]


def all_seats(match: Match) -> range:
    """The numbers of the seats of a match that has started."""
    return range(1, len(match.seats) + 1)


def leave_match(house: House, match_id: str, player: str, now: int) -> None:
    """Give the seat back before the start; leaving without a seat changes nothing, and may be asked for again."""
    place = load_visible(house, match_id, player).place_of(player)
    if place is None:
        _reopen_invitations(house, match_id, player)
        return

    def decide(match: Match) -> Decided | None:
        now_held = match.place_of(player)
        if now_held is None or now_held.number != place.number:
            return None
        check_open(match)
        return Decided([Event("SeatLeft", max(now, match.at), {"place": place.number})], [])

    append(house, match_id, referee_key("leave", place.number), decide, check=existing)
    _reopen_invitations(house, match_id, player)


def _reopen_invitations(house: House, match_id: str, player: str) -> None:
    """Open again what a player had accepted who holds no seat: by its link he may come back."""
    for invitation in house.invitations.all(match_id):
        if invitation.player == player and invitation.state == ACCEPTED:
            house.invitations.reopen(match_id, invitation)


def start_match(house: House, match_id: str, player: str, request: Request, now: int) -> Match:
    """Start a match whose seats are all taken; its organiser says when."""

    def decide(match: Match) -> Decided:
        check_organiser(match, player)
        check_open(match)
        if not match.is_full():
            raise Refused(
                "match/not-full",
                f"{len(match.seated())} of {match.players} seats are taken.",
                base=base_members(match),
            )
        places = [place.number for place in match.seated()]
        at = max(now, match.at)
        return Decided([_started(match, places, entropies_of(match), player, at)], [])

    return append_request(house, match_id, request, decide)


def cancel_match(house: House, match_id: str, player: str, request: Request, now: int) -> Match:
    """Cancel a match and publish its seed; who plays in it cannot cancel it once it runs."""

    def decide(match: Match) -> Decided:
        check_organiser(match, player)
        _check_not_over(match)
        if match.status == RUNNING and match.place_of(player) is not None:
            raise Refused(
                "match/organiser-plays",
                "Who plays in a match cannot cancel it once it runs.",
                base=base_members(match),
            )
        data = {"reason": "organiser", "seed": _seed(match).hex()}
        return Decided([Event("MatchCancelled", max(now, match.at), data, by=player)], [])

    return append_request(house, match_id, request, decide)


def score_match(house: House, match_id: str, now: int) -> bool:
    """Append the result and the seed of a match that has ended; True if it is scored, now or before."""

    def decide(match: Match) -> Decided | None:
        if match.scored or not match.ended or match.status == CANCELLED:
            return None
        result = final_result(match)
        data = {"result": result, "seed": _seed(match).hex()}
        return Decided([Event("MatchScored", max(now, match.at), data, by=REFEREE)], [])

    match, _ = append(house, match_id, referee_key("score", "end"), decide, check=existing)
    return match.scored


def _started(match: Match, places: list[int], entropies: list[bytes], by: str, at: int) -> Event:
    seats = fairness.draw_seats(match.policy, _seed(match), match.id, places, entropies)
    data = {"rules_version": match.rules.rules_version, "seats": seats}
    return Event("MatchStarted", at, data, by=by)


def _seed(match: Match) -> bytes:
    if match.seed is None:
        raise RuntimeError(f"the seed of match {match.id} is gone")
    return match.seed


def check_open(match: Match) -> None:
    """Refuse what is for a match that waits for its players."""
    _check_not_over(match)
    if match.status != OPEN:
        raise Refused("match/already-started", "The match has started.", base=base_members(match))


def _check_not_over(match: Match) -> None:
    if match.status == CANCELLED:
        raise Refused("match/cancelled", "The match was cancelled.")
    if match.status == OVER:
        raise Refused("match/over", "The match is over.")


def check_organiser(match: Match, player: str) -> None:
    """Refuse what only the organiser may do."""
    if match.organiser != player:
        raise Refused("match/not-organiser", "Only who opened the match may do this.")
