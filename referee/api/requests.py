"""From HTTP to a judged request: media type, size, strict JSON, parameters, schema, in the order of the checks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import flask
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException

from referee.api.fields import FieldError, Place, escaped, field_error, wrong_fields, wrong_numbers
from referee.api.problems import Problem
from referee.api.spec import Operation, Parameters
from referee.now import now_ms
from referee.strict_json import Json, Unreadable, read
from referee.words.fields import summary_of
from referee.words.languages import Language, pick_language

_JSON = "application/json"
_INTEGER = re.compile(r"\A-?(?:0|[1-9][0-9]{0,15})\Z")
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Request:
    """What a handler gets: everything in it has been held against the contract.

    ``credential`` is the bearer token as it was sent, or None. ``received_at`` is in milliseconds since 1970.
    """

    operation: Operation
    path: Mapping[str, Any]
    query: Mapping[str, Any]  # with the defaults of the contract
    headers: Headers
    body: Json
    credential: str | None
    address: str
    language: Language
    received_at: int

    @property
    def idempotency_key(self) -> str:
        """The key of a writing POST."""
        return str(self.headers["Idempotency-Key"])


class _Body(NamedTuple):
    value: Json
    has_floats: bool = False


@dataclass(frozen=True, slots=True)
class Envelope:
    """What can be said of a request before it is read: enough for the rate limit."""

    operation: Operation
    credential: str | None
    address: str
    language: Language
    received_at: int


def open_envelope(operation: Operation) -> Envelope:
    """Look at the request of Flask's context without reading its body."""
    incoming = _incoming()
    return Envelope(
        operation=operation,
        credential=_bearer(incoming.headers.get("Authorization")),
        address=incoming.remote_addr or "",
        language=pick_language(incoming.headers.get("Accept-Language")),
        received_at=now_ms(),
    )


def read_request(envelope: Envelope, path: Mapping[str, str]) -> Request:
    """Judge the request of Flask's context.

    :raises Problem: ``request/media-type``, ``request/too-large``, ``request/unreadable``,
        ``idempotency/missing``, ``request/schema`` with every wrong field.
    """
    operation, language = envelope.operation, envelope.language
    incoming = _incoming()
    body = _read_body(operation)
    if operation.needs_idempotency_key and "Idempotency-Key" not in incoming.headers:
        raise Problem("idempotency/missing")
    errors: list[FieldError] = []
    path_values = _coerced(operation.path_parameters, path)
    errors += wrong_fields(operation.path_parameters.validator, path_values, "path", language)
    query_values, repeated = _query_values(operation.query_parameters, language)
    errors += repeated
    errors += wrong_fields(operation.query_parameters.validator, query_values, "query", language)
    errors += _wrong_headers(operation.header_parameters, incoming.headers, language)
    errors += _wrong_body(operation, body, path_values, language)
    if errors:
        raise Problem("request/schema", summary_of([error["pointer"] for error in errors]), errors=errors)
    return Request(
        operation=operation,
        path=path_values,
        query={**operation.query_parameters.defaults, **query_values},
        headers=incoming.headers,
        body=body.value,
        credential=envelope.credential,
        address=envelope.address,
        language=language,
        received_at=envelope.received_at,
    )


def _incoming() -> flask.Request:
    """Flask's request itself: going through the proxy at every look costs more than all the looking."""
    request: flask.Request = flask.request._get_current_object()  # type: ignore[attr-defined]
    return request


def _bearer(authorization: str | None) -> str | None:
    scheme, _, token = (authorization or "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token else None


def _has_body() -> bool:
    incoming = _incoming()
    return bool(incoming.content_length) or "Transfer-Encoding" in incoming.headers


def _read_body(operation: Operation) -> _Body:
    if operation.body is None:
        return _Body(None)
    incoming = _incoming()
    if (incoming.content_length or 0) > operation.max_bytes:
        raise _too_large(operation)
    if incoming.mimetype != _JSON or _is_encoded(incoming.headers):
        raise Problem("request/media-type")
    # A body whose length is not announced is cut here, not refused: so read one byte more than is taken.
    incoming.max_content_length = operation.max_bytes + 1
    try:
        raw = incoming.get_data(cache=False)
    except Exception as error:
        # Each web server has exceptions of its own for a body that breaks off, or is badly cut into chunks.
        if isinstance(error, HTTPException) and error.code == 413:
            raise _too_large(operation) from error
        raise _broken_off() from error
    if len(raw) > operation.max_bytes:
        raise _too_large(operation)
    if len(raw) < (incoming.content_length or 0):
        raise _broken_off()
    try:
        return _Body(read(raw))
    except Unreadable:
        return _read_with_floats(raw)


def _read_with_floats(raw: bytes) -> _Body:
    """Read again, letting floats through so that their fields can be named. Most bodies have none."""
    try:
        return _Body(read(raw, floats=True), has_floats=True)
    except Unreadable as error:
        raise Problem("request/unreadable", f"The body cannot be read: {error}.") from error


def _is_encoded(headers: Headers) -> bool:
    """Is the body compressed, or sent in another way than as it is or in chunks?"""
    coding, transfer = (
        headers.get("Content-Encoding", "identity"),
        headers.get("Transfer-Encoding", "chunked"),
    )
    return coding.lower() != "identity" or transfer.lower() != "chunked"


def _broken_off() -> Problem:
    return Problem("request/unreadable", "The body ended before it was complete.")


def _too_large(operation: Operation) -> Problem:
    return Problem("request/too-large", f"At most {operation.max_bytes} bytes are read here.")


def _wrong_body(
    operation: Operation, body: _Body, path: Mapping[str, Any], language: Language
) -> list[FieldError]:
    if operation.body is None:
        return [field_error("body", "", "body", language)] if _has_body() else []
    errors = wrong_fields(operation.body, body.value, "body", language)
    if body.has_floats:
        errors += wrong_numbers(body.value, errors, language)
    named = {error["pointer"] for error in errors}
    for pointer, name in operation.agreements.items():
        if pointer not in named and _at(body.value, pointer) not in (path[name], None):
            errors.append(field_error("body", pointer, "agreement", language, name))
    return errors


def _at(value: Json, pointer: str) -> Json:
    for part in pointer.split("/")[1:]:
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _query_values(parameters: Parameters, language: Language) -> tuple[dict[str, Any], list[FieldError]]:
    given = _incoming().args.to_dict(flat=False)
    values: dict[str, Any] = {}
    errors: list[FieldError] = []
    for name, texts in given.items():
        schema = parameters.schemas.get(name, {})
        if schema.get("type") == "array":
            values[name] = texts
            continue
        values[name] = _coerce(schema, texts[0])
        if len(texts) > 1:
            errors.append(field_error("query", f"/{escaped(name)}", "repeated", language))
    return values, errors


def _wrong_headers(parameters: Parameters, headers: Headers, language: Language) -> list[FieldError]:
    given = {name: headers[name] for name in parameters.schemas if name in headers}
    place: Place = "header"
    return wrong_fields(parameters.validator, given, place, language)


def _coerced(parameters: Parameters, texts: Mapping[str, str]) -> dict[str, Any]:
    return {name: _coerce(parameters.schemas.get(name, {}), text) for name, text in texts.items()}


def _coerce(schema: Mapping[str, Any], text: str) -> Any:
    """Read a parameter as its schema says; what cannot be read so stays a text, and the schema names it."""
    if schema.get("type") == "integer" and _INTEGER.match(text):
        return int(text)
    if schema.get("type") == "boolean":
        return _BOOLEANS.get(text, text)
    return text
