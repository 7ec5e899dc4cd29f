"""The contract at work: routes made from openapi.yaml, every request judged by it, every answer shaped by it.

No route is written anywhere else. A handler is a function from a judged :class:`Request` to an answer; it has the
name (``operationId``) that the contract gives the operation.
"""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from referee.api.problems import MEDIA_TYPE, PAGE, Problem, problem_of
from referee.api.requests import Envelope, Request, open_envelope, read_request
from referee.api.spec import Contract, Operation
from referee.matches.refusals import Refused
from referee.strict_json import Json, canonical, read
from referee.words.languages import DEFAULT, Language, pick_language

__all__ = ["EXTENSION", "Answer", "ContractBroken", "Envelope", "Handler", "Request", "bind"]

# (status, body) or (status, body, headers). A body is JSON, or a text where the contract names a text, or None.
Answer = tuple[int, Json] | tuple[int, Json, Mapping[str, str]] | flask.Response
Handler = Callable[[Request], Answer]

# Looks at a request before it is read; gives headers for the answer, or raises Problem.
Limit = Callable[[Envelope], Mapping[str, str]]
# Turns an exception of the floors below into a problem, or says None.
Translate = Callable[[Exception], Problem | None]

EXTENSION = "referee.contract"  # where a bound app keeps its contract (Flask's ``app.extensions``)

_JSON = "application/json"
_log = logging.getLogger(__name__)


class ContractBroken(Exception):
    """Routes and operations differ, or an answer is not as the contract describes it."""


def bind(
    app: flask.Flask,
    contract: Contract,
    handlers: Mapping[str, Handler],
    *,
    limit: Limit | None = None,
    translate: Sequence[Translate] = (),
    validate_responses: bool = False,
) -> None:
    """Build all routes of an app from the contract.

    :param handlers: one for each operation, by ``operationId``.
    :param limit: the rate limit, asked first of all.
    :param translate: for exceptions other than Problem and Refused, tried in order.
    :param validate_responses: hold every answer against the contract; one that is off it is logged and
        answered with 500.
    :raises ContractBroken: if an operation has no handler, or a handler no operation.
    """
    if set(handlers) != set(contract.operations):
        missing = sorted(set(contract.operations) - set(handlers))
        unknown = sorted(set(handlers) - set(contract.operations))
        raise ContractBroken(
            f"operations without a handler: {missing}; handlers without an operation: {unknown}"
        )
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    for operation in contract.operations.values():
        door = _Door(contract, operation, handlers[operation.id], limit, translate, validate_responses)
        app.add_url_rule(
            operation.rule,
            endpoint=operation.id,
            view_func=door,
            methods=[operation.method],
            provide_automatic_options=False,
        )
    app.extensions[EXTENSION] = contract
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(Exception, _answer_fault)


class _Door:
    """One operation as Flask calls it."""

    def __init__(
        self,
        contract: Contract,
        operation: Operation,
        handler: Handler,
        limit: Limit | None,
        translate: Sequence[Translate],
        validate_responses: bool,
    ) -> None:
        self._contract = contract
        self._operation = operation
        self._handler = handler
        self._limit = limit
        self._translate = translate
        self._validate = validate_responses

    def __call__(self, **path: str) -> flask.Response:
        envelope = open_envelope(self._operation)
        headers: dict[str, str] = {}
        try:
            if self._limit is not None:
                headers.update(self._limit(envelope))
            response = self._respond(self._handler(read_request(envelope, path)), envelope.language)
        except Exception as error:
            response = self._refuse(error, envelope.language)
        if self._validate:
            response = self._checked(response, envelope.language)
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response

    def _respond(self, answer: Answer, language: Language) -> flask.Response:
        if isinstance(answer, flask.Response):
            return answer
        status, body = answer[0], answer[1]
        headers = answer[2] if len(answer) == 3 else {}
        response = flask.Response(status=status)
        media_types = list(self._operation.answers.get(status, {}))
        if body is None:
            del response.headers["Content-Type"]
        else:
            media_type = media_types[0] if media_types else _JSON
            response.headers["Content-Type"] = _with_charset(media_type)
            response.set_data(canonical(body) if media_type == _JSON else body)
        if status in self._operation.speaks:
            response.headers["Content-Language"] = language
            response.headers["Vary"] = "Accept-Language"
        response.headers.update(headers)
        return _finish(response)

    def _refuse(self, error: Exception, language: Language) -> flask.Response:
        if isinstance(error, Problem):
            return write_problem(error, language)
        if isinstance(error, Refused):
            return write_problem(problem_of(error), language)
        for translate in self._translate:
            problem = translate(error)
            if problem is not None:
                return write_problem(problem, language)
        return write_problem(_fault(error, self._operation.id), language)

    def _checked(self, response: flask.Response, language: Language) -> flask.Response:
        try:
            check_answer(self._contract, self._operation, response)
        except ContractBroken as error:
            return write_problem(_fault(error, self._operation.id), language)
        return response


def check_answer(contract: Contract, operation: Operation, response: flask.Response) -> None:
    """Hold an answer against what the contract says of the operation.

    :raises ContractBroken: for a status, a media type, a body or a problem that is not documented.
    """
    forms = operation.answers.get(response.status_code)
    what = f"{operation.id} answers {response.status_code}"
    if forms is None:
        raise ContractBroken(f"{what}, which is not documented: {response.get_data(as_text=True)[:300]}")
    if not forms:
        if response.get_data():
            raise ContractBroken(f"{what} with a body, but none is documented")
        return
    if response.mimetype not in forms:
        raise ContractBroken(f"{what} as {response.mimetype}, documented are {sorted(forms)}")
    if response.mimetype not in (_JSON, MEDIA_TYPE):
        return
    body = read(response.get_data())
    errors = [
        f"{list(error.instance_path)}: {error.message}"
        for error in forms[response.mimetype].iter_errors(body)
    ]
    if errors:
        raise ContractBroken(f"{what} off its schema: {'; '.join(errors)[:2000]}")
    if response.mimetype == MEDIA_TYPE:
        name = body["type"].removeprefix(PAGE)
        if name not in operation.problems and name not in contract.problems_anywhere:
            raise ContractBroken(f"{what} with the problem {name}, which is not documented there")


def write_problem(problem: Problem, language: Language) -> flask.Response:
    """A problem as an answer."""
    response = flask.Response(canonical(problem.body(language)), problem.status, content_type=MEDIA_TYPE)
    response.headers.update(problem.headers)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return _finish(response)


def _finish(response: flask.Response) -> flask.Response:
    # What one viewer may know is not for caches; an ETag may be asked again.
    response.headers.setdefault(
        "Cache-Control", "private, no-cache" if "ETag" in response.headers else "no-store"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _with_charset(media_type: str) -> str:
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type


def _fault(error: Exception, where: str) -> Problem:
    """Log a fault of ours under an id, and tell the sender no more than that."""
    fault = secrets.token_hex(8)
    _log.error("fault %s in %s: %s", fault, where, error, exc_info=error, extra={"fault": fault})
    return Problem("referee/fault", f"Please report it with this id: {fault}.", fault=fault)


def _language() -> Language:
    return (
        pick_language(flask.request.headers.get("Accept-Language"))
        if flask.has_request_context()
        else DEFAULT
    )


def _answer_http(error: HTTPException) -> flask.Response:
    """What Flask itself refuses: no such path, no such method."""
    if error.code == 405:
        allowed: Any = getattr(error, "valid_methods", None) or ()
        allow = {"Allow": ", ".join(sorted(allowed))}
        return write_problem(Problem("request/method", headers=allow), _language())
    if error.code == 404:
        return write_problem(Problem("request/not-found"), _language())
    if error.code is not None and error.code < 500:
        return write_problem(Problem("request/unreadable"), _language())
    return _answer_fault(error)


def _answer_fault(error: Exception) -> flask.Response:
    return write_problem(_fault(error, flask.request.path), _language())
