"""The known answers of the specification and of the RFCs: hash, key, signature, order."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.matches import base64url
from referee.matches.chain import GENESIS, Base, chain, link
from referee.matches.events import Event, MalformedEvent, write_event
from referee.matches.fairness import digest, digest_key, seal_hash
from referee.matches.orders import done_key, move_order, undo_order, verify_stored
from referee.matches.signatures import (
    load_public,
    public_jwk,
    read_detached,
    sign_detached,
    thumbprint,
    verify_detached,
    x_of,
)
from referee.strict_json import canonical

FIRST_TEXT = '{"at":1764400000000,"data":{"match":"k7q2m9x4c0vhtd3p"},"type":"MatchOpened","v":1}'
FIRST_HASH = "ef3fdc9009035cbd2dfbe4391b52904de5aa19c5c53265dce9cde0388f9e9ee2"
RFC_8032 = [  # section 7.1: secret key, public key, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd"
        "25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]
KEY = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RFC_8032[0][0]))
KID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
BASE = Base(1, FIRST_HASH)
ORDER = move_order("zooloretto", "k7q2m9x4c0vhtd3p", 2, BASE, ["T2", "P EM>5", "P E>B"])
SIGNATURE = "S3BF-OZFMcWHk7qlJw2pnEBErkDrqOf1l4arPCWzWKoVaZ9HaAtqntkWWWOlzlBkuIM_P8dD_l6jzLLZala1Dg"
ORDER_HASH = "dec9fc3eb766d3a9de03cf14299f601d1ddf68320c56c93cdaf1ee093ad5de82"


def test_the_first_hash_of_a_chain_is_the_known_answer() -> None:
    assert link(GENESIS, FIRST_TEXT) == FIRST_HASH
    assert write_event(Event("MatchOpened", 1764400000000, {"match": "k7q2m9x4c0vhtd3p"})) == FIRST_TEXT


def test_a_chain_goes_on_from_any_place_in_a_log() -> None:
    events = [Event("SeatLeft", 5, {"place": 1}), Event("MatchEnded", 6, {"reason": "rules"})]
    first, second = chain(Base(7, FIRST_HASH), events, [None, "sealed"])
    assert (first.version, first.hash, first.sealed) == (8, link(FIRST_HASH, first.text), None)
    assert (second.version, second.hash, second.sealed) == (9, link(first.hash, second.text), "sealed")
    assert second.base == Base(9, second.hash)


def test_what_no_verifier_would_read_is_not_written() -> None:
    with pytest.raises(MalformedEvent):
        chain(Base(7, FIRST_HASH), [Event("SeatLeft", 5, {"place": 0})])


def test_a_hash_covers_the_raw_bytes_of_the_hash_before() -> None:
    second = link(FIRST_HASH, FIRST_TEXT)
    assert second == hashlib.sha256(b"\x00" + bytes.fromhex(FIRST_HASH) + FIRST_TEXT.encode()).hexdigest()


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC_8032)
def test_the_keys_sign_and_verify_as_rfc_8032_says(
    secret: str, public: str, message: str, signature: str
) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert x_of(key.public_key()) == base64url.encode(bytes.fromhex(public))
    assert key.sign(bytes.fromhex(message)).hex() == signature
    load_public(x_of(key.public_key())).verify(bytes.fromhex(signature), bytes.fromhex(message))


def test_the_thumbprint_is_the_known_answer() -> None:
    assert thumbprint(x_of(KEY.public_key())) == KID


def test_the_example_of_rfc_8037_has_its_thumbprint() -> None:
    """RFC 8037, appendix A.3: the key of RFC 8032 test 1."""
    x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    assert public_jwk(x) == {"crv": "Ed25519", "kty": "OKP", "x": x_of(KEY.public_key())}
    assert thumbprint(x) == KID


def test_the_order_is_the_known_answer() -> None:
    assert hashlib.sha256(canonical(ORDER)).hexdigest() == ORDER_HASH
    assert done_key(ORDER) == bytes.fromhex(ORDER_HASH)[:16]


def test_the_signature_is_the_known_answer() -> None:
    jws = sign_detached(canonical(ORDER), KEY)
    header, nothing, signature = jws.split(".")
    assert (nothing, signature) == ("", SIGNATURE)
    written = f'{{"alg":"EdDSA","kid":"{KID}","typ":"referee-move+jws"}}'
    assert base64url.decode(header) == written.encode()
    verify_detached(read_detached(jws), canonical(ORDER), x_of(KEY.public_key()))
    verify_stored(ORDER, SIGNATURE, None, x_of(KEY.public_key()))


def test_orders_have_exactly_the_members_of_their_act() -> None:
    common = {"v", "act", "game", "match", "seat", "version", "head"}
    assert set(ORDER) == common | {"steps"}
    undo = undo_order("zooloretto", "k7q2m9x4c0vhtd3p", 2, BASE, 7)
    assert set(undo) == common | {"to"}
    assert (undo["act"], undo["to"]) == ("undo", 7)


def test_a_digest_is_an_hmac_that_only_the_seed_can_make() -> None:
    import hmac

    key = digest_key(bytes(range(32)), "game-0001", [b"p0" * 16, b"p1" * 16])
    facts = {"next": "TURN 1", "coins": [2, 2]}
    expected = hmac.new(key, b'{"coins":[2,2],"next":"TURN 1"}', hashlib.sha256).hexdigest()
    assert digest(key, facts) == expected
    assert digest(digest_key(bytes(32), "game-0001", []), facts) != expected


def test_a_seal_is_the_hash_of_salt_and_secret() -> None:
    secret = {"steps": ["SIDE b"], "signature": "x"}
    expected = hashlib.sha256(b"s" * 16 + b'{"signature":"x","steps":["SIDE b"]}').hexdigest()
    assert seal_hash(b"s" * 16, secret) == expected
