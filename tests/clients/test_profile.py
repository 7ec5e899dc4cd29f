"""The profile: one private file with all that a player must keep."""

import stat
from pathlib import Path

import pytest

from clients.profile import BadProfile, Profile, load_profile
from clients.signing import new_key, private_jwk


def test_a_profile_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    keys = [new_key(), new_key()]
    saved = Profile(tmp_path / "p", "http://there", "id", "Ana", "secret", keys, "match")
    saved.save()
    found = load_profile(saved.path)
    assert (found.url, found.player, found.name, found.token, found.match) == (
        "http://there",
        "id",
        "Ana",
        "secret",
        "match",
    )
    assert [private_jwk(key) for key in found.keys] == [private_jwk(key) for key in keys]
    assert stat.S_IMODE(saved.path.stat().st_mode) == 0o600


def test_a_missing_profile_is_an_empty_one(tmp_path: Path) -> None:
    found = load_profile(tmp_path / "none")
    assert not found.is_signed_up
    assert found.keys == []
    assert not (tmp_path / "none").exists()


def test_a_profile_shows_no_secret(tmp_path: Path) -> None:
    shown = repr(Profile(tmp_path / "p", token="tell-nobody", keys=[new_key()]))
    assert "tell-nobody" not in shown
    assert "Ed25519" not in shown


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[]", "no profile"),
        ('{"v":2}', "no profile of version 1"),
        ('{"v":1,"url":1,"player":"","name":"","token":"","match":"","keys":[]}', "are texts"),
        ('{"v":1,"url":"","player":"","name":"","token":"a\\n","match":"","keys":[]}', "token is printable"),
        (
            '{"v":1,"url":"","player":"","name":"","token":"\u00e9","match":"","keys":[]}',
            "token is printable",
        ),
        ('{"v":1,"url":"","player":"","name":"","token":"","match":"","keys":{}}', "list of private keys"),
        ('{"v":1,"url":"","player":"","name":"","token":"","match":"","keys":[1]}', "JWK"),
    ],
)
def test_a_file_that_is_no_profile_is_named_with_the_reason(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "p"
    path.write_text(text)
    with pytest.raises(BadProfile, match=why) as refused:
        load_profile(path)
    assert str(path) in str(refused.value)


def test_a_directory_is_no_profile(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="directory"):
        load_profile(tmp_path)
