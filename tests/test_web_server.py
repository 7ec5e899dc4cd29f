"""gunicorn with our configuration: it starts right, or says in one line why not."""

import json
import os
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from referee.settings import write_key
from referee.store.embedded import EmbeddedServer

PATIENCE = 60  # seconds until a test gives up
CONFIGURATION = Path(__file__).parent.parent / "gunicorn.conf.py"
TOKEN = "A" * 43
APP = """
import logging
import os
import signal

def create_app():
    if "STOPPED_WHILE_IT_STARTS" in os.environ:
        os.kill(os.getppid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)

    def app(environ, start_response):
        logging.getLogger("referee.api").info("asked", extra={"path": environ["PATH_INFO"]})
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]
    return app
"""


@pytest.fixture
def environment(log_server: EmbeddedServer, cache_server: EmbeddedServer) -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    keys = {f"REFEREE_{name}_KEY": write_key(bytes(32)) for name in ("SEAL", "LINK", "SIGN")}
    known = {"REDIS_URL": log_server.url, "CACHE_URL": cache_server.url, "PORT": str(port)}
    return dict(os.environ) | keys | known | {"REFEREE_LOG_FORMAT": "json", "REFEREE_ACCESS_LOG": "on"}


def start(directory: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    (directory / "app_of_this_test.py").write_text(APP)
    return subprocess.Popen(
        [
            Path(sys.executable).parent / "gunicorn",
            "--config",
            str(CONFIGURATION),
            "--pythonpath",
            str(directory),
        ]
        + ["app_of_this_test:create_app()"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_every_line_is_json_and_no_token_stands_in_it(tmp_path: Path, environment: dict[str, str]) -> None:
    web = start(tmp_path, environment)
    assert web.stderr is not None
    said: list[str] = []
    while "Booting worker" not in "".join(said):
        said.append(web.stderr.readline())
    connection = HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=PATIENCE)
    connection.request("GET", f"/m/{TOKEN}?token={TOKEN}", headers={"Authorization": "Bearer secret"})
    assert connection.getresponse().read() == b"ok"
    connection.close()
    web.send_signal(signal.SIGTERM)
    _, rest = web.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in ("".join(said) + rest).splitlines()]
    assert web.returncode == 0
    assert {line["process"] for line in lines} == {"web"}
    assert {"path": "/m/[removed]"}.items() <= next(
        line for line in lines if line["message"] == "asked"
    ).items()
    assert any(line["message"].startswith("GET /m/[removed] 200") for line in lines)
    assert not any(word in rest for word in (TOKEN, "secret"))


def test_a_process_that_is_stopped_while_it_starts_says_so_in_json_and_stops(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    web = start(tmp_path, environment | {"STOPPED_WHILE_IT_STARTS": "1"})
    _, said = web.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in said.splitlines()]
    assert web.returncode == 0
    assert not [line for line in lines if line["level"] not in ("info", "INFO")]


@pytest.mark.parametrize(("size", "then"), [(65_536, "keep-alive"), (65_537, "close")])
def test_an_answer_says_when_the_rest_of_a_large_body_ends_the_connection(
    tmp_path: Path, environment: dict[str, str], size: int, then: str
) -> None:
    web = start(tmp_path, environment)
    assert web.stderr is not None
    while "Booting worker" not in web.stderr.readline():
        assert web.poll() is None
    connection = HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=PATIENCE)
    connection.request("POST", "/v1/players", body=b"x" * size)
    answer = connection.getresponse()
    assert (answer.read(), answer.headers["Connection"]) == (b"ok", then)
    connection.close()
    web.send_signal(signal.SIGTERM)
    web.communicate(timeout=PATIENCE)


def test_requests_are_logged_only_on_request(tmp_path: Path, environment: dict[str, str]) -> None:
    web = start(tmp_path, environment | {"REFEREE_ACCESS_LOG": "off"})
    assert web.stderr is not None
    while "Booting worker" not in web.stderr.readline():
        assert web.poll() is None
    connection = HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=PATIENCE)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read() == b"ok"
    connection.close()
    web.send_signal(signal.SIGTERM)
    _, rest = web.communicate(timeout=PATIENCE)
    assert "asked" in rest
    assert "GET /healthz" not in rest


def test_a_missing_setting_is_one_line(tmp_path: Path, environment: dict[str, str]) -> None:
    del environment["REFEREE_SIGN_KEY"]
    _, errors = start(tmp_path, environment).communicate(timeout=PATIENCE)
    assert errors.splitlines() == [
        "web: REFEREE_SIGN_KEY: is not set; all three keys are set or nothing starts (see docs/operations.md)"
    ]


def test_a_wrong_server_is_named_before_anything_is_served(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    environment["REDIS_URL"] = environment["CACHE_URL"]
    web = start(tmp_path, environment)
    _, errors = web.communicate(timeout=PATIENCE)
    assert web.returncode != 0
    assert errors.splitlines()[-1].startswith("web: REDIS_URL: the log server's configuration is wrong")
    assert "Traceback" not in errors
    assert "Booting worker" not in errors
