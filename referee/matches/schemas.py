"""What the schemas of all events share: patterns of ids and hashes, and strict fields."""

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

HEX_64 = r"[0-9a-f]{64}"
ID = r"[0-9a-hjkmnp-tv-z]{16}"
BASE64URL_32 = r"[A-Za-z0-9_-]{43}"
BASE64URL_64 = r"[A-Za-z0-9_-]{86}"
WORD = r"[a-z][a-z-]{0,31}"

MAX_EVENTS = 65_535


def pattern(expression: str) -> Any:
    """A validator: the whole text is of this form."""
    return validate.Regexp(rf"(?:{expression})\Z")


def hex64() -> Any:
    """32 bytes in hex."""
    return fields.Str(required=True, validate=pattern(HEX_64))


def word() -> Any:
    """A stable word, never free text."""
    return fields.Str(required=True, validate=pattern(WORD))


def whole(least: int = 1, most: int = MAX_EVENTS, required: bool = True) -> Any:
    """A whole number within bounds."""
    return fields.Int(required=required, strict=True, validate=validate.Range(least, most))


class YesNo(fields.Field[bool]):
    """True or false, and not 1 or "yes"."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if type(value) is not bool:
            raise ValidationError("true or false")
        return value


class WholeOrYesNo(fields.Field[int]):
    """A line of a result: a whole number, or true or false."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if type(value) not in (int, bool):
            raise ValidationError("a whole number, true or false")
        number: int = value
        return number


class Strict(Schema):
    """A schema that knows all members of its object."""

    class Meta:
        unknown = RAISE
