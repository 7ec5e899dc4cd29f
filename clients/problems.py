"""What can go wrong between a client and the referee, as exceptions."""

from collections.abc import Mapping
from typing import Any

from clients.answers import Base

_PREFIX = "/problems/"
_PASSING = frozenset({429, 503})  # statuses that say nothing about the request itself


class ClientError(Exception):
    """Something that a caller of the SDK should expect; its text is one clear line."""


class NoConnection(ClientError):
    """The referee did not answer, however often we asked.

    Whether the last request took effect is unknown: the same order, or the same ``Idempotency-Key``, may be
    sent again at any time.
    """


class BadAnswer(ClientError):
    """What answered is no referee, or one that this client does not understand."""


class BadReceipt(ClientError):
    """The referee's receipt does not hold: keep it, and the answer, as evidence.

    :ivar receipt: as it came.
    """

    def __init__(self, why: str, receipt: str) -> None:
        super().__init__(f"the receipt does not hold: {why}")
        self.receipt = receipt


class RefereeProblem(ClientError):
    """A refusal of the referee (RFC 9457); nothing has changed by the request.

    :ivar type: the stable name, such as ``order/stale``; docs/errors.md lists all.
    :ivar members: all members of the answer.
    """

    def __init__(self, status: int, members: Mapping[str, Any]) -> None:
        self.status = status
        self.members = dict(members)
        self.type = str(members.get("type", "")).removeprefix(_PREFIX)
        self.title = str(members.get("title", ""))
        self.detail = str(members.get("detail", ""))
        super().__init__(f"{self.type}: {self.detail}")

    @property
    def base(self) -> Base | None:
        """The base of the seat now, with a conflict."""
        base: Base | None = self.members.get("base")
        return base

    @property
    def rule(self) -> str | None:
        """The stable name of the rule that forbids the step."""
        rule: str | None = self.members.get("rule")
        return rule

    @property
    def step(self) -> str | None:
        """The step that was refused."""
        step: str | None = self.members.get("step", {}).get("text")
        return step

    @property
    def legal(self) -> list[str]:
        """What would have been legal in place of the refused step."""
        return list(self.members.get("legal", ()))

    @property
    def canonical(self) -> str | None:
        """The canonical spelling of the step, where another one was sent."""
        canonical: str | None = self.members.get("canonical")
        return canonical

    @property
    def errors(self) -> list[dict[str, str]]:
        """Every field that is off the schema."""
        return list(self.members.get("errors", ()))

    @property
    def expected(self) -> list[dict[str, Any]]:
        """Who owes which decision now."""
        return list(self.members.get("expected", ()))

    @property
    def undo_to(self) -> list[int]:
        """The versions to which an undo may return."""
        return list(self.members.get("undo_to", ()))


def is_passing(error: ClientError) -> bool:
    """May the same request be answered later? Then whether it took effect is unknown, and it may be sent again."""
    return isinstance(error, NoConnection) or (isinstance(error, RefereeProblem) and error.status in _PASSING)
