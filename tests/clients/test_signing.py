"""The player's keys: made, kept, loaded, and what they sign."""

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc import jws
from joserfc.jwk import OKPKey

from clients import signing
from clients.signing import BadKey
from referee.strict_json import canonical

RFC_8032_TEST_1 = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
HEAD = "ef3fdc9009035cbd2dfbe4391b52904de5aa19c5c53265dce9cde0388f9e9ee2"
ORDER = {
    "v": 1,
    "act": "move",
    "game": "zooloretto",
    "match": "k7q2m9x4c0vhtd3p",
    "seat": 2,
    "version": 1,
    "head": HEAD,
    "steps": ["T2", "P EM>5", "P E>B"],
}
SIGNATURE = "S3BF-OZFMcWHk7qlJw2pnEBErkDrqOf1l4arPCWzWKoVaZ9HaAtqntkWWWOlzlBkuIM_P8dD_l6jzLLZala1Dg"


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(RFC_8032_TEST_1)


def test_the_known_order_has_the_known_signature(key: Ed25519PrivateKey) -> None:
    body = signing.sign_order(ORDER, key)
    assert signing.key_id(key) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    assert body["order"] == ORDER
    assert body["signature"].split("..")[1] == SIGNATURE


def test_any_jose_library_can_check_a_proof(key: Ed25519PrivateKey) -> None:
    body = signing.prove_possession("3v9k1zq8w0c5m2ht", key)
    assert body["key"] == signing.jwk_of(key)
    said = canonical({"key": body["key"], "player": "3v9k1zq8w0c5m2ht"})
    header, _, signature = body["proof"].split(".")
    attached = f"{header}.{signing.base64url.encode(said)}.{signature}"
    checked = jws.deserialize_compact(attached, OKPKey.import_key(body["key"]), algorithms=["EdDSA"])
    assert checked.payload == said


def test_a_saved_key_is_for_its_owner_only_and_comes_back(tmp_path: Path, key: Ed25519PrivateKey) -> None:
    path = tmp_path / "new" / "key.json"
    signing.save_key(path, key)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert signing.load_key(path).private_bytes_raw() == RFC_8032_TEST_1
    assert [file.name for file in path.parent.iterdir()] == ["key.json"]


def test_a_file_that_others_may_read_is_replaced_by_one_that_they_may_not(
    tmp_path: Path, key: Ed25519PrivateKey
) -> None:
    path = tmp_path / "key.json"
    path.write_text("old")
    path.chmod(0o644)
    signing.save_key(path, key)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, key: Ed25519PrivateKey) -> None:
    path = tmp_path / "key.json"
    signing.save_key(path, key)
    before = path.read_text()
    with pytest.raises(UnicodeEncodeError):
        signing.write_private(path, "\ud800")
    assert path.read_text() == before
    assert [file.name for file in tmp_path.iterdir()] == ["key.json"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "members crv, d, kty, x"),
        ('{"crv":"Ed25519","d":"AAAA","kty":"OKP","x":"AAAA"}', "32 bytes"),
        ('{"crv":"Ed25519","d":"====","kty":"OKP","x":"AAAA"}', "32 bytes"),
        ("{", "no JSON"),
    ],
)
def test_what_is_no_key_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "key.json"
    path.write_text(text)
    with pytest.raises(BadKey, match=why):
        signing.load_key(path)


def test_a_private_part_with_a_foreign_public_part_is_refused(key: Ed25519PrivateKey) -> None:
    other = signing.private_jwk(signing.new_key())
    with pytest.raises(BadKey, match="does not belong"):
        signing.key_from_jwk({**signing.private_jwk(key), "x": other["x"]})
