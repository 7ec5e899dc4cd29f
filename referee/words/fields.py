"""What is wrong with a field, in words: one template for each word of JSON Schema that a field can break."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.words.languages import Language

_MOST_NAMED = 5
_PRINTABLE = r"^[\x20-\x7e]*$"

ENGLISH: Mapping[str, str] = {
    "type": "must be {types}",
    "required": "is missing",
    "additionalProperties": "is not known here",
    "falseSchema": "is not allowed here",
    "const": "must be {value}",
    "enum": "must be one of {values}",
    "pattern": "must match {value}",
    "minLength": "must have at least {value} characters",
    "maxLength": "must have at most {value} characters",
    "minItems": "must have at least {value} items",
    "maxItems": "must have at most {value} items",
    "minimum": "must be at least {value}",
    "maximum": "must be at most {value}",
    "uniqueItems": "must not name an item twice",
    "anyOf": "has none of the forms allowed here",
    # Ours, beyond JSON Schema.
    "printable": "must be written in plain characters (printable ASCII)",
    "integer": "must be an integer, without fraction or exponent",
    "agreement": "must equal {value} of the path",
    "repeated": "stands more than once",
    "body": "this operation takes no body",
    "option": "{value}",
}

SPANISH: Mapping[str, str] = {
    "type": "debe ser {types}",
    "required": "falta",
    "additionalProperties": "no se conoce aquí",
    "falseSchema": "no se permite aquí",
    "const": "debe ser {value}",
    "enum": "debe ser uno de {values}",
    "pattern": "debe corresponder a {value}",
    "minLength": "debe tener al menos {value} caracteres",
    "maxLength": "debe tener como máximo {value} caracteres",
    "minItems": "debe tener al menos {value} elementos",
    "maxItems": "debe tener como máximo {value} elementos",
    "minimum": "debe ser al menos {value}",
    "maximum": "debe ser como máximo {value}",
    "uniqueItems": "no debe nombrar un elemento dos veces",
    "anyOf": "no tiene ninguna de las formas permitidas aquí",
    "printable": "debe escribirse con caracteres simples (ASCII imprimible)",
    "integer": "debe ser un entero, sin decimales ni exponente",
    "agreement": "debe ser igual a {value} de la ruta",
    "repeated": "aparece más de una vez",
    "body": "esta operación no lleva cuerpo",
    "option": "{value}",
}

_TYPES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "string": "a string",
        "integer": "an integer",
        "number": "a number",
        "boolean": "true or false",
        "array": "an array",
        "object": "an object",
        "null": "null",
    },
    "es": {
        "string": "una cadena",
        "integer": "un entero",
        "number": "un número",
        "boolean": "true o false",
        "array": "una lista",
        "object": "un objeto",
        "null": "null",
    },
}
_OR: Mapping[Language, str] = {"en": " or ", "es": " o "}
_BY_LANGUAGE: Mapping[Language, Mapping[str, str]] = {"en": ENGLISH, "es": SPANISH}


def sentence_for_field(keyword: str, value: Any, language: Language) -> str:
    """Say what is wrong with a field.

    :param keyword: the word of JSON Schema that it breaks, or one of ours.
    :param value: what the schema says after that word, or None.
    """
    if (keyword, value) == ("pattern", _PRINTABLE):
        keyword = "printable"  # nobody reads that out of a pattern
    template = _BY_LANGUAGE[language].get(keyword, _BY_LANGUAGE[language]["anyOf"])
    types = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return template.format(
        value=value,
        values=", ".join(map(str, types)),
        types=_OR[language].join(_TYPES[language].get(name, str(name)) for name in map(str, types)),
    )


def summary_of(pointers: Sequence[str]) -> str:
    """One English sentence that counts the wrong fields and names the first ones.

    :param pointers: of the fields, in the order in which they were found; at least one.
    """
    named = [pointer or "/" for pointer in dict.fromkeys(pointers)]
    shown = ", ".join(named[:_MOST_NAMED]) + (", …" if len(named) > _MOST_NAMED else "")
    if len(named) == 1:
        return f"1 field is wrong: {shown}."
    return f"{len(named)} fields are wrong: {shown}."
