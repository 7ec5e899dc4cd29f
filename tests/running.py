"""A running service of one's own: servers, web processes, relay, worker, mailer, clock, each a real process."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from unittest import mock

from clients import transport
from clients.sdk import Referee
from clients.signing import new_key
from clients.transport import Patience
from referee.service.house import House, open_house
from referee.settings import Settings, write_key
from referee.store.embedded import EmbeddedServer, dies_with_parent

TOP = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds until something that must come is given up
_LOOK_AGAIN = 0.02
_BIN = Path(sys.executable).parent
_KEYS = {
    "REFEREE_SEAL_KEY": bytes(range(32)),
    "REFEREE_LINK_KEY": bytes(range(32, 64)),
    "REFEREE_SIGN_KEY": bytes(range(64, 96)),
}


class Process:
    """One process of the service; its output goes to a file."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str], output: Path) -> None:
        self.name = name
        self.output = output
        with output.open("ab") as stream:
            self.popen = subprocess.Popen(
                command,
                cwd=TOP,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )

    def kill(self) -> None:
        """SIGKILL to the process and all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait(PATIENCE)

    def stop(self) -> None:
        """SIGTERM, and SIGKILL to what does not go."""
        self.popen.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(15)
        self.kill()


class Service:
    """The referee as several real processes on servers of its own.

    :param directory: for data and output.
    :param webs: how many gunicorns, each with ``web_workers`` processes.
    :param workers: how many RQ workers; ``relay``: whether the outbox is served at all; ``clocks``: how many clock processes,
        ``mailers``: how many mailers, which need an ``SMTP_URL``.
    :param environment: settings besides those made here.
    """

    def __init__(
        self,
        directory: Path,
        *,
        webs: int = 1,
        web_workers: int = 2,
        workers: int = 1,
        relay: bool = True,
        clocks: int = 0,
        mailers: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.log_server = EmbeddedServer(directory / "log", "log")
        self.cache_server = EmbeddedServer(directory / "cache", "volatile")
        self.ports = [free_port() for _ in range(webs)]
        self.webs: dict[int, Process] = {}
        self.workers: list[Process] = []
        self.relay: Process | None = None
        self.clocks: list[Process] = []
        self.mailers: list[Process] = []
        # Settings of one kind of process (``web``, ``worker``, ``relay``, ``mailer``, ``clock``) beside the common ones.
        self.own_environment: dict[str, dict[str, str]] = {}
        self._counts = (web_workers, workers, relay)
        self._clock_count = clocks
        self._mailer_count = mailers
        self.redis_url = ""  # another way to the log server, such as a proxy; straight by default
        self._given = dict(environment or {})
        self._house: House | None = None

    @property
    def urls(self) -> list[str]:
        """The addresses of the gunicorns."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def url(self) -> str:
        """The address of the first gunicorn."""
        return self.urls[0]

    @property
    def environment(self) -> dict[str, str]:
        """The settings of every process."""
        return {
            **os.environ,
            **{name: write_key(key) for name, key in _KEYS.items()},
            "REDIS_URL": self.redis_url or self.log_server.url,
            "CACHE_URL": self.cache_server.url,
            "REFEREE_VALIDATE_RESPONSES": "on",
            "REFEREE_RATE_LIMITS": "off",
            "REFEREE_WEB_WORKERS": str(self._counts[0]),
            "REFEREE_LOG_FORMAT": "json",
            **self._given,
        }

    @property
    def house(self) -> House:
        """A house of this process on the same servers, not through any proxy: to look at the truth."""
        if self._house is None:
            straight = {**self.environment, "REDIS_URL": self.log_server.url}
            self._house = open_house(Settings.from_env(straight))
        return self._house

    def __enter__(self) -> Self:
        self.start_servers()
        try:
            for port in self.ports:
                self.start_web(port)
            if self._counts[2]:
                self.start_relay()
            for _ in range(self._counts[1]):
                self.start_worker()
            for _ in range(self._clock_count):
                self.start_clock()
            for _ in range(self._mailer_count):
                self.start_mailer()
            for port in self.ports:
                self.await_ready(port)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start_servers(self) -> None:
        """Start the two servers that do not run yet."""
        for server in (self.log_server, self.cache_server):
            if not server.is_running():
                server.start()

    def stop(self) -> None:
        """Stop all processes, the servers last."""
        for process in self.processes():
            process.stop()
        self.cache_server.stop()
        self.log_server.stop()

    def processes(self) -> list[Process]:
        """All processes but the servers, in the order in which they stop."""
        behind = [*self.workers, *self.mailers, *self.clocks]
        return [*self.webs.values(), *behind, *([self.relay] if self.relay else [])]

    def start_web(self, port: int) -> None:
        """Start a gunicorn on a port; :meth:`await_ready` says when it answers."""
        command = [str(_BIN / "gunicorn"), "--config", "gunicorn.conf.py", "referee.api.app:create_app()"]
        environment = {**self.environment, "PORT": str(port), **self.own_environment.get("web", {})}
        self.webs[port] = Process("web", command, environment, self.directory / f"web-{port}.log")

    def start_worker(self) -> Process:
        """Start one more RQ worker."""
        worker = self._module("worker", f"worker-{len(self.workers)}.log", "workers.main")
        self.workers.append(worker)
        return worker

    def start_relay(self) -> None:
        """Start the relay."""
        self.relay = self._module("relay", "relay.log", "workers.relay")

    def start_clock(self) -> Process:
        """Start one more clock."""
        clock = self._module("clock", f"clock-{len(self.clocks)}.log", "workers.clock")
        self.clocks.append(clock)
        return clock

    def start_mailer(self) -> Process:
        """Start one more mailer."""
        output = f"mailer-{len(self.mailers)}.log"
        mailer = self._module("mailer", output, "workers.main", "--queue", "mail")
        self.mailers.append(mailer)
        return mailer

    def _module(self, kind: str, output: str, *command: str) -> Process:
        environment = {**self.environment, **self.own_environment.get(kind, {})}
        return Process(kind, [sys.executable, "-m", *command], environment, self.directory / output)

    def await_ready(self, port: int) -> None:
        """Wait until a gunicorn answers; raises AssertionError with its last words if it ends."""
        until = time.monotonic() + PATIENCE
        while not is_ready(port):
            web = self.webs[port]
            if web.popen.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the web process is not ready: {self.last_words()}")
            time.sleep(_LOOK_AGAIN)

    def last_words(self, most: int = 4000) -> str:
        """The end of every output file, for a failure's report."""
        files = sorted(self.directory.glob("*.log"))
        return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')[-most:]}" for file in files)

    def player(self, name: str | None = None, url: str | None = None, **given: Any) -> Referee:
        """A new player with a registered key, as the SDK has it."""
        referee = Referee(url or self.url, key=new_key(), **given)
        referee.sign_up(name or f"p {os.urandom(6).hex()}")
        referee.register_key()
        return referee

    def match(self, players: int = 2, **given: Any) -> tuple[str, dict[int, Referee]]:
        """A match that has started, and who sits where.

        :param given: for :meth:`clients.sdk.Referee.open_match`.
        """
        people = [self.player() for _ in range(players)]
        match: str = people[0].open_match("zooloretto", players, **given)["match"]
        for person in people:
            person.join(match)
        people[0].start(match)
        return match, {person.seat(match): person for person in people}


def impatient(attempts: int = 1) -> Patience:
    """Hardly any repeats: a test wants to see what happens to one request."""
    return Patience(attempts=attempts, first=0.02, longest=0.2)


@contextlib.contextmanager
def hurried_clients(seconds: float = 3.0) -> Iterator[None]:
    """Clients wait so long for an answer, not the half minute of the SDK, which would only hold a drill up."""
    with mock.patch.object(transport, "_READ_SECONDS", seconds):
        yield


def is_ready(port: int) -> bool:
    """Does ``/readyz`` answer 200?"""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status == 200 and bool(json.loads(answer.read()))
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def eventually(question: Any, what: str, patience: float = PATIENCE) -> Any:
    """Ask again and again until the answer is true, and give it; raises AssertionError naming ``what``."""
    until = time.monotonic() + patience
    while not (answer := question()):
        if time.monotonic() > until:
            raise AssertionError(f"did not happen in {patience:.0f} s: {what}")
        time.sleep(_LOOK_AGAIN)
    return answer
