"""A service of one's own: a whole `referee up` in a directory and on a free port, gone when it is left."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.settings import KEY_NAMES, CannotStart
from referee.store.embedded import dies_with_parent

_PATIENCE = 90.0  # seconds until it is ready
_STOP_PATIENCE = 40.0  # seconds until it has stopped
_LOOK_AGAIN = 0.05  # seconds
_READY = "ready http://"
_NOT_INHERITED = frozenset(
    {"REDIS_URL", "CACHE_URL", "REFEREE_DATA", "PORT", "REFEREE_HOST", "PUBLIC_URL", "SMTP_URL", *KEY_NAMES}
)


class ServiceDidNotStart(CannotStart):
    """The service ended, or was not ready in time."""


@contextlib.contextmanager
def private_service(
    directory: Path, settings: Mapping[str, str] | None = None, procfile: Path | None = None
) -> Iterator[str]:
    """Run a service with its data and its output in a directory; the value is its address.

    :param settings: environment variables besides those of this process.
    :param procfile: another choice of processes.
    :raises ServiceDidNotStart: with the last line that it said.
    """
    directory.mkdir(parents=True, exist_ok=True)
    port = _free_port()
    output = directory / "service.log"
    inherited = {name: text for name, text in os.environ.items() if name not in _NOT_INHERITED}
    with output.open("ab") as log:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("referee")), "up", "--no-demo"]
            + ["--port", str(port), "--data", str(directory / "var")]
            + (["--procfile", str(procfile)] if procfile else []),
            env={**inherited, "REFEREE_LOG_FORMAT": "json", **(settings or {})},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a Ctrl-C is ours to take; we stop it in order
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
    try:
        _wait_until_ready(process, output)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(_STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_ready(process: "subprocess.Popen[bytes]", output: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while not any(line.startswith(_READY) for line in _lines(output)):
        if process.poll() is not None or time.monotonic() > until:
            last = next((line for line in reversed(_lines(output)) if line), "nothing")
            raise ServiceDidNotStart(f"the private service did not start; it said: {last} (see {output})")
        time.sleep(_LOOK_AGAIN)


def _lines(output: Path) -> list[str]:
    return output.read_text(encoding="utf-8", errors="replace").splitlines()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
