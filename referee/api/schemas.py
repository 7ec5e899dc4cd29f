"""Commands and answers by marshmallow: what the contract has judged becomes a command, what we know becomes JSON.

The contract (openapi.yaml) is the only description of the interface; a test keeps these schemas equal to it.
"""

from typing import ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validates_schema

from referee.matches.clock import deadline_of
from referee.matches.match import Match
from referee.matches.moves import base_members
from referee.matches.policy import has_members_of_its_kind
from referee.matches.signatures import public_jwk
from referee.service.reading import result_of


class Command(Schema):
    """The body of a request, judged by the contract already; an unknown member is a fault of ours."""

    class Meta:
        unknown = RAISE


class SignUp(Command):
    name = fields.Str(required=True)
    kind = fields.Str(load_default="person")


class TokenRequest(Command):
    scopes = fields.List(fields.Str(), required=True)


class PublicKey(Command):
    crv = fields.Str(required=True)
    kty = fields.Str(required=True)
    x = fields.Str(required=True)


class NewKey(Command):
    key = fields.Nested(PublicKey, required=True)
    proof = fields.Str(required=True)


class Clock(Command):
    kind = fields.Str(required=True)
    per_move = fields.Int(strict=True)
    bank = fields.Int(strict=True)
    increment = fields.Int(strict=True)
    cap = fields.Int(strict=True)

    @validates_schema
    def check_members(self, data: dict[str, object], **_: object) -> None:
        """Are these the members of the kind?"""
        if "kind" in data and not has_members_of_its_kind(data):
            raise ValidationError("clock: exactly the members of its kind")


class PolicyRequest(Command):
    seating = fields.Str()
    start = fields.Str()
    invited = fields.List(fields.Str())
    clock = fields.Nested(Clock)
    reminders = fields.List(fields.Int(strict=True))
    lapses = fields.Int(strict=True)
    hours = fields.Bool(truthy={True}, falsy={False})
    vacation = fields.Int(strict=True)
    pauses = fields.Str()
    extensions = fields.Str()
    vacate = fields.Bool(truthy={True}, falsy={False})
    substitutes = fields.Str()


class MatchOpening(Command):
    game = fields.Str(required=True)
    players = fields.Int(required=True, strict=True)
    options = fields.Dict(keys=fields.Str(), load_default=dict)
    policy = fields.Nested(PolicyRequest, load_default=dict)
    visibility = fields.Str(load_default="public")


class SeatRequest(Command):
    entropy = fields.Str(load_default="")
    seat = fields.Int(strict=True, load_default=None, allow_none=False)


class MoveOrder(Command):
    v = fields.Int(required=True, strict=True)
    act = fields.Str(required=True)
    game = fields.Str(required=True)
    match = fields.Str(required=True)
    seat = fields.Int(required=True, strict=True)
    version = fields.Int(required=True, strict=True)
    head = fields.Str(required=True)
    steps = fields.List(fields.Str(), required=True)


class UndoOrder(MoveOrder):
    class Meta:
        exclude = ("steps",)

    to = fields.Int(required=True, strict=True)


class ResignOrder(MoveOrder):
    class Meta:
        exclude = ("steps",)


class PauseRequest(Command):
    until = fields.Int(required=True, strict=True)
    reason = fields.Str(required=True)


class ResumeRequest(Command):
    reason = fields.Str(required=True)


class ExtensionRequest(Command):
    seat = fields.Int(required=True, strict=True)
    ms = fields.Int(required=True, strict=True)
    reason = fields.Str(required=True)


class VacateRequest(Command):
    seat = fields.Int(required=True, strict=True)
    reason = fields.Str(required=True)


class VacationRequest(Command):
    until = fields.Int(required=True, strict=True)


class NightlyHours(Command):
    class Meta:
        include: ClassVar = {"from": fields.Int(required=True, strict=True)}  # which Python keeps for itself

    zone = fields.Str(required=True)
    to = fields.Int(required=True, strict=True)


class PreviewRequest(Command):
    seat = fields.Int(required=True, strict=True)
    steps = fields.List(fields.Str(), load_default=None, allow_none=False)
    line = fields.Str(load_default=None, allow_none=False)


class Player(Schema):
    player = fields.Str(attribute="id")
    name = fields.Str()
    kind = fields.Str()


class PlayerKey(Schema):
    kid = fields.Str()
    key = fields.Function(lambda key: public_jwk(key.x))
    status = fields.Function(lambda key: "revoked" if key.revoked else "active")


class PlayerRange(Schema):
    min = fields.Function(lambda players: players[0])
    max = fields.Function(lambda players: players[-1])


class GameSummary(Schema):
    game = fields.Str(attribute="name")
    title = fields.Str()
    players = fields.Nested(PlayerRange)
    rules_version = fields.Int()


class OwedDecision(Schema):
    seat = fields.Int()
    decision = fields.Str(attribute="name")


def timed_decisions(match: Match) -> list[dict[str, object]]:
    """The decisions that are owed now, each with its deadline."""
    return [
        {"seat": owed.seat, "decision": owed.name, "deadline": deadline_of(match, owed.seat)}
        for owed in match.decisions()
    ]


class MatchSummary(Schema):
    match = fields.Str(attribute="id")
    game = fields.Str(attribute="rules.name")
    players = fields.Int()
    seated = fields.Function(lambda match: len(match.seated()))
    status = fields.Str()
    visibility = fields.Str()
    organiser = fields.Str()
    opened_at = fields.Int()


class MatchAnswer(Schema):
    """A match without its ``seats``, which need names, and ``still``, which needs the time: both by
    :func:`referee.api.matches.dump_match`."""

    match = fields.Str(attribute="id")
    game = fields.Str(attribute="rules.name")
    players = fields.Int()
    options = fields.Dict()
    policy = fields.Dict()
    visibility = fields.Str()
    status = fields.Str()
    organiser = fields.Str()
    rules_version = fields.Int()
    version = fields.Int()
    head = fields.Str(attribute="last.head")
    base = fields.Function(base_members)
    opened_at = fields.Int()
    started_at = fields.Int()
    commitment = fields.Str()
    turn = fields.Function(timed_decisions)
    result = fields.Function(lambda match: result_of(match))


class TurnAnswer(Schema):
    match = fields.Str(attribute="match.id")
    game = fields.Str(attribute="match.rules.name")
    seat = fields.Int(attribute="decision.seat")
    decision = fields.Str(attribute="decision.name")
    base = fields.Function(lambda turn: base_members(turn.match, turn.decision.seat))
    deadline = fields.Function(lambda turn: deadline_of(turn.match, turn.decision.seat))


class ViewAnswer(Schema):
    match = fields.Str(attribute="match.id")
    version = fields.Int(attribute="match.version")
    head = fields.Str(attribute="match.last.head")
    base = fields.Function(lambda view: base_members(view.match, view.seat))
    at = fields.Int()
    viewer = fields.Int(attribute="seat")
    status = fields.Str(attribute="match.status")
    turn = fields.Function(lambda view: timed_decisions(view.match))
    undo_to = fields.List(fields.Int())
    view = fields.Raw(attribute="shown")
    result = fields.Function(lambda view: result_of(view.match))
