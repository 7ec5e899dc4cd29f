"""Strict reading and canonical writing of JSON."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from referee.strict_json import (
    MAX_INTEGER,
    Unreadable,
    Unwritable,
    canonical,
    canonical_text,
    float_pointers,
    read,
    read_canonical,
)

ANY_TEXT = st.text(st.characters(), max_size=20)  # lone surrogates among them
WHOLE = st.integers(-(2**54), 2**54)
KEYS = st.text(st.characters(max_codepoint=0x7F), max_size=8)
SIMPLE = st.one_of(st.none(), st.booleans(), WHOLE, ANY_TEXT)


def _nested(keys: st.SearchStrategy[str], leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=12,
    )


def _independent(value: Any) -> bytes | None:
    try:
        return rfc8785.dumps(value)
    except ValueError:
        return None


def _ours(value: Any) -> bytes | None:
    try:
        return canonical(value)
    except Unwritable:
        return None


@given(_nested(KEYS, SIMPLE))
def test_the_canonical_form_is_that_of_an_independent_library(value: Any) -> None:
    """Big integers and lone surrogates have none in either."""
    assert _ours(value) == _independent(value)


@given(_nested(ANY_TEXT, SIMPLE))
def test_keys_beyond_ascii_are_sorted_as_the_rfc_sorts_them(value: Any) -> None:
    assert _ours(value) == _independent(value)


@given(_nested(KEYS, st.one_of(st.none(), st.integers(-MAX_INTEGER, MAX_INTEGER), st.text(max_size=20))))
def test_what_is_written_is_read_again_as_the_same(value: Any) -> None:
    assert read_canonical(canonical_text(value)) == value
    assert read(canonical(value)) == value


# The test data of the RFC's author (cyberphone/json-canonicalization), as far as they hold no floats.
CANONICAL_FORMS = [
    ('[\n 56,\n {\n "d": true,\n "10": null,\n "1": [ ]\n }\n]', '[56,{"1":[],"10":null,"d":true}]'),
    (
        '{"peach": "This sorting order", "péché": "is wrong according to French",\n'
        ' "pêche": "but canonicalization MUST", "sin":   "ingnore locale"}',
        '{"peach":"This sorting order","péché":"is wrong according to French",'
        '"pêche":"but canonicalization MUST","sin":"ingnore locale"}',
    ),
    (
        '{"1": {"f": {"f": "hi","F": 5} ,"\\n": 56}, "10": { }, "": "empty", "a": { }, "111": [ {} ], "A": { }}',
        '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
    ),
    ('{"Unnormalized Unicode":"\\u1e0d\\u0307"}', '{"Unnormalized Unicode":"\u1e0d\u0307"}'),
    (
        '{"escaping": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}',
        '{"escaping":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/","literals":[null,true,false]}',
    ),
    (
        '{"\\u20ac": "Euro Sign", "1": "One", "\\u0080": "Control\\u007f", "\\ud83d\\ude02": "Smiley",'
        ' "\\u00f6": "Latin Small Letter O With Diaeresis", "\\ufb33": "Hebrew Letter Dalet With Dagesh",'
        ' "</script>": "Browser Challenge"}',
        '{"1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f",'
        '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\U0001f602":"Smiley",'
        '"\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ),
]


@pytest.mark.parametrize(("text", "form"), CANONICAL_FORMS)
def test_the_rfc_authors_examples_come_out_byte_for_byte(text: str, form: str) -> None:
    assert canonical(read(text)) == form.encode("utf-8")


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        -0.0,
        1e30,
        float("nan"),
        float("inf"),
        float("-inf"),
        MAX_INTEGER + 1,
        -MAX_INTEGER - 1,
        10**40,
        [[1.5]],
        {"a": {"b": [0, 1e-7]}},
        {"a": [1, 2, MAX_INTEGER + 1]},
        "\ud800",
        {"a": "\udfff"},
        {"\udc00": 1},
    ],
)
def test_what_has_no_canonical_form_is_not_written(value: Any) -> None:
    with pytest.raises(Unwritable):
        canonical(value)


@pytest.mark.parametrize(
    "value", [MAX_INTEGER, -MAX_INTEGER, {"a": MAX_INTEGER}, [10**15, -(10**15)], "1e5,2.5"]
)
def test_the_largest_safe_integers_are_written(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a":1,"b":2,"\\u0061":3}',
        '[{"x":{"y":[{"k":0,"k":1}]}}]',
        "NaN",
        "Infinity",
        "-Infinity",
        '{"a":[NaN]}',
        "1e999",
        "-1e999",
        "1" * 5000,
        "-" + "9" * 5000,
        '{"a":' + "1" * 5000 + "}",
        str(MAX_INTEGER + 1),
        str(-MAX_INTEGER - 1),
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "-0",
        "[-0]",
        "1.0",
        "1e2",
        "-0.0",
        "01",
        "+1",
        "0x10",
        "1_000",
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '{"\\ud83d":1}',
        '"\ud800"',
        '["\udfff"]',
        '"\t"',
        '"\x00"',
        "'a'",
        "{a:1}",
        "[1,]",
        '{"a":1,}',
        "[1] [2]",
        "// note\n1",
        "",
        " ",
        "\ufeff{}",
        "nul",
        "True",
        "\u00a01",
    ],
)
def test_text_that_could_mean_two_things_is_not_read(text: str) -> None:
    """security.md C1: duplicate keys, NaN, 1e999, 5000 digits, '['*100000, lone surrogates."""
    with pytest.raises(Unreadable):
        read(text)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff",
        b'"\xc0\xaf"',  # an overlong slash
        b'"\xed\xa0\x80"',  # a surrogate in UTF-8
        b'"\xf4\x90\x80\x80"',  # beyond Unicode
        b'"\xe2\x82"',
        b"\xef\xbb\xbf{}",
        '{"a":1}'.encode("utf-16"),
        b"{}\x00",
    ],
)
def test_bytes_that_are_no_utf8_are_not_read(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        read(raw)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (' {"a" : [ 1 , true , null ] }\r\n\t', {"a": [1, True, None]}),
        ('"\\ud83d\\ude02"', "\U0001f602"),
        ('"\\\\ud800"', "\\ud800"),
        ('"\u2028"', "\u2028"),
        (str(MAX_INTEGER), MAX_INTEGER),
        (str(-MAX_INTEGER), -MAX_INTEGER),
        ("0", 0),
        ('{"":{"":1}}', {"": {"": 1}}),
    ],
)
def test_odd_but_plain_json_is_read(text: str, value: Any) -> None:
    assert read(text) == value
    assert read(text.encode("utf-8")) == value


def _deep(levels: int, is_object: bool) -> str:
    return '{"a":' * levels + "0" + "}" * levels if is_object else "[" * levels + "0" + "]" * levels


@pytest.mark.parametrize("is_object", [False, True])
def test_twenty_levels_are_read_and_twenty_one_are_not(is_object: bool) -> None:
    assert read(_deep(20, is_object)) is not None
    for levels in (21, 400, 900, 5000):
        with pytest.raises(Unreadable, match="nested deeper than 20"):
            read(_deep(levels, is_object))


def test_brackets_in_a_string_are_no_levels() -> None:
    assert read(json.dumps("[" * 500)) == "[" * 500
    assert read("[" + "[],{}," * 500 + "0]")[-1] == 0


def test_another_depth_can_be_asked_for() -> None:
    assert read("[[0]]", max_depth=2) == [[0]]
    with pytest.raises(Unreadable):
        read("[[0]]", max_depth=1)


def test_a_float_is_read_only_where_a_schema_will_name_it() -> None:
    value = read('{"a":1.0,"b":[0,{"c/d":2e3,"~":1}],"e":3}', floats=True)
    assert sorted(float_pointers(value)) == ["/a", "/b/1/c~1d"]
    assert list(float_pointers(1.5)) == [""]
    for text in ("1e999", "-1e999", "NaN"):
        with pytest.raises(Unreadable):
            read(text, floats=True)


@pytest.mark.parametrize(
    "text",
    [
        '{"b":1,"a":2}',
        '{"a": 1}',
        '"\\u0041"',
        '"\\/"',
        "[1] ",
        '"\\u000A"',
        '{"a":1,"a":1}',
        "\u00e9",
        '"\\u00e9"',
    ],
)
def test_another_spelling_of_a_value_is_not_canonical(text: str) -> None:
    with pytest.raises(Unreadable):
        read_canonical(text)


@given(_nested(KEYS, SIMPLE), st.data())
def test_no_change_of_one_character_leaves_a_text_canonical_for_the_same_value(value: Any, data: Any) -> None:
    form = _ours(value)
    if form is None:
        return
    text = form.decode("utf-8")
    place = data.draw(st.integers(0, len(text) - 1))
    other = text[:place] + data.draw(st.characters()) + text[place + 1 :]
    try:
        changed = read_canonical(other)
    except Unreadable:
        return
    assert other == text or canonical(changed) != form
