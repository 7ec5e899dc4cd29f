"""From a failed validation to the list of wrong fields that a person can act on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from jsonschema_rs import Draft202012Validator, ValidationError

from referee.strict_json import Json, float_pointers
from referee.words.fields import sentence_for_field
from referee.words.languages import Language

Place = Literal["body", "path", "query", "header"]
FieldError = dict[str, str]

_MOST_ERRORS = 100  # an answer that names more fields helps nobody
_LONGEST_VALUE = 200  # characters of a schema's value that are quoted


def wrong_fields(
    validator: Draft202012Validator, value: Json, place: Place, language: Language
) -> list[FieldError]:
    """Name every field of a value that is off its schema; empty if none is.

    :param value: JSON, or the parameters of one place by name.
    """
    if validator.is_valid(value):
        return []
    found: dict[tuple[str, str], FieldError] = {}
    for error in validator.iter_errors(value):
        for pointer, keyword, expected in _faults(error):
            found.setdefault(
                (pointer, keyword), field_error(place, pointer, keyword, language, _shown(expected))
            )
            if len(found) == _MOST_ERRORS:
                return list(found.values())
    return list(found.values())


def wrong_numbers(value: Json, known: Sequence[FieldError], language: Language) -> list[FieldError]:
    """Name the numbers of a body that are written as floats, where no other fault of the field is known.

    To JSON Schema ``1.0`` is an integer; in a signed order it would be another text than ``1``.
    """
    named = {error["pointer"] for error in known}
    return [
        field_error("body", pointer, "integer", language)
        for pointer in float_pointers(value)
        if pointer not in named
    ][:_MOST_ERRORS]


def field_error(
    place: Place, pointer: str, keyword: str, language: Language, expected: Json = None
) -> FieldError:
    """One wrong field as the contract's FieldError."""
    return {
        "in": place,
        "pointer": pointer,
        "keyword": keyword,
        "detail": sentence_for_field(keyword, expected, language),
    }


def escaped(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _faults(error: ValidationError) -> Iterator[tuple[str, str, Any]]:
    """Where the fault lies, which word of the schema is broken, and what stands after it."""
    here = "".join(f"/{escaped(str(part))}" for part in error.instance_path)
    keyword = error.kind.name
    if keyword == "additionalProperties":
        for name in error.kind.as_dict()["unexpected"]:
            yield f"{here}/{escaped(name)}", keyword, None
    elif keyword == "required":
        yield f"{here}/{escaped(error.kind.as_dict()['property'])}", keyword, None
    else:
        yield here, keyword, error.kind.value


def _shown(value: Any) -> Json:
    if isinstance(value, str) and len(value) > _LONGEST_VALUE:
        return value[: _LONGEST_VALUE - 1] + "…"
    if isinstance(value, Mapping):
        return None
    return value
