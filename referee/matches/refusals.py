"""How the referee says no: a stable name, a sentence, and what helps the sender."""

from typing import Any


class Refused(Exception):
    """A command that is not carried out; the log is unchanged.

    :param name: the problem type, such as ``order/stale`` (docs/errors.md lists all).
    :param detail: one English sentence for a person.
    :param extra: members for the answer, such as ``base`` or ``legal``.
    """

    def __init__(self, name: str, detail: str, **extra: Any) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = detail
        self.extra = extra
