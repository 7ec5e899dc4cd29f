"""Forms that only our own pages can send: a mark in the body, and the word of the browser for where it comes from."""

import hmac
from urllib.parse import urlsplit

import flask

from referee.matches.refusals import Refused
from referee.web.visits import Visit

SURE = "yes"  # what a box says when it is ticked that asks whether somebody is sure
# Longer than the 16 bytes that the mac of a token is over, so that a mark is never one.
_LABEL = b"referee-form-mark-v1\0"


def form_mark(visit: Visit) -> str:
    """What every form of a page carries: bound to the session of this browser, and known to nobody else."""
    session = visit.cookie("session") or ""
    return hmac.digest(visit.house.link_key, _LABEL + session.encode(), "sha256").hex()[:32]


def check_form(visit: Visit) -> None:
    """Refuse a form that another site sent; raises Refused ``form/foreign``."""
    check_origin(visit)
    if not hmac.compare_digest(visit.field("form").encode(), form_mark(visit).encode()):
        raise foreign()


def check_origin(visit: Visit) -> None:
    """Refuse what the browser says comes from another site; raises Refused ``form/foreign``.

    A page that says ``no-referrer`` sends ``Origin: null``, so that this alone is no reason.
    """
    site = flask.request.headers.get("Sec-Fetch-Site")
    origin = flask.request.headers.get("Origin", "null")
    if site is not None:
        is_ours = site in ("same-origin", "none")
    else:
        is_ours = origin == "null" or urlsplit(origin).netloc in _hosts(visit)
    if not is_ours:
        raise foreign()


def foreign() -> Refused:
    """The refusal of a form that did not come from our page."""
    return Refused("form/foreign", "This form was not sent from our page, or you signed in or out meanwhile.")


def _hosts(visit: Visit) -> tuple[str, str]:
    return flask.request.host, urlsplit(visit.settings.public_url).netloc
