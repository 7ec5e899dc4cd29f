"""Every setting of the referee, read once from the environment into one frozen value."""

import base64
import binascii
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

KEY_BYTES = 32
KEY_NAMES = ("REFEREE_SEAL_KEY", "REFEREE_LINK_KEY", "REFEREE_SIGN_KEY")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("auto", "json", "text")
MAIL_FROM = "referee@localhost.invalid"
_URL_SCHEMES = ("redis", "rediss", "unix")
_SMTP_SCHEMES = ("smtp", "smtps")
_PUBLIC_SCHEMES = ("http", "https")
# Such an address survives every mail program: no "=", "&" or "%", no mark at its end (faults.md B32, B33).
_PUBLIC_URL = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(/[A-Za-z0-9_-]+)*")
_MAIL_FROM = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off")


class CannotStart(Exception):
    """Something that the operator must put right before anything starts; its text is one clear line."""


class BadSetting(CannotStart):
    """A setting is missing, or holds what it cannot mean.

    :ivar name: the environment variable.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Settings:
    """What a process of the referee must know before it starts.

    The comment behind each field names its environment variable.
    """

    redis_url: str  # REDIS_URL: the log server; redis://, rediss:// or unix://
    cache_url: str  # CACHE_URL: the volatile server: queues, snapshots, legal moves, limits
    seal_key: bytes = field(repr=False)  # REFEREE_SEAL_KEY: 32 bytes, base64url; seals seeds (AES-256-GCM)
    link_key: bytes = field(repr=False)  # REFEREE_LINK_KEY: 32 bytes, base64url; tokens in links (HMAC)
    sign_key: bytes = field(
        repr=False
    )  # REFEREE_SIGN_KEY: 32 bytes, base64url; the Ed25519 seed of the referee
    host: str = "127.0.0.1"  # REFEREE_HOST: the address that the web server binds
    port: int = 8000  # PORT: its port
    web_workers: int = 2  # REFEREE_WEB_WORKERS: web processes
    web_threads: int = 64  # REFEREE_WEB_THREADS: threads in each of them; a long-poll holds one
    request_seconds: int = 30  # REFEREE_REQUEST_SECONDS: how long a request may take to come in whole
    validate_responses: bool = False  # REFEREE_VALIDATE_RESPONSES: judge every answer by openapi.yaml too
    rate_limits: bool = True  # REFEREE_RATE_LIMITS: token buckets per player and address
    proxies: int = (
        0  # REFEREE_PROXIES: how many proxies of ours stand in front, each adding to X-Forwarded-For
    )
    log_level: str = "INFO"  # REFEREE_LOG_LEVEL: DEBUG, INFO, WARNING or ERROR
    log_format: str = "auto"  # REFEREE_LOG_FORMAT: json, text, or auto (text on a terminal, else json)
    access_log: bool = False  # REFEREE_ACCESS_LOG: one line per request
    public_url: str = (
        "http://127.0.0.1:8000"  # PUBLIC_URL: what links begin with; http://127.0.0.1:PORT if it is not set
    )
    smtp_url: str = field(
        default="", repr=False
    )  # SMTP_URL: smtp://user:password@host:port, or smtps://; letters need it
    mail_from: str = MAIL_FROM  # MAIL_FROM: the address that letters come from
    checkpoints: Path | None = (
        None  # REFEREE_CHECKPOINTS: the file in which the relay notes how far logs have come
    )
    openapi: Path | None = None  # REFEREE_OPENAPI: another place of openapi.yaml than beside the package

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read the settings.

        :param environ: names to texts; the process's environment by default.
        :raises BadSetting: naming the first variable that is missing or wrong.
        """
        env = os.environ if environ is None else environ
        checkpoints, openapi = env.get("REFEREE_CHECKPOINTS"), env.get("REFEREE_OPENAPI")
        port = _read_number(env, "PORT", 8000, 1, 65535)
        return cls(
            redis_url=_read_url(env, "REDIS_URL"),
            cache_url=_read_url(env, "CACHE_URL"),
            seal_key=read_key("REFEREE_SEAL_KEY", env.get("REFEREE_SEAL_KEY")),
            link_key=read_key("REFEREE_LINK_KEY", env.get("REFEREE_LINK_KEY")),
            sign_key=read_key("REFEREE_SIGN_KEY", env.get("REFEREE_SIGN_KEY")),
            host=env.get("REFEREE_HOST") or "127.0.0.1",
            port=port,
            web_workers=_read_number(env, "REFEREE_WEB_WORKERS", 2, 1, 64),
            web_threads=_read_number(env, "REFEREE_WEB_THREADS", 64, 2, 1024),
            request_seconds=_read_number(env, "REFEREE_REQUEST_SECONDS", 30, 1, 3600),
            validate_responses=_read_switch(env, "REFEREE_VALIDATE_RESPONSES", False),
            rate_limits=_read_switch(env, "REFEREE_RATE_LIMITS", True),
            proxies=_read_number(env, "REFEREE_PROXIES", 0, 0, 10),
            log_level=_read_choice(env, "REFEREE_LOG_LEVEL", "INFO", LOG_LEVELS),
            log_format=_read_choice(env, "REFEREE_LOG_FORMAT", "auto", LOG_FORMATS),
            access_log=_read_switch(env, "REFEREE_ACCESS_LOG", False),
            public_url=_read_public_url(env, port),
            smtp_url=_read_address(env, "SMTP_URL", _SMTP_SCHEMES) if env.get("SMTP_URL") else "",
            mail_from=_read_mail_from(env),
            checkpoints=Path(checkpoints) if checkpoints else None,
            openapi=Path(openapi) if openapi else None,
        )


def read_key(name: str, text: str | None) -> bytes:
    """Read a key of 32 bytes from base64url, with or without padding.

    :param name: the variable or the file, for the error.
    :raises BadSetting: if it is missing, no base64url, or not 32 bytes. The error never shows the text.
    """
    if not text:
        raise BadSetting(
            name, "is not set; all three keys are set or nothing starts (see docs/operations.md)"
        )
    unpadded = text.strip().rstrip("=")
    try:
        key = base64.b64decode(unpadded + "=" * (-len(unpadded) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadSetting(name, "is no base64url text") from None
    if len(key) != KEY_BYTES:
        raise BadSetting(name, f"holds {len(key)} bytes, expected {KEY_BYTES}")
    return key


def write_key(key: bytes) -> str:
    """Write a key as :func:`read_key` reads it: base64url without padding."""
    return base64.urlsafe_b64encode(key).decode("ascii").rstrip("=")


def _read_url(env: Mapping[str, str], name: str) -> str:
    url = env.get(name, "")
    if not url:
        raise BadSetting(
            name, "is not set; give a redis://, rediss:// or unix:// address, or use `referee up`"
        )
    return _read_address(env, name, _URL_SCHEMES)


def _read_address(env: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str:
    url = env.get(name, "")
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading it is the check
    except ValueError as error:
        raise BadSetting(name, f"is no address: {error}") from None
    if parts.scheme not in schemes:
        listed = [f"{scheme}://" for scheme in schemes]
        raise BadSetting(name, f"must begin with {', '.join(listed[:-1])} or {listed[-1]}")
    if not parts.hostname and parts.scheme != "unix":
        raise BadSetting(name, "names no host")
    return url


def _read_public_url(env: Mapping[str, str], port: int) -> str:
    """Read what links begin with: scheme and host, and where need be a path, without the last slash."""
    if not env.get("PUBLIC_URL"):
        return f"http://127.0.0.1:{port}"
    url = _read_address(env, "PUBLIC_URL", _PUBLIC_SCHEMES).rstrip("/")
    if not _PUBLIC_URL.fullmatch(url):
        raise BadSetting(
            "PUBLIC_URL", "must be like https://example.org, in letters that no mail program breaks"
        )
    return url


def _read_mail_from(env: Mapping[str, str]) -> str:
    address = env.get("MAIL_FROM", "")
    if not address:
        return MAIL_FROM
    if not _MAIL_FROM.fullmatch(address):
        raise BadSetting(
            "MAIL_FROM", f"must be a plain address like referee@example.org, not {address[:20]!r}"
        )
    return address


def _read_number(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = env.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise BadSetting(name, f"must be a whole number from {least} to {most}, not {text[:20]!r}")
    return int(text)


def _read_switch(env: Mapping[str, str], name: str, default: bool) -> bool:
    text = env.get(name, "").lower()
    if not text:
        return default
    if text not in _YES + _NO:
        raise BadSetting(name, f"must be on or off, not {text[:20]!r}")
    return text in _YES


def _read_choice(env: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]) -> str:
    text = env.get(name, "")
    if not text:
        return default
    for choice in choices:
        if text.lower() == choice.lower():
            return choice
    raise BadSetting(name, f"must be one of {', '.join(choices)}, not {text[:20]!r}")
