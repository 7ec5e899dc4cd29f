"""Pauses, extensions, vacations, nightly hours."""

from collections.abc import Callable
from typing import Any

from referee.api.contract import Answer, Handler
from referee.api.doors import repeatable, viewer_of
from referee.api.matches import dump_match
from referee.api.requests import Request
from referee.api.schemas import (
    Command,
    ExtensionRequest,
    NightlyHours,
    PauseRequest,
    ResumeRequest,
    VacateRequest,
    VacationRequest,
)
from referee.matches.match import Match
from referee.service import absence, nights
from referee.service.house import House

Act = Callable[..., Match]


def handlers(house: House) -> dict[str, Handler]:
    """The handlers of the operations tagged Time."""

    def doing(act: Act, schema: Command) -> Handler:
        def handle(request: Request) -> Answer:
            player = viewer_of(house, request).player
            command: dict[str, Any] = schema.load(request.body)
            match = act(
                house,
                request.path["match"],
                player,
                **command,
                request=repeatable(request, player),
                now=request.received_at,
            )
            return 201, dump_match(house, match)

        return handle

    def show_hours(request: Request) -> Answer:
        found = nights.show_hours(house, viewer_of(house, request).player)
        return 200, {"hours": found}

    def set_hours(request: Request) -> Answer:
        player = viewer_of(house, request).player
        nights.set_hours(house, player, NightlyHours().load(request.body))
        return 200, {"hours": nights.show_hours(house, player)}

    def drop_hours(request: Request) -> Answer:
        nights.set_hours(house, viewer_of(house, request).player, None)
        return 204, None

    return {
        "pause_match": doing(absence.pause_match, PauseRequest()),
        "resume_match": doing(absence.resume_match, ResumeRequest()),
        "extend_deadline": doing(absence.extend_deadline, ExtensionRequest()),
        "vacate_seat": doing(absence.vacate_seat, VacateRequest()),
        "take_vacation": doing(absence.take_vacation, VacationRequest()),
        "show_hours": show_hours,
        "set_hours": set_hours,
        "drop_hours": drop_hours,
    }
