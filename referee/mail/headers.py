"""The headers of letters: threads that hold, no automatic answers, one click to get no more."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from email.headerregistry import Address
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime
from typing import Any

from referee.service.notices import Notice
from referee.store.letters import CONFIRM, INVITATION, REMINDER

SENDER_NAME = "Referee"
_TAG_CHARACTERS = 4  # of the match's id: what people see of it
_HIDDEN = (
    "C",
    "Zl",
    "Zp",
)  # controls, formats (bidi marks), surrogates, separators of lines: in no header, ever


class LetterPolicy(EmailPolicy):
    """SMTP's policy, but identifiers and addresses of pages stay whole on one line.

    The standard one encodes a long word without blanks as if it were text, and a List-Unsubscribe that was folded
    has broken signatures (faults.md B12). A line may have 998 characters (RFC 5322, section 2.1.1).
    """

    WHOLE = frozenset(
        {
            "message-id",
            "references",
            "in-reply-to",
            "list-id",
            "list-unsubscribe",
            "list-unsubscribe-post",
            "feedback-id",
        }
    )

    def fold(self, name: str, value: str) -> str:
        """One header as text."""
        if name.lower() in self.WHOLE:
            return f"{name}: {value}{self.linesep}"
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: str) -> bytes:
        """One header as bytes."""
        return self.fold(name, value).encode("ascii", "surrogateescape")


POLICY = LetterPolicy(
    **{key: getattr(SMTP, key) for key in ("linesep", "max_line_length", "raise_on_defect")}
)


def headers_of(notice: Notice, subject: str, mail_from: str, public_url: str, now: int) -> Mapping[str, Any]:
    """All headers of a letter but those of its body.

    :param subject: of a letter that is about no match.
    :param mail_from: the plain address that it comes from.
    :param now: milliseconds since 1970.
    """
    host = mail_from.rpartition("@")[2]
    user, _, domain = mail_from.rpartition("@")
    headers: dict[str, Any] = {
        "From": Address(SENDER_NAME, user, domain),
        "To": notice.address,
        "Subject": subject_of(notice) or clean(subject),
        "Date": format_datetime(datetime.fromtimestamp(now // 1000, UTC)),
        "Message-ID": message_id(notice, host),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": notice.locale,
        "Feedback-ID": f"{notice.what}:{notice.match.rules.name if notice.match else 'account'}:letters:referee",
    }
    if notice.match is not None:
        headers["References"] = f"<{_thread(notice)}.root@{host}>"
        headers["List-Id"] = f"<{notice.match.id}.matches.{host}>"
    if notice.links.unsubscribe:
        headers["List-Unsubscribe"] = f"<{public_url}/u/{notice.links.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def message_id(notice: Notice, host: str) -> str:
    """The id of a letter: the same in every copy, so that receivers drop a second one."""
    if notice.what == CONFIRM:
        return f"<c-{notice.code_id}@{host}>"
    # There may be several reminders of one turn.
    what = f"{notice.what}-{notice.stamp}" if notice.what == REMINDER else notice.what
    return f"<{_thread(notice)}.t-{notice.version}.{what}@{host}>"


def subject_of(notice: Notice) -> str:
    """The constant subject of a match: ``[Zooloretto K7Q2] Ana, Luis, Mei``; empty where there is none."""
    match = notice.match
    if match is None:
        return ""
    names = list(notice.names.values()) or [notice.inviter]
    # The standard library decodes what looks encoded, and would write out what it finds: a line break, perhaps.
    return clean(f"[{match.rules.title} {tag_of(match.id)}] {', '.join(names)}").replace("=?", "=\ufffd")


def tag_of(match_id: str) -> str:
    """What people call a match: the first letters of its id."""
    return match_id[:_TAG_CHARACTERS].upper()


def clean(text: str) -> str:
    """A text that can stand in a header or a line: what is not visible or would end a line shows as a mark."""
    return "".join(
        "\ufffd" if unicodedata.category(letter).startswith(_HIDDEN) else letter for letter in text
    )


def _thread(notice: Notice) -> str:
    """What all letters of one thread share: a seat of a match, or an invitation."""
    place = f"i-{notice.number}" if notice.what == INVITATION else f"s-{notice.number}"
    return f"g-{notice.match.id if notice.match else ''}.{place}"
