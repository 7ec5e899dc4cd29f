"""The three keys in their directory."""

import base64
import stat
from pathlib import Path

import pytest

from referee.settings import BadSetting, Settings
from referee.store import secrets
from referee.store.secrets import KeysExposed, KeysGone

NAMES = {"REFEREE_SEAL_KEY": "seal.key", "REFEREE_LINK_KEY": "link.key", "REFEREE_SIGN_KEY": "sign.key"}


def test_keys_made_once_are_used_again(tmp_path: Path) -> None:
    directory = tmp_path / "keys"
    keys, made = secrets.make_or_load(directory, logs_exist=False)
    assert set(made) == set(NAMES)
    assert secrets.make_or_load(directory, logs_exist=True) == (keys, ())
    assert len(set(keys.values())) == 3
    assert all(len(base64.urlsafe_b64decode(text + "=")) == 32 for text in keys.values())


def test_only_the_owner_may_read_them(tmp_path: Path) -> None:
    directory = tmp_path / "keys"
    secrets.make_missing(directory)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()} == dict.fromkeys(
        NAMES.values(), 0o600
    )


def test_they_make_settings(tmp_path: Path) -> None:
    secrets.make_missing(tmp_path)
    keys = secrets.load(tmp_path)
    settings = Settings.from_env({"REDIS_URL": "redis://a", "CACHE_URL": "redis://b", **keys})
    assert len({settings.seal_key, settings.link_key, settings.sign_key}) == 3


@pytest.mark.parametrize(("name", "file"), NAMES.items())
def test_a_lost_key_is_made_anew_only_where_no_log_needs_it(tmp_path: Path, name: str, file: str) -> None:
    secrets.make_missing(tmp_path)
    before = secrets.load(tmp_path)
    (tmp_path / file).unlink()
    with pytest.raises(
        KeysGone, match=f"logs exist, but the keys that they need are gone: put back .*{file}"
    ):
        secrets.make_or_load(tmp_path, logs_exist=True)
    assert not (tmp_path / file).exists()
    keys, made = secrets.make_or_load(tmp_path, logs_exist=False)
    assert made == (name,)
    assert {other for other in NAMES if keys[other] == before[other]} == set(NAMES) - {name}


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    secrets.make_missing(tmp_path)
    (tmp_path / "link.key").chmod(0o640)
    with pytest.raises(KeysExposed, match=r"chmod 600 .*link\.key"):
        secrets.load(tmp_path)


@pytest.mark.parametrize("text", ["", "short", "!" * 43, "A" * 44])
def test_a_file_that_holds_no_key_is_named_and_its_text_is_not_shown(tmp_path: Path, text: str) -> None:
    secrets.make_missing(tmp_path)
    (tmp_path / "seal.key").write_text(text)
    with pytest.raises(BadSetting, match=r"seal\.key") as caught:
        secrets.load(tmp_path)
    assert not text or text not in str(caught.value).replace("seal.key", "")


def test_a_draft_left_by_a_crash_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "seal.new").write_text("half")
    assert len(secrets.make_missing(tmp_path)) == 3
    assert len(secrets.load(tmp_path)) == 3
    assert not (tmp_path / "seal.new").exists()
