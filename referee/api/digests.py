"""Blank what the contract marks as ``format: digest``: the only values that may differ between two worlds that a
viewer cannot tell apart (design section 5)."""

from collections.abc import Mapping
from typing import Any

from referee.api.spec import Contract
from referee.strict_json import Json

BLANK = "*"
_REFERENCE = "#/components/schemas/"


def blank_digests(contract: Contract, name: str, value: Json) -> Json:
    """The value with every digest blanked.

    :param name: of the component schema that the value follows.
    """
    return _blank(contract, contract.schema(name), value)


def _blank(contract: Contract, schema: Mapping[str, Any], value: Json) -> Json:
    if "$ref" in schema:
        return _blank(contract, contract.schema(schema["$ref"].removeprefix(_REFERENCE)), value)
    if schema.get("format") == "digest" and isinstance(value, str):
        return BLANK
    for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        value = _blank(contract, branch, value)
    if isinstance(value, dict):
        members = schema.get("properties", {})
        return {name: _blank(contract, members.get(name, {}), item) for name, item in value.items()}
    if isinstance(value, list):
        items = schema.get("items")
        return [_blank(contract, items, item) for item in value] if isinstance(items, dict) else value
    return value
