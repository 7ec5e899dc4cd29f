"""Structured logs: one JSON object a line, text on a terminal, and never a secret in either."""

import logging
import logging.config
import re
import sys
import time
from typing import Any

from pythonjsonlogger.json import JsonFormatter

REMOVED = "[removed]"
# Every secret of ours is at least 43 characters of base64url or base32: keys, bearer and turn tokens,
# signatures. Hashes in hex go too: a rule without exceptions is one that nobody can get wrong.
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{43,}")
_BEARER = re.compile(r"(?i)\b(bearer)[\s:=]+[^\s\"',\\]+")
_LOGIN = re.compile(r"//[^/@\s\"]*@")
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}


def scrub(text: str) -> str:
    """Remove bearer tokens, keys, signatures, turn tokens and passwords in addresses."""
    text = _LOGIN.sub(f"//{REMOVED}@", text)
    text = _BEARER.sub(rf"\1 {REMOVED}", text)
    return _LONG_WORD.sub(REMOVED, text)


class JsonLines(JsonFormatter):
    """One JSON object: time (UTC), level, logger, process, message, and what the caller adds by ``extra``."""

    def __init__(self, process: str) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message"],
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            static_fields={"process": process},
        )

    def format(self, record: logging.LogRecord) -> str:
        return scrub(super().format(record))

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return _utc(record)


class TextLines(logging.Formatter):
    """A line for people. Control characters of the message are written out, so that none forges a line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return scrub(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return super().formatMessage(record).translate(_CONTROLS)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return _utc(record)


def configuration(process: str, level: str = "INFO", form: str = "auto") -> dict[str, Any]:
    """Build the ``logging.config.dictConfig`` of a process: everything through one handler on standard error.

    :param process: ``web``, ``worker``, ``relay`` ...: stands in every line.
    :param level: the least level that is written.
    :param form: ``json``, ``text``, or ``auto``: text where standard error is a terminal.
    """
    as_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    formatter = {"()": TextLines} if as_text else {"()": JsonLines, "process": process}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line"}
        },
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {
            "gunicorn.error": {"handlers": [], "propagate": True},
            "gunicorn.access": {"handlers": [], "propagate": True},
            # RQ tells each job twice and each round of maintenance.
            "rq.worker": {"level": level if level in ("DEBUG", "ERROR") else "WARNING"},
        },
    }


def set_up(process: str, level: str = "INFO", form: str = "auto") -> None:
    """Configure this process's logging (see :func:`configuration`)."""
    logging.config.dictConfig(configuration(process, level, form))


def _utc(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
