"""Every way in which a request can fail: one table of stable names, one builder of answers (RFC 9457)."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from referee.matches.refusals import Refused
from referee.strict_json import Json
from referee.words.languages import DEFAULT, Language
from referee.words.problems import wording
from referee.words.refusals import detail_of

MEDIA_TYPE = "application/problem+json"
PAGE = "/problems/"  # what a name begins with as the `type` of an answer, and as a page

AWAY_SECONDS = 2  # after which a repeat makes sense when the store is away or busy


class ProblemType(Enum):
    """The stable name of a problem and the status that it is answered with."""

    AUTH_MISSING = ("auth/missing", 401)
    AUTH_SCOPE = ("auth/scope", 403)
    AUTH_UNKNOWN = ("auth/unknown", 401)
    EXTENSION_NOT_OWING = ("extension/not-owing", 409)
    EXTENSION_TOO_LONG = ("extension/too-long", 422)
    GAME_NOT_FOUND = ("game/not-found", 404)
    HOURS_INVALID = ("hours/invalid", 422)
    IDEMPOTENCY_MISMATCH = ("idempotency/mismatch", 422)
    IDEMPOTENCY_MISSING = ("idempotency/missing", 400)
    KEY_BAD_PROOF = ("key/bad-proof", 422)
    KEY_IN_USE = ("key/in-use", 409)
    KEY_NONE = ("key/none", 409)
    KEY_NOT_FOUND = ("key/not-found", 404)
    KEY_NOT_IN_MATCH = ("key/not-in-match", 403)
    KEY_REVOKED = ("key/revoked", 401)
    KEY_TOO_MANY = ("key/too-many", 409)
    KEY_UNKNOWN = ("key/unknown", 401)
    MATCH_ALREADY_SEATED = ("match/already-seated", 409)
    MATCH_ALREADY_STARTED = ("match/already-started", 409)
    MATCH_CANCELLED = ("match/cancelled", 410)
    MATCH_FULL = ("match/full", 409)
    MATCH_LOG_FULL = ("match/log-full", 409)
    MATCH_NO_VERSION = ("match/no-version", 404)
    MATCH_NOT_FOUND = ("match/not-found", 404)
    MATCH_NOT_FULL = ("match/not-full", 409)
    MATCH_NOT_INVITED = ("match/not-invited", 403)
    MATCH_NOT_ORGANISER = ("match/not-organiser", 403)
    MATCH_NOT_OVER = ("match/not-over", 409)
    MATCH_NOT_STARTED = ("match/not-started", 409)
    MATCH_OPTIONS = ("match/options", 422)
    MATCH_ORGANISER_PLAYS = ("match/organiser-plays", 409)
    MATCH_OVER = ("match/over", 410)
    MOVE_ILLEGAL = ("move/illegal", 422)
    MOVE_INVALID = ("move/invalid", 422)
    ORDER_BAD_SIGNATURE = ("order/bad-signature", 401)
    ORDER_GAME = ("order/game", 422)
    ORDER_NOT_TO_MOVE = ("order/not-to-move", 409)
    ORDER_STALE = ("order/stale", 409)
    PAUSE_INVALID = ("pause/invalid", 422)
    PAUSE_NOT_PAUSED = ("pause/not-paused", 409)
    PLAYER_NAME_TAKEN = ("player/name-taken", 409)
    POLICY_FORBIDS = ("policy/forbids", 409)
    RATE_LIMITED = ("rate/limited", 429)
    REFEREE_BUSY = ("referee/busy", 503)
    REFEREE_FAULT = ("referee/fault", 500)
    REQUEST_MEDIA_TYPE = ("request/media-type", 415)
    REQUEST_METHOD = ("request/method", 405)
    REQUEST_NOT_FOUND = ("request/not-found", 404)
    REQUEST_SCHEMA = ("request/schema", 422)
    REQUEST_TOO_LARGE = ("request/too-large", 413)
    REQUEST_UNREADABLE = ("request/unreadable", 400)
    SEAT_NOT_ABSENT = ("seat/not-absent", 409)
    SEAT_NOT_SEATED = ("seat/not-seated", 403)
    SEAT_NOT_VACANT = ("seat/not-vacant", 409)
    SEAT_NOT_YOURS = ("seat/not-yours", 403)
    SEAT_VACANT = ("seat/vacant", 409)
    STORE_AWAY = ("store/away", 503)
    STORE_BUSY = ("store/busy", 503)
    UNDO_NOT_ALLOWED = ("undo/not-allowed", 409)
    VACATION_TOO_LONG = ("vacation/too-long", 409)

    def __init__(self, problem: str, status: int) -> None:
        self.problem = problem
        self.status = status


BY_NAME: Mapping[str, ProblemType] = {each.problem: each for each in ProblemType}

# Members that an answer may have besides those of RFC 9457, in the order in which they are described.
MEMBERS = (
    "errors",
    "base",
    "step",
    "game",
    "rule",
    "expected",
    "legal",
    "canonical",
    "undo_to",
    "policy",
    "left",
    "fault",
)


class Problem(Exception):
    """A request that is refused.

    :param name: of the table above, such as ``order/stale``.
    :param detail: what happened, one English sentence; without it the standing sentence of the problem.
    :param headers: for the answer, such as ``Retry-After``.
    :param members: of ``MEMBERS``.
    :raises KeyError: for a name that is not in the table.
    :raises TypeError: for a member that the contract does not know.
    """

    def __init__(
        self, name: str, detail: str | None = None, headers: Mapping[str, str] | None = None, **members: Json
    ) -> None:
        self.type = BY_NAME[name]
        self.detail = detail
        self.members = members
        self.headers = {**_standing_headers(self.type), **(headers or {})}
        unknown = set(members) - set(MEMBERS)
        if unknown:
            raise TypeError(f"a problem has no members {sorted(unknown)}")
        super().__init__(f"{name}: {detail or wording(name, DEFAULT).detail}")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.type.status

    def body(self, language: Language) -> dict[str, Any]:
        """The members of the answer, in the reader's language."""
        name = self.type.problem
        return {
            "type": PAGE + name,
            "title": wording(name, language).title,
            "status": self.status,
            "detail": detail_of(name, self.detail, self.members, language),
            **self.members,
        }


def problem_of(refused: Refused) -> Problem:
    """The answer to a command that the floors below refused."""
    members = dict(refused.extra)
    field = members.pop("field", None)
    if field is not None:
        members["errors"] = [
            {"in": "body", "pointer": f"/{field}", "keyword": "option", "detail": refused.detail}
        ]
    return Problem(refused.name, refused.detail, **members)


def _standing_headers(problem: ProblemType) -> dict[str, str]:
    if problem.status == 401:
        # RFC 9110 asks for a challenge with every 401; a signed order is challenged in its own way.
        is_token = problem.problem.startswith("auth/")
        return {"WWW-Authenticate": 'Bearer realm="referee"' if is_token else 'Signature realm="referee"'}
    if problem.status == 503:
        return {"Retry-After": str(AWAY_SECONDS)}
    return {}
