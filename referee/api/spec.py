"""The contract as data: openapi.yaml read once, one `Operation` for each thing that can be asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import Draft202012Validator, Registry

from referee.strict_json import Json, canonical_text

_METHODS = ("get", "post", "put", "patch", "delete")
_BASE = "urn:referee:contract"
_SCHEMAS = "#/components/schemas/"
_DEFAULT_MAX_BYTES = 65_536
_JSON = "application/json"

Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameters:
    """The parameters of one place (path, query, header) of an operation."""

    schemas: Mapping[str, Schema]  # without references at their top
    validator: Draft202012Validator
    defaults: Mapping[str, Json]


@dataclass(frozen=True)
class Operation:
    """One operation of the contract."""

    id: str
    method: str
    path: str  # as the contract writes it: /v1/matches/{match}
    summary: str
    needs_token: bool  # refuses whoever sends none
    takes_token: bool  # looks at one, if it is sent
    scope: str | None  # that the token must have
    needs_idempotency_key: bool
    max_bytes: int
    body: Draft202012Validator | None  # None: takes no body
    agreements: Mapping[str, str]  # pointer into the body -> path parameter that it must equal
    path_parameters: Parameters
    query_parameters: Parameters
    header_parameters: Parameters
    answers: Mapping[int, Mapping[str, Draft202012Validator]]  # status -> media type -> form; empty: no body
    speaks: frozenset[int]  # statuses whose answers hold sentences
    problems: Sequence[str]  # in the order of the checks

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return self.path.replace("{", "<").replace("}", ">")


@dataclass(frozen=True)
class Contract:
    """The whole contract. ``text``: the document as it is published."""

    text: str
    document: Mapping[str, Any]
    operations: Mapping[str, Operation] = field(repr=False)
    problems_anywhere: frozenset[str]

    def schema(self, name: str) -> Schema:
        """A named schema of the document, as written; raises KeyError."""
        found: Schema = self.document["components"]["schemas"][name]
        return found

    def validator(self, name: str) -> Draft202012Validator:
        """A validator for a named schema; raises KeyError."""
        self.schema(name)
        return self.compile({"$ref": _SCHEMAS + name})

    def compile(self, schema: Schema) -> Draft202012Validator:
        """A validator for any schema that stands in the document; references may point anywhere in it."""
        return _Reader(self.document).validator(schema)

    def step_schema(self, game: str) -> Schema:
        """The schema of a game's steps, with ``pattern`` and ``examples``; raises KeyError."""
        return self.schema("".join(word.title() for word in game.split("_")) + "Step")


def find_document() -> Path:
    """Where openapi.yaml lies: at the top of the checkout, or in the package.

    :raises FileNotFoundError: if it is at neither.
    """
    package = Path(__file__).resolve().parents[1]
    places = [package.parent / "openapi.yaml", package / "openapi.yaml"]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"openapi.yaml is neither at {places[0]} nor at {places[1]}; set REFEREE_OPENAPI")


@cache
def load_contract(path: Path | None = None) -> Contract:
    """Read the contract, once per process.

    :param path: of the document; None looks for it (see :func:`find_document`).
    """
    text = (path or find_document()).read_text(encoding="utf-8")
    document = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    operations = {each.id: each for each in _Reader(document).operations()}
    return Contract(text, document, operations, frozenset(document["x-problems-anywhere"]))


def rewrite_discriminated(node: Json) -> Json:
    """Replace each ``oneOf`` with a discriminator by a choice on that member.

    A failing ``oneOf`` says only that no branch fits. The choice names the wrong field of the branch that the
    discriminator picks, and is faster.
    """
    if isinstance(node, list):
        return [rewrite_discriminated(item) for item in node]
    if not isinstance(node, dict):
        return node
    rewritten = {key: rewrite_discriminated(item) for key, item in node.items()}
    if "oneOf" in node and "mapping" in node.get("discriminator", {}):
        name, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
        del rewritten["oneOf"], rewritten["discriminator"]
        rewritten["type"] = "object"
        rewritten["required"] = [name]
        rewritten["properties"] = {name: {"enum": list(mapping)}}
        rewritten["allOf"] = [
            {"if": {"properties": {name: {"const": value}}, "required": [name]}, "then": {"$ref": target}}
            for value, target in mapping.items()
        ]
    return rewritten


class _Reader:
    """Reads operations out of the document and compiles their schemas."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        schemas = {"components": {"schemas": rewrite_discriminated(document["components"]["schemas"])}}
        self._registry = Registry([(_BASE, schemas)])
        self._compiled: dict[str, Draft202012Validator] = {}

    def operations(self) -> Iterator[Operation]:
        """All operations, in the order of the document."""
        for path, item in self._document["paths"].items():
            for method in _METHODS:
                if method in item:
                    yield self._operation(path, method, item[method])

    def validator(self, schema: Schema) -> Draft202012Validator:
        """Compile a schema; equal schemas are compiled once."""
        key = canonical_text(schema)
        if key not in self._compiled:
            self._compiled[key] = Draft202012Validator(
                _absolute(rewrite_discriminated(schema)), registry=self._registry
            )
        return self._compiled[key]

    def _operation(self, path: str, method: str, item: Mapping[str, Any]) -> Operation:
        security = item.get("security", [])
        scopes = [scope for choice in security for scope in choice.get("bearer", [])]
        headers = self._parameters(item, "header")
        answers = {int(status): self._resolve(each) for status, each in item["responses"].items()}
        return Operation(
            id=item["operationId"],
            method=method.upper(),
            path=path,
            summary=item["summary"],
            needs_token=bool(security) and {} not in security,
            takes_token=bool(security),
            scope=scopes[0] if scopes else None,
            needs_idempotency_key="Idempotency-Key" in headers.schemas,
            max_bytes=item.get("x-max-bytes", _DEFAULT_MAX_BYTES),
            body=self._body(item),
            agreements=item.get("x-agrees-with-path", {}),
            path_parameters=self._parameters(item, "path"),
            query_parameters=self._parameters(item, "query"),
            header_parameters=headers,
            answers={status: self._forms(answer) for status, answer in answers.items()},
            speaks=frozenset(
                status
                for status, answer in answers.items()
                if "Content-Language" in answer.get("headers", {})
            ),
            problems=tuple(item["x-problems"]),
        )

    def _body(self, item: Mapping[str, Any]) -> Draft202012Validator | None:
        if "requestBody" not in item:
            return None
        return self.validator(item["requestBody"]["content"][_JSON]["schema"])

    def _forms(self, answer: Mapping[str, Any]) -> dict[str, Draft202012Validator]:
        return {kind: self.validator(form["schema"]) for kind, form in answer.get("content", {}).items()}

    def _parameters(self, item: Mapping[str, Any], place: str) -> Parameters:
        found = [self._resolve(each) for each in item.get("parameters", [])]
        here = {each["name"]: each for each in found if each["in"] == place}
        schemas = {name: self._resolve(each["schema"]) for name, each in here.items()}
        required = [name for name, each in here.items() if each.get("required")]
        form: Schema = {"type": "object", "properties": {name: here[name]["schema"] for name in here}}
        if place == "header":
            # Other headers are none of the contract's business, and a missing key has a problem of its own.
            required = [name for name in required if name != "Idempotency-Key"]
        else:
            form["additionalProperties"] = False
        defaults = {name: schema["default"] for name, schema in schemas.items() if "default" in schema}
        return Parameters(schemas, self.validator({**form, "required": required}), defaults)

    def _resolve(self, node: Mapping[str, Any]) -> dict[str, Any]:
        """Follow a reference at the top of a node; what stands beside it is kept."""
        reference = node.get("$ref")
        if reference is None:
            return dict(node)
        found: Any = self._document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return {**self._resolve(found), **{key: item for key, item in node.items() if key != "$ref"}}


_POINTER = re.compile(r"\A#/")


def _absolute(node: Json) -> Json:
    """Point references of a schema that stands alone into the registered document."""
    if isinstance(node, list):
        return [_absolute(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _POINTER.sub(f"{_BASE}#/", item) if key == "$ref" and isinstance(item, str) else _absolute(item)
        for key, item in node.items()
    }
