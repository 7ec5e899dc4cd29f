"""Settings from the environment: one clear error that names the variable."""

from pathlib import Path

import pytest

from referee.settings import BadSetting, Settings, read_key, write_key

KEY = write_key(bytes(range(32)))
GOOD = {
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "CACHE_URL": "unix:///tmp/s",
    "REFEREE_SEAL_KEY": KEY,
    "REFEREE_LINK_KEY": write_key(bytes(32)),
    "REFEREE_SIGN_KEY": write_key(bytes([7] * 32)),
}


def test_the_necessary_ones_are_enough() -> None:
    settings = Settings.from_env(GOOD)
    assert settings == Settings(
        GOOD["REDIS_URL"], GOOD["CACHE_URL"], bytes(range(32)), bytes(32), bytes([7] * 32)
    )
    assert (settings.host, settings.port, settings.web_workers, settings.web_threads) == (
        "127.0.0.1",
        8000,
        2,
        64,
    )
    assert settings.rate_limits
    assert not settings.validate_responses


def test_every_other_one_is_read() -> None:
    settings = Settings.from_env(
        GOOD
        | {
            "REFEREE_HOST": "0.0.0.0",
            "PORT": "81",
            "REFEREE_WEB_WORKERS": "3",
            "REFEREE_WEB_THREADS": "9",
            "REFEREE_VALIDATE_RESPONSES": "on",
            "REFEREE_RATE_LIMITS": "off",
            "REFEREE_LOG_LEVEL": "debug",
            "REFEREE_LOG_FORMAT": "JSON",
            "REFEREE_ACCESS_LOG": "yes",
            "REFEREE_OPENAPI": "/a/openapi.yaml",
            "PUBLIC_URL": "https://play.example.org/",
            "SMTP_URL": "smtps://user:secret@mail.example.org:465",
            "MAIL_FROM": "games@example.org",
        }
    )
    assert (settings.host, settings.port, settings.web_workers, settings.web_threads) == ("0.0.0.0", 81, 3, 9)
    assert (settings.validate_responses, settings.rate_limits, settings.access_log) == (True, False, True)
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")
    assert settings.openapi == Path("/a/openapi.yaml")
    assert (settings.public_url, settings.mail_from) == ("https://play.example.org", "games@example.org")
    assert settings.smtp_url == "smtps://user:secret@mail.example.org:465"
    assert "secret" not in repr(settings)


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_one_is_named(name: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: is not set") as caught:
        Settings.from_env({other: text for other, text in GOOD.items() if other != name})
    assert caught.value.name == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://host:port"),
        ("CACHE_URL", "http://host"),
        ("REFEREE_SEAL_KEY", KEY[:-1] + "!"),
        ("REFEREE_LINK_KEY", write_key(bytes(31))),
        ("REFEREE_SIGN_KEY", write_key(bytes(33))),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "8e3"),
        ("PORT", "١"),
        ("PORT", "9" * 5000),
        ("REFEREE_WEB_WORKERS", "-1"),
        ("REFEREE_WEB_THREADS", "many"),
        ("REFEREE_RATE_LIMITS", "maybe"),
        ("REFEREE_LOG_LEVEL", "LOUD"),
        ("REFEREE_LOG_FORMAT", "xml"),
        ("SMTP_URL", "mail.example.org"),
        ("SMTP_URL", "smtp://"),
        ("SMTP_URL", "smtp://host:port"),
        ("MAIL_FROM", "Referee <referee@example.org>"),
        ("MAIL_FROM", "a@b\r\nBcc: c@d"),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/?a=b"),
        ("PUBLIC_URL", "https://user:password@play.example.org"),
    ],
)
def test_a_wrong_one_is_named_in_one_short_line(name: str, text: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: ") as caught:
        Settings.from_env(GOOD | {name: text})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150


def test_links_begin_with_this_machine_unless_told_otherwise() -> None:
    assert Settings.from_env(GOOD | {"PORT": "8123"}).public_url == "http://127.0.0.1:8123"


def test_no_key_shows_in_a_printed_setting_or_an_error() -> None:
    assert KEY not in repr(Settings.from_env(GOOD))
    assert repr(bytes(range(32))) not in repr(Settings.from_env(GOOD))
    with pytest.raises(BadSetting) as caught:
        Settings.from_env(GOOD | {"REFEREE_SEAL_KEY": KEY + KEY})
    assert KEY not in str(caught.value)


def test_a_key_is_read_with_padding_and_without() -> None:
    assert read_key("K", KEY) == read_key("K", KEY + "=") == read_key("K", f" {KEY}\n") == bytes(range(32))
