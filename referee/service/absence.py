"""What a person does about time: the organiser pauses, extends, vacates; a player takes a vacation or a vacant seat."""

from collections.abc import Callable

from referee.matches import acts
from referee.matches.match import Match
from referee.matches.moves import Decided, check_match_runs
from referee.matches.refusals import Refused
from referee.service.appending import Request, append_request
from referee.service.house import House
from referee.service.matches import check_organiser


def pause_match(
    house: House, match_id: str, player: str, until: int, reason: str, request: Request, now: int
) -> Match:
    """Pause a match until a moment (ms since 1970), as its organiser."""
    return _organise(
        house,
        match_id,
        player,
        lambda match, at: acts.decide_pause(match, player, until, reason, at),
        request,
        now,
    )


def resume_match(house: House, match_id: str, player: str, reason: str, request: Request, now: int) -> Match:
    """End a pause before its time, as the organiser."""
    return _organise(
        house, match_id, player, lambda match, at: acts.decide_resume(match, player, reason, at), request, now
    )


def extend_deadline(
    house: House, match_id: str, player: str, seat: int, ms: int, reason: str, request: Request, now: int
) -> Match:
    """Give a seat that owes a decision more time (ms), as the organiser, but not to himself."""

    def act(match: Match, at: int) -> Decided:
        if match.seat_of(player) == seat:
            raise Refused("match/organiser-plays", "Nobody gives time to himself.")
        return acts.decide_extension(match, player, seat, ms, reason, at)

    return _organise(house, match_id, player, act, request, now)


def vacate_seat(
    house: House, match_id: str, player: str, seat: int, reason: str, request: Request, now: int
) -> Match:
    """Declare the seat of an absent player vacant, as the organiser."""
    return _organise(
        house,
        match_id,
        player,
        lambda match, at: acts.decide_vacancy(match, player, seat, reason, at),
        request,
        now,
    )


def take_vacation(house: House, match_id: str, player: str, until: int, request: Request, now: int) -> Match:
    """Let the clock of one's own seat stand still until a moment (ms since 1970)."""

    def decide(match: Match) -> Decided:
        check_match_runs(match)
        seat = match.seat_of(player)
        if seat is None:
            raise Refused("seat/not-seated", "You have no seat in this match.")
        return acts.decide_vacation(match, seat, until, max(now, match.at))

    return append_request(house, match_id, request, decide)


def _organise(
    house: House,
    match_id: str,
    player: str,
    act: Callable[[Match, int], Decided],
    request: Request,
    now: int,
) -> Match:
    def decide(match: Match) -> Decided:
        check_organiser(match, player)
        check_match_runs(match)
        return act(match, max(now, match.at))

    return append_request(house, match_id, request, decide)
