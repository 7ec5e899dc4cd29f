"""Events of time and absence, good where they may stand."""

from referee.matches.events import REFEREE, Event
from referee.matches.match import Match
from tests.matches.building import ORGANISER, jwk_of, key_of

SUBSTITUTE = "z" * 16


def event_of_absence(kind: str, match: Match, at: int, seat: int = 1) -> Event:
    """An event of a kind that concerns a seat, as the match stands.

    :raises KeyError: for a kind that has nothing to do with time or absence.
    """
    sitting = match.sittings[seat - 1] if match.sittings else None
    lapses = 1 if sitting is None else sitting.lapses + 1
    keys = [jwk_of(key_of("substitute"))]
    lapse = {"seat": seat, "reason": "time", "lapses": lapses, "vacant": lapses >= 2, "deadline": at}
    resigned = {"base": 4, "head": "0" * 64, "key": 1, "signature": "A" * 86}
    return {
        "SeatLapsed": Event(kind, at, lapse, by=REFEREE),
        "SeatReplaced": Event(
            kind,
            at,
            {"seat": seat, "place": len(match.places) + 1, "player": SUBSTITUTE, "keys": keys},
        ),
        "SeatHoursSet": Event(kind, at, {"zone": "Europe/Madrid", "from": 1320, "to": 420}, seat=seat),
        "VacationTaken": Event(kind, at, {"until": at + 3_600_000}, seat=seat),
        "DeadlineExtended": Event(
            kind, at, {"seat": seat, "ms": 3_600_000, "reason": "illness"}, by=ORGANISER
        ),
        "MatchPaused": Event(kind, at, {"reason": "holidays", "until": at + 3_600_000}, by=ORGANISER),
        "MatchResumed": Event(kind, at, {"reason": "all-back"}, by=ORGANISER),
        "TimeCredited": Event(kind, at, {"from": at - 1, "to": at}, by=REFEREE),
        "SeatResigned": Event(kind, at, resigned, seat=seat),
    }[kind]
