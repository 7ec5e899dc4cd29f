"""Signatures against an independent JOSE library, and every deviation from the one accepted form."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jws as jose
from joserfc.errors import BadSignatureError
from joserfc.jwk import OKPKey

from referee.matches import base64url
from referee.matches.orders import signed_members, verify_stored
from referee.matches.signatures import (
    MAX_HEADER,
    ORDER_TYPE,
    RECEIPT_TYPE,
    BadSignature,
    load_public,
    open_compact,
    public_jwk,
    read_detached,
    sign_compact,
    sign_detached,
    standard_header,
    thumbprint,
    verify_detached,
    x_of,
)
from referee.strict_json import canonical
from tests.matches.building import key_of

# The library warns of the name EdDSA itself, which RFC 9864 deprecates and which everybody still writes.
pytestmark = pytest.mark.filterwarnings("ignore:EdDSA is deprecated")

KEY = key_of("a player")
X = x_of(KEY.public_key())
KID = thumbprint(X)
ORDER = {"v": 1, "act": "move", "steps": ["T2", "P EM>5"], "seat": 2}
PAYLOAD = canonical(ORDER)
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493  # RFC 8032, section 5.1


def _private_jose(key: Ed25519PrivateKey) -> OKPKey:
    raw = key.private_bytes(
        serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    )
    return OKPKey.import_key({**public_jwk(x_of(key.public_key())), "d": base64url.encode(raw)})


def _public_jose() -> OKPKey:
    return OKPKey.import_key(dict(public_jwk(X)))


def _jose_signs(header: dict[str, Any], payload: bytes = PAYLOAD) -> str:
    registry = jose.JWSRegistry(algorithms=["EdDSA", "Ed25519"])
    return jose.serialize_compact(header, payload, _private_jose(KEY), registry=registry)


def _detach(compact: str) -> str:
    header, _, signature = compact.split(".")
    return f"{header}..{signature}"


def _header(**changes: Any) -> dict[str, Any]:
    return {"alg": "EdDSA", "kid": KID, "typ": ORDER_TYPE} | changes


def _sign_header(header: str | bytes, payload: bytes = PAYLOAD) -> str:
    """A genuine signature under any protected header at all."""
    written = base64url.encode(header.encode() if isinstance(header, str) else header)
    signed = f"{written}.{base64url.encode(payload)}".encode()
    return f"{written}..{base64url.encode(KEY.sign(signed))}"


def _accept(text: str, payload: bytes = PAYLOAD) -> None:
    verify_detached(read_detached(text), payload, X)


def test_an_independent_library_accepts_our_detached_orders() -> None:
    header, _, signature = sign_detached(PAYLOAD, KEY).split(".")
    found = jose.deserialize_compact(
        f"{header}.{base64url.encode(PAYLOAD)}.{signature}", _public_jose(), algorithms=["EdDSA"]
    )
    assert found.payload == PAYLOAD
    assert found.headers() == _header()
    forged = base64url.encode(canonical({**ORDER, "seat": 1}))
    with pytest.raises(BadSignatureError):
        jose.deserialize_compact(f"{header}.{forged}.{signature}", _public_jose(), algorithms=["EdDSA"])


def test_an_independent_library_accepts_our_receipts() -> None:
    receipt = {"match": "k7q2m9x4c0vhtd3p", "version": 3, "head": "0" * 64, "at": 1}
    found = jose.deserialize_compact(sign_compact(receipt, KEY), _public_jose(), algorithms=["EdDSA"])
    assert json.loads(found.payload) == receipt
    assert found.payload == canonical(receipt)
    assert found.headers() == _header(typ=RECEIPT_TYPE)


@pytest.mark.parametrize("alg", ["EdDSA", "Ed25519"])
@pytest.mark.parametrize("order", [("alg", "kid", "typ"), ("typ", "alg", "kid"), ("kid", "typ", "alg")])
def test_orders_signed_by_an_independent_library_are_accepted(alg: str, order: tuple[str, ...]) -> None:
    members = _header(alg=alg)
    _accept(_detach(_jose_signs({name: members[name] for name in order})))


@pytest.mark.parametrize(
    "header",
    [
        json.dumps(_header(), indent=2),
        json.dumps(_header(alg="Ed25519")),
        f' {{ "typ":"{ORDER_TYPE}" ,\r\n"alg":"EdDSA",\t"kid":"{KID}"}} ',
        json.dumps(_header()).replace("EdDSA", "\\u0045dDSA"),
    ],
)
def test_the_spelling_of_the_header_is_free(header: str) -> None:
    """faults.md, API-contract reports: white space and the order of keys alter nothing."""
    text = _sign_header(header)
    _accept(text)
    jws = read_detached(text)
    members = signed_members(jws)
    assert members["header"] == text.split(".")[0]
    verify_stored(ORDER, members["signature"], members["header"], X)


def test_the_standard_header_is_not_kept() -> None:
    text = sign_detached(PAYLOAD, KEY)
    members = signed_members(read_detached(text))
    assert set(members) == {"signature"}
    assert text.startswith(standard_header(KID, ORDER_TYPE) + "..")
    verify_stored(ORDER, members["signature"], None, X)
    with pytest.raises(BadSignature):
        verify_stored(ORDER, members["signature"], standard_header(KID, ORDER_TYPE), X)


WRONG_HEADERS: dict[str, str | bytes] = {
    "crit": json.dumps(_header(crit=["b64"])),
    "b64": json.dumps(_header(b64=False)),
    "b64 and crit": json.dumps(_header(b64=False, crit=["b64"])),
    "jwk": json.dumps(_header(jwk=public_jwk(X))),
    "x5u": json.dumps(_header(x5u="https://example.org")),
    "no typ": json.dumps({"alg": "EdDSA", "kid": KID}),
    "no kid": json.dumps({"alg": "EdDSA", "typ": ORDER_TYPE}),
    "no alg": json.dumps({"kid": KID, "typ": ORDER_TYPE}),
    "typ of a receipt": json.dumps(_header(typ=RECEIPT_TYPE)),
    "typ in capitals": json.dumps(_header(typ=ORDER_TYPE.upper())),
    "typ null": json.dumps(_header(typ=None)),
    "alg none": json.dumps(_header(alg="none")),
    "alg HS256": json.dumps(_header(alg="HS256")),
    "alg Ed448": json.dumps(_header(alg="Ed448")),
    "alg in small letters": json.dumps(_header(alg="eddsa")),
    "alg a list": json.dumps(_header(alg=["EdDSA"])),
    "alg an object": json.dumps(_header(alg={"EdDSA": 1})),
    "kid a number": json.dumps(_header(kid=7)),
    "kid null": json.dumps(_header(kid=None)),
    "kid a list": json.dumps(_header(kid=[KID])),
    "a key twice": f'{{"alg":"none","alg":"EdDSA","kid":"{KID}","typ":"{ORDER_TYPE}"}}',
    "a list": json.dumps([_header()]),
    "a string": json.dumps("EdDSA"),
    "no JSON": "alg=EdDSA",
    "empty": "",
    "no UTF-8": b"\xff\xfe",
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(_header()).encode(),
    "NaN": '{"alg":NaN}',
    "deep": "[" * 100_000,
    "huge": json.dumps(_header()) + " " * 100_000,
    "just too long": (json.dumps(_header()) + " " * MAX_HEADER)[: MAX_HEADER * 3 // 4 + 1],
}


@pytest.mark.parametrize("name", WRONG_HEADERS)
def test_any_other_header_is_refused_though_the_signature_is_genuine(name: str) -> None:
    with pytest.raises(BadSignature):
        read_detached(_sign_header(WRONG_HEADERS[name]))


def test_a_header_that_is_accepted_fits_into_an_event() -> None:
    """A longer one would make a record that its own schema refuses."""
    from referee.matches.events import Event, check_event

    text = _sign_header((json.dumps(_header()) + " " * MAX_HEADER)[: MAX_HEADER * 3 // 4])
    _accept(text)
    members = signed_members(read_detached(text))
    assert len(members["header"]) == MAX_HEADER
    data = {"base": 1, "key": 1, "digest": "0" * 64, "steps": ["D"], **members}
    check_event(Event("MovePlayed", 0, data, seat=1))


def _halves() -> tuple[str, str]:
    header, _, signature = sign_detached(PAYLOAD, KEY).split(".")
    return header, signature


def _stray_bits(text: str) -> str:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) + 1]


DEVIATIONS: dict[str, Callable[[str, str], str]] = {
    "padded signature": lambda h, s: f"{h}..{s}==",
    "padded header": lambda h, s: f"{h}=..{s}",
    "stray bits": lambda h, s: f"{h}..{_stray_bits(s)}",
    "standard alphabet": lambda h, s: f"{h}..{s[:-2]}+/",
    "short signature": lambda h, s: f"{h}..{s[:-2]}",
    "long signature": lambda h, s: f"{h}..{s}AA",
    "no signature": lambda h, s: f"{h}..",
    "no header": lambda h, s: f"..{s}",
    "attached payload": lambda h, s: f"{h}.{base64url.encode(PAYLOAD)}.{s}",
    "one dot": lambda h, s: f"{h}.{s}",
    "three dots": lambda h, s: f"{h}...{s}",
    "a dot behind": lambda h, s: f"{h}..{s}.",
    "a dot before": lambda h, s: f".{h}..{s}",
    "white space": lambda h, s: f" {h}..{s}",
    "a line break": lambda h, s: f"{h}..{s}\n",
    "beyond ASCII": lambda h, s: f"{h}..{s[:-1]}\u00e9",
    "a NUL": lambda h, s: f"{h}\0..{s}",
    "nothing": lambda h, s: "",
}


@pytest.mark.parametrize("name", DEVIATIONS)
def test_any_other_form_is_refused(name: str) -> None:
    _accept("..".join(_halves()))
    with pytest.raises(BadSignature):
        read_detached(DEVIATIONS[name](*_halves()))


def test_a_signature_has_one_spelling_of_its_number() -> None:
    """RFC 8032, section 5.1.7: S and S + L would both fit the equation; only S is accepted."""
    header, signature = _halves()
    raw = base64url.decode(signature)
    other = int.from_bytes(raw[32:], "little") + GROUP_ORDER
    forged = raw[:32] + other.to_bytes(32, "little")
    with pytest.raises(BadSignature):
        _accept(f"{header}..{base64url.encode(forged)}")


@given(st.integers(0, 63), st.integers(1, 255))
def test_no_byte_of_a_signature_can_change(place: int, flip: int) -> None:
    header, signature = _halves()
    raw = bytearray(base64url.decode(signature))
    raw[place] ^= flip
    with pytest.raises(BadSignature):
        _accept(f"{header}..{base64url.encode(bytes(raw))}")


@given(st.integers(0, len(PAYLOAD) - 1), st.integers(1, 255))
def test_no_byte_of_an_order_can_change(place: int, flip: int) -> None:
    altered = bytearray(PAYLOAD)
    altered[place] ^= flip
    with pytest.raises(BadSignature):
        _accept(sign_detached(PAYLOAD, KEY), bytes(altered))


def test_another_key_does_not_verify() -> None:
    jws = read_detached(sign_detached(PAYLOAD, KEY))
    with pytest.raises(BadSignature):
        verify_detached(jws, PAYLOAD, x_of(key_of("another").public_key()))


@pytest.mark.parametrize("x", ["", "AA", X[:-1], X + "A", X + "=", _stray_bits(X), "\u00e9" * 43, "!" * 43])
def test_what_is_no_key_verifies_nothing(x: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_public(x)
    with pytest.raises(BadSignature):
        verify_detached(read_detached(sign_detached(PAYLOAD, KEY)), PAYLOAD, x)


def test_a_stored_header_must_name_the_key_that_signed() -> None:
    other = key_of("another")
    text = _sign_header(json.dumps(_header(kid=thumbprint(x_of(other.public_key())))))
    header, _, signature = text.split(".")
    with pytest.raises(BadSignature):
        verify_stored(ORDER, signature, header, X)


@pytest.mark.parametrize(
    "name", ["padded signature", "stray bits", "short signature", "long signature", "no signature"]
)
def test_a_stored_signature_has_one_form_too(name: str) -> None:
    signature = DEVIATIONS[name](*_halves()).split(".")[-1]
    with pytest.raises(BadSignature):
        verify_stored(ORDER, signature, None, X)


RECEIPT = {"match": "k7q2m9x4c0vhtd3p", "version": 3, "head": "0" * 64, "at": 1}


def _compact(payload: bytes, kind: str = RECEIPT_TYPE) -> str:
    header, signature = _sign_header(json.dumps(_header(typ=kind)), payload).replace("..", ".").split(".")
    return f"{header}.{base64url.encode(payload)}.{signature}"


def test_a_receipt_opens_with_the_referees_key_alone() -> None:
    assert open_compact(sign_compact(RECEIPT, KEY), {KID: X}) == RECEIPT
    assert open_compact(_compact(canonical(RECEIPT)), {KID: X}) == RECEIPT
    with pytest.raises(BadSignature, match="not the referee's"):
        open_compact(sign_compact(RECEIPT, key_of("another")), {KID: X})
    with pytest.raises(BadSignature):
        open_compact(
            sign_compact(RECEIPT, key_of("another")), {thumbprint(x_of(key_of("another").public_key())): X}
        )


def test_a_signed_order_is_no_receipt_and_a_receipt_no_order() -> None:
    with pytest.raises(BadSignature, match=RECEIPT_TYPE.replace("+", r"\+")):
        open_compact(_compact(canonical(RECEIPT), ORDER_TYPE), {KID: X})
    with pytest.raises(BadSignature):
        read_detached(_detach(sign_compact(RECEIPT, KEY)))


@pytest.mark.parametrize(
    "receipt",
    [
        "",
        "..",
        "a.b.c",
        sign_compact(RECEIPT, KEY) + ".",
        sign_compact(RECEIPT, KEY) + "=",
        _detach(sign_compact(RECEIPT, KEY)),
        _compact(b"no JSON"),
        _compact(b'{"a":1,"a":2}'),
        _compact(b"\xff"),
        sign_compact(RECEIPT, KEY).replace(".", ".!", 1),
        sign_compact(RECEIPT, KEY).replace(".", ".A", 1),
    ],
)
def test_anything_else_is_no_receipt(receipt: str) -> None:
    with pytest.raises(BadSignature):
        open_compact(receipt, {KID: X})


@given(st.binary(max_size=80))
def test_base64url_has_one_spelling_for_each_value(raw: bytes) -> None:
    text = base64url.encode(raw)
    assert "=" not in text
    assert base64url.decode(text) == raw


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \n\u00e9", max_size=12))
def test_base64url_reads_no_other_spelling(text: str) -> None:
    try:
        raw = base64url.decode(text)
    except ValueError:
        return
    assert base64url.encode(raw) == text
