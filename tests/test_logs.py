"""Log lines: one each, structured, without secrets."""

import json
import logging
import subprocess
import sys

import pytest

from referee.logs import JsonLines, TextLines, configuration, scrub

TOKEN = "AQFrN3EybTl4NGMwdnRoZDNwAgAAEQ8mC4l0Wq2n-_A"  # 43 characters of base64url
SIGNATURE = "S3BF-OZFMcWHk7qlJw2pnEBErkDrqOf1l4arPCWzWKoVaZ9HaAtqntkWWWOlzlBkuIM_P8dD_l6jzLLZala1Dg"


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("referee.test", logging.INFO, __file__, 1, message, args, None)
    made.__dict__.update(extra)
    return made


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"GET /m/{TOKEN}/3 200", "GET /m/[removed]/3 200"),
        ("Authorization: Bearer rt_short.one", "Authorization: Bearer [removed]"),
        ("{'authorization': 'bearer abc'}", "{'authorization': 'bearer [removed]'}"),
        (f"signature eyJhbGciOiJFZERTQSJ9..{SIGNATURE}", "signature eyJhbGciOiJFZERTQSJ9..[removed]"),
        (f"m+{'a2b3' * 13}@example.org", "m+[removed]@example.org"),
        ("redis://user:hunter2@host:6379/0", "redis://[removed]@host:6379/0"),
        ("match k7q2m9x4c0vhtd3p version 17", "match k7q2m9x4c0vhtd3p version 17"),
    ],
)
def test_secrets_are_removed_and_names_stay(text: str, clean: str) -> None:
    assert scrub(text) == clean


@pytest.mark.parametrize("form", [JsonLines("web"), TextLines()])
def test_secrets_go_from_message_arguments_extras_and_tracebacks(form: logging.Formatter) -> None:
    try:
        raise ValueError(f"bad token {TOKEN}")
    except ValueError:
        trace = sys.exc_info()
    made = record("refused %s", TOKEN, credential=f"Bearer {TOKEN}")
    made.exc_info = trace
    line = form.format(made)
    assert TOKEN not in line
    assert "refused [removed]" in line
    assert "ValueError: bad token [removed]" in line


def test_a_json_line_holds_time_level_logger_process_message_and_extras() -> None:
    made = record("append %d", 17, match="k7q2m9x4c0vhtd3p")
    made.created, made.msecs = 1764400000.25, 250.0
    assert json.loads(JsonLines("relay").format(made)) == {
        "time": "2025-11-29T07:06:40.250Z",
        "level": "INFO",
        "logger": "referee.test",
        "process": "relay",
        "message": "append 17",
        "match": "k7q2m9x4c0vhtd3p",
    }


@pytest.mark.parametrize("form", [JsonLines("web"), TextLines()])
def test_a_message_cannot_forge_a_second_line(form: logging.Formatter) -> None:
    line = form.format(record("name %s", "x\r\n2026 INFO forged\x1b[31m"))
    assert len(line.splitlines()) == 1
    assert "\x1b" not in line


def test_configured_loggers_write_one_line_to_standard_error() -> None:
    program = (
        "import logging, referee.logs as l; l.set_up('web', 'INFO', 'json');"
        "logging.getLogger('gunicorn.error').info('hello'); logging.getLogger('x').debug('quiet')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["message"] == "hello"


def test_the_form_follows_the_setting() -> None:
    assert configuration("web", form="text")["formatters"]["line"] == {"()": TextLines}
    assert configuration("web", form="json")["formatters"]["line"] == {"()": JsonLines, "process": "web"}


@pytest.mark.parametrize(("level", "kept"), [("DEBUG", "DEBUG"), ("INFO", "WARNING"), ("ERROR", "ERROR")])
def test_the_queue_library_is_quiet_unless_asked(level: str, kept: str) -> None:
    assert configuration("worker", level)["loggers"]["rq.worker"]["level"] == kept
