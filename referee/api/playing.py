"""What I owe, what I may do, and doing it."""

from collections.abc import Sequence
from typing import Any

from referee.api.contract import Answer, Handler
from referee.api.doors import look_until, viewer_of
from referee.api.problems import problem_of
from referee.api.requests import Request
from referee.api.schemas import MoveOrder, PreviewRequest, ResignOrder, TurnAnswer, UndoOrder
from referee.matches.match import Match
from referee.matches.moves import base_members
from referee.now import now_ms
from referee.service import previews, reading
from referee.service.house import House
from referee.service.orders import play_order
from referee.words.games import sentence_for_step
from referee.words.languages import Language

_RETRY_SECONDS = 1
_ORDERS = {"move": MoveOrder(), "undo": UndoOrder(), "resign": ResignOrder()}


def handlers(house: House) -> dict[str, Handler]:
    """The handlers of the operations tagged Playing."""

    def list_turns(request: Request) -> Answer:
        player = viewer_of(house, request).player

        def look() -> tuple[bool, list[reading.Turn], dict[str, int]]:
            live = reading.load_live(house, player)
            turns = reading.turns_of(live, player)
            return bool(turns), turns, {match.id: match.version for match in live}

        return 200, {"turns": TurnAnswer(many=True).dump(look_until(house, request, look))}

    def submit_order(request: Request) -> Answer:
        order = _ORDERS[request.body["order"]["act"]].load(request.body["order"])
        return 201, play_order(house, order, request.body["signature"], request.received_at)

    def preview_move(request: Request) -> Answer:
        player = viewer_of(house, request).player
        command = PreviewRequest().load(request.body)
        preview = previews.preview_move(
            house, request.path["match"], player, command["seat"], command["steps"], command["line"]
        )
        return 200, _dump_preview(preview, request)

    def list_legal_steps(request: Request) -> Answer:
        player = viewer_of(house, request).player
        match, seat, steps = reading.list_legal_steps(
            house, request.path["match"], player, request.query.get("seat")
        )
        owed = [decision.name for decision in match.decisions() if decision.seat == seat]
        return 200, {
            "base": base_members(match, seat),
            "seat": seat,
            "decision": owed[0] if owed else None,
            "steps": dump_steps(match, steps, request.language),
        }

    def list_legal_moves(request: Request) -> Answer:
        player = viewer_of(house, request).player
        prefix: Sequence[str] = request.query.get("from") or ()

        def look() -> tuple[bool, tuple[Match, int, Any], dict[str, int]]:
            match, seat, found = reading.list_legal_moves(
                house, request.path["match"], player, request.query.get("seat"), prefix, now_ms()
            )
            base = match.base_of(seat) or match.last
            return found is not None, (match, seat, found), {reading.legal_topic(match.id): base.version - 1}

        match, seat, found = look_until(house, request, look)
        if found is None:
            return 202, {"status": "pending"}, {"Retry-After": str(_RETRY_SECONDS)}
        return 200, _dump_moves(match, seat, prefix, found, request.language)

    return {
        "list_turns": list_turns,
        "submit_order": submit_order,
        "preview_move": preview_move,
        "list_legal_steps": list_legal_steps,
        "list_legal_moves": list_legal_moves,
    }


def dump_steps(match: Match, steps: Sequence[reading.LegalStep], language: Language) -> list[dict[str, Any]]:
    """Legal steps as answers write them, each with a sentence."""
    game = match.rules.name
    return [
        {
            "step": step.step,
            "parts": step.parts,
            "sentence": sentence_for_step(game, step.parts, language),
            "reveals": step.reveals,
        }
        for step in steps
    ]


def _dump_moves(
    match: Match, seat: int, prefix: Sequence[str], found: Any, language: Language
) -> dict[str, Any]:
    following = reading.next_steps(match, seat, prefix)
    return {
        "base": base_members(match, seat),
        "seat": seat,
        "from": list(prefix),
        "moves": found["moves"],
        "truncated": found["truncated"],
        "next": dump_steps(match, following, language),
    }


def _dump_preview(preview: previews.Preview, request: Request) -> dict[str, Any]:
    language, match = request.language, preview.match
    refused = preview.refused
    return {
        "status": preview.status,
        "steps": preview.steps,
        "reveals": preview.reveals,
        "base": preview.base._asdict(),
        "sentences": [sentence_for_step(match.rules.name, parts, language) for parts in preview.parts],
        "effects": preview.effects,
        "next_legal": dump_steps(match, preview.next_legal, language),
        "view": preview.shown,
        "problem": problem_of(refused).body(language) if refused is not None else None,
    }
