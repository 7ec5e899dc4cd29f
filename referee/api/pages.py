"""The contract's own pages: the document itself, and what each problem type means."""

from html import escape

import flask

from referee.api.contract import EXTENSION, Answer, Request
from referee.api.problems import BY_NAME, Problem
from referee.api.spec import Contract
from referee.words.problems import wording

_HTML = "text/html"
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
<p><code>{name}</code>, {status}</p>
<p>{detail}</p>
<p>{advice}</p>
</body>
</html>
"""


def show_contract(request: Request) -> Answer:
    """``GET /openapi.yaml``: the document as it is."""
    contract: Contract = flask.current_app.extensions[EXTENSION]
    return 200, contract.text


def show_problem(request: Request) -> Answer:
    """``GET /problems/{area}/{name}``: a page, as HTML for those who prefer it, else as plain text."""
    name = f"{request.path['area']}/{request.path['name']}"
    found = BY_NAME.get(name)
    if found is None:
        raise Problem("request/not-found")
    words = wording(name, request.language)
    accepted = flask.request.accept_mimetypes
    if accepted[_HTML] > accepted["text/plain"]:
        page = _PAGE.format(
            language=request.language,
            name=escape(name),
            status=found.status,
            title=escape(words.title),
            detail=escape(words.detail),
            advice=escape(words.advice),
        )
        return 200, page, {"Content-Type": f"{_HTML}; charset=utf-8", "Vary": "Accept, Accept-Language"}
    text = f"{words.title}\n\n{name} ({found.status})\n\n{words.detail}\n{words.advice}\n"
    return 200, text, {"Vary": "Accept, Accept-Language"}
