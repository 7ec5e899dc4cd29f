"""What a player checks for himself: receipts as they come, and records when a match is over."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from clients.problems import BadReceipt
from referee.matches.record import UnreadableRecord, read_record
from referee.matches.signatures import BadSignature, open_compact
from referee.matches.verify import BadRecord, verify_record

SOUND, REFUSED, UNREADABLE = 0, 1, 2  # the exit codes of `referee verify`


class Verdict(NamedTuple):
    """The outcome of a check in one line, and the exit code that goes with it."""

    code: int
    line: str


def check_receipt(match: str, answer: Mapping[str, Any], referee_keys: Mapping[str, str]) -> None:
    """Check that the receipt of an accepted order is the referee's, and speaks of this event of this match.

    :param answer: the 201: ``version, head, at, receipt``.
    :param referee_keys: ``kid`` to ``x`` of the keys that the referee has published.
    :raises BadReceipt: if it is not so.
    """
    receipt = answer["receipt"]
    try:
        said = open_compact(receipt, referee_keys)
    except BadSignature as error:
        raise BadReceipt(str(error), receipt) from error
    expected = {"match": match, **{name: answer[name] for name in ("version", "head", "at")}}
    if said != expected:
        raise BadReceipt("it speaks of another event than the answer", receipt)


def check_record(lines: Iterable[str], referee_key: str | None = None) -> Verdict:
    """Check a whole record: chain, signatures, shuffle, every move, the result.

    :param lines: of the record.
    :param referee_key: ``x`` of the key by which the referee is known from elsewhere.
    """
    try:
        found = verify_record(read_record(lines), referee_key)
    except UnreadableRecord as error:
        return Verdict(UNREADABLE, f"unreadable: {error}")
    except BadRecord as error:
        return Verdict(REFUSED, str(error))
    counts = f"{found.events} events, signed {found.signed}, attested {found.attested}"
    return Verdict(SOUND, f"ok: {counts}, referee key {found.referee_key}")
