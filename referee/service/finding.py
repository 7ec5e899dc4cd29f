"""Find matches: public ones, or one's own; newest first, in pages."""

from dataclasses import dataclass

from referee.games.registry import GAMES
from referee.matches.match import Match
from referee.service.house import House
from referee.service.reading import load_many
from referee.store.lists import STATUSES, Listed


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are asked for; None: any. ``mine``: those of this player, whatever their visibility."""

    status: str | None
    game: str | None
    mine: str | None

    def takes(self, match: Match) -> bool:
        """Is the match asked for?"""
        return self.status in (None, match.status) and self.game in (None, match.rules.name)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of matches; ``next`` is where the following begins, None at the end."""

    matches: list[Match]
    next: str | None


def find_matches(house: House, wanted: Wanted, after: str | None, limit: int) -> Page:
    """One page of the matches that are asked for, behind the place ``after``."""
    place = None if after is None else read_cursor(after)
    if wanted.game is not None and wanted.game not in GAMES:
        found: list[Match] = []  # or all matches there are would be looked through for it
    elif wanted.mine is not None:
        found = _mine(house, wanted, wanted.mine, place)
    else:
        found = _public(house, wanted, place, limit + 1)
    page = found[:limit]
    more = len(found) > limit
    return Page(page, write_cursor(page[-1]) if more and page else None)


def write_cursor(match: Match) -> str:
    """The place of a match in a list."""
    return f"{match.opened_at}.{match.id}"


def read_cursor(text: str) -> Listed:
    """The place that a cursor means."""
    time, _, match = text.partition(".")
    return Listed(int(time), match)


def _mine(house: House, wanted: Wanted, player: str, after: Listed | None) -> list[Match]:
    ids = [*house.lists.live(player), *house.lists.past(player)]
    found = [match for match in load_many(house, ids) if wanted.takes(match)]
    listed = sorted(found, key=_place, reverse=True)
    return [match for match in listed if after is None or _place(match) < after]


def _public(house: House, wanted: Wanted, after: Listed | None, count: int) -> list[Match]:
    found: list[Match] = []
    statuses = STATUSES if wanted.status is None else (wanted.status,)
    while len(found) < count:
        places = sorted(
            (place for status in statuses for place in house.lists.public(status, after, count)), reverse=True
        )[:count]
        if not places:
            break
        found += [
            match for match in load_many(house, [place.match for place in places]) if wanted.takes(match)
        ]
        after = places[-1]
    return found[:count]


def _place(match: Match) -> Listed:
    return Listed(match.opened_at, match.id)
