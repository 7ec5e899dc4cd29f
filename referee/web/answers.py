"""Answers of pages: templates in the reader's language, and the headers that keep them to themselves."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import flask
import jinja2

from referee.web.forms import form_mark
from referee.web.visits import Visit
from referee.words.catalogues import translations
from referee.words.languages import Language

DOMAIN: Final = "pages"
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Language, Cookie",
}


@cache
def stylesheet() -> tuple[str, bytes]:
    """The one style sheet: its name, which changes with its text, and the text."""
    text = files("referee.web").joinpath("static", "pages.css").read_bytes()
    return f"pages-{hashlib.sha256(text).hexdigest()[:12]}.css", text


@cache
def _environment(language: Language) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("referee.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(  # type: ignore[attr-defined]
        translations(DOMAIN, language), newstyle=True
    )
    return environment


def say(language: Language, text: str, **gaps: object) -> str:
    """A sentence of the pages' catalogue in a language, its gaps ``%(name)s`` filled."""
    found = translations(DOMAIN, language).gettext(text)
    return found % gaps if gaps else found


def show(visit: Visit, template: str, status: int = 200, **values: Any) -> flask.Response:
    """A page.

    :param template: its name, without ``.html``.
    """
    html = (
        _environment(visit.language)
        .get_template(f"{template}.html")
        .render(
            language=visit.language,
            style=f"/assets/{stylesheet()[0]}",
            form=form_mark(visit),
            **{"me": visit.player, "alert": None, "notice": None, **values},
        )
    )
    response = flask.Response(html, status, content_type="text/html; charset=utf-8")
    response.headers["Content-Language"] = visit.language
    return with_headers(response)


def go_to(path: str) -> flask.Response:
    """See another page after a form was taken (303)."""
    response = flask.Response(status=303)
    response.headers["Location"] = path
    response.autocorrect_location_header = False
    return with_headers(response)


def with_headers(response: flask.Response) -> flask.Response:
    """The headers of every page."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def record_file(lines: Sequence[str]) -> flask.Response:
    """A record, to be kept as a file."""
    return with_headers(flask.Response("\n".join(lines) + "\n", content_type="application/jsonl"))


def keep_cookie(visit: Visit, response: flask.Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie that no script and no other site gets; ``seconds`` 0 takes it away."""
    response.set_cookie(
        visit.cookie_name(name),
        value,
        max_age=seconds,
        path="/",
        secure=visit.is_secure,
        httponly=True,
        samesite="Lax",
    )
