"""The deadlines of a player as entries of a calendar: each keeps its id for life, and is called off when it is met."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.matches import base64url, clock
from referee.matches.match import Match
from referee.matches.refusals import Refused
from referee.service.appending import Request
from referee.service.house import House
from referee.service.reading import load_live, turns_of

_CALLED_OFF_MS = 30 * 24 * 3600 * 1000  # for how long what was called off is still shown


class Entry(NamedTuple):
    """A deadline as a calendar shows it.

    :param id: of the stint; the same as long as it lasts, however its deadline moves.
    :param deadline: milliseconds since 1970 UTC.
    :param sequence: grows with each change (RFC 5545, section 3.8.7.4).
    :param changed: when it changed last, in milliseconds.
    :param is_off: the move was made, or is not due any more.
    """

    id: str
    match: str
    title: str
    deadline: int
    sequence: int
    changed: int
    is_off: bool = False


def make_link(house: House, player: str, request: Request) -> str:
    """A new secret link to a player's calendar; an older one opens nothing any more. Gives its token, shown once."""
    token = base64url.encode(house.secret_for("calendar", request.id))
    outcome = house.calendars.set_link(player, token, request.id.hex(), request.fingerprint)
    request.check(outcome.value.decode())
    return token


def find_owner(house: House, token: str) -> str:
    """Whose calendar a link opens; raises Refused ``link/dead``."""
    player = house.calendars.player_of(token)
    if player is None:
        raise Refused("link/dead", "This link opens nothing, or not any more.")
    return player


def show_calendar(house: House, player: str, now: int) -> list[Entry]:
    """The deadlines of a player, and those that were called off of late.

    :param now: milliseconds since 1970.
    """
    before = {id: Entry(*held) for id, held in house.calendars.shown(player).items()}
    live = load_live(house, player)
    owed = [(turn.match, turn.decision.seat) for turn in turns_of(live, player)]
    after = entries_after(before, owed, now)
    if after != before:
        house.calendars.keep_shown(player, after)
    return sorted(after.values(), key=lambda entry: (entry.deadline, entry.id))


def entries_after(
    before: Mapping[str, Entry], owed: Iterable[tuple[Match, int]], now: int
) -> dict[str, Entry]:
    """What a calendar shows next: new deadlines, moved ones under their old ids, and the others called off.

    :param owed: matches in which the player owes a decision, each with his seat.
    """
    after: dict[str, Entry] = {}
    for match, seat in owed:
        deadline = clock.deadline_of(match, seat)
        if deadline is None:
            continue
        id = f"{match.id}-{seat}-{match.clocks[seat - 1].since}"
        fresh = Entry(id, match.id, match.rules.title, deadline, 0, now)
        after[id] = _changed(before[id], fresh, now) if id in before else fresh
    for id, known in before.items():
        off = known if known.is_off else _changed(known, known._replace(is_off=True), now)
        if id not in after and now - off.changed < _CALLED_OFF_MS:
            after[id] = off
    return after


def _changed(known: Entry, fresh: Entry, now: int) -> Entry:
    same = fresh._replace(sequence=known.sequence, changed=known.changed)
    return known if same == known else fresh._replace(sequence=known.sequence + 1, changed=now)
