"""What an address of e-mail may be, and what two spellings of one mailbox have in common. Pure."""

import re
from typing import NamedTuple

from referee.matches.refusals import Refused

LONGEST = 254  # characters (RFC 5321, section 4.5.3.1.3, without the angle brackets)
_LONGEST_LOCAL = 64
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_GMAIL = ("gmail.com", "googlemail.com")


class Address(NamedTuple):
    """An address as letters are sent to it, and in the one form that all its spellings share."""

    text: str
    canonical: str


def read_address(text: str) -> Address:
    """Read an address that somebody typed.

    Only the plain form ``local@domain`` counts: no quotes, comments, lists, blanks, line breaks or control
    characters, so that nothing of it can ever end a header or an SMTP command. A domain may be international.

    :raises Refused: ``address/invalid``.
    """
    local, at, domain = text.strip(" ").rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        ascii_domain = ""
    labels = ascii_domain.split(".")
    is_sound = (
        bool(at)
        and len(text) <= LONGEST
        and len(local) <= _LONGEST_LOCAL
        and _LOCAL.fullmatch(local) is not None
        and len(labels) > 1
        and all(_LABEL.fullmatch(label) for label in labels)
        and not labels[-1].isdigit()
    )
    address = f"{local}@{ascii_domain}"
    if not is_sound or len(address) > LONGEST:
        raise Refused("address/invalid", "This is no address of e-mail: name@example.org is one.")
    return Address(address, _canonical(local, ascii_domain))


def _canonical(local: str, domain: str) -> str:
    box = local.lower().partition("+")[0] or local.lower()
    if domain in _GMAIL:
        return f"{box.replace('.', '')}@{_GMAIL[0]}"
    return f"{box}@{domain}"
