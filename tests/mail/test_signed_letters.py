"""What a mail server signs is what arrives: DKIM holds over every header that we write, folded or not."""

import base64

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from redis import Redis

from referee.mail.headers import headers_of
from referee.mail.letters import compose
from referee.mail.smtp import Server, hand_over
from referee.service.house import House, open_house
from referee.settings import Settings
from tests.mail.post import mail_server
from tests.mail.test_letters import FROM, KINDS, PUBLIC, notice
from tests.service.playing import NOW

SELECTOR, DOMAIN = b"letters", b"example.org"


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


@pytest.fixture(scope="module")
def key() -> RSAPrivateKey:
    return generate_private_key(public_exponent=65537, key_size=2048)


def signature_of(
    letter: bytes, key: RSAPrivateKey, canonicalize: tuple[bytes, bytes], names: list[bytes]
) -> bytes:
    """The DKIM-Signature of a letter over these headers."""
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    signature: bytes = dkim.sign(
        letter, SELECTOR, DOMAIN, pem, canonicalize=canonicalize, include_headers=names
    )
    return signature


def is_valid(letter: bytes, key: RSAPrivateKey) -> bool:
    """Does the signature hold, by the key that the domain publishes?"""
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
    return bool(dkim.verify(letter, dnsfunc=lambda name, timeout=5: record))


@pytest.mark.parametrize("canonicalize", [(b"relaxed", b"simple"), (b"simple", b"simple")])
@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_signature_holds_over_a_letter_as_it_arrives(
    house: House, key: RSAPrivateKey, kind: str, locale: str, canonicalize: tuple[bytes, bytes]
) -> None:
    """faults.md B12: List-Unsubscribe and all others are signed as written, and are the same after SMTP."""
    found = notice(house, kind, locale)
    letter = compose(found, FROM, PUBLIC, NOW)
    names = [name.lower().encode() for name in headers_of(found, "x", FROM, PUBLIC, NOW)]
    signature = signature_of(letter.as_bytes(), key, canonicalize, names)
    with mail_server() as server:
        hand_over(Server.from_url(f"smtp://127.0.0.1:{server.port}"), letter, FROM, found.address)
    (arrived,) = server.raw
    assert is_valid(signature + arrived, key)
    if kind != "confirm":
        assert b"list-unsubscribe" in b"".join(signature.split())
        altered = arrived.replace(b"List-Unsubscribe: <https", b"List-Unsubscribe: <http")
        assert altered != arrived
        assert not is_valid(signature + altered, key)
