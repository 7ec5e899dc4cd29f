"""`referee up`: the whole service on one machine, from nothing but this installation."""

import contextlib
import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from referee.cli.demo_mail import DemoMail
from referee.cli.inbox import Inbox, find_inbox
from referee.cli.supervisor import Supervisor, Watched, read_procfile
from referee.cli.witnesses import CHECKPOINTS, check_logs
from referee.service.house import open_house
from referee.settings import KEY_NAMES, CannotStart, Settings
from referee.store import secrets
from referee.store.embedded import EmbeddedServer, Kind
from referee.store.errors import StoreAway
from referee.store.servers import check_servers, connect, holds_anything

_DEMO, _WEB, _WORKERS, _MAIL = range(4)  # the rounds of a stop; the embedded servers go last
_MAILER = "mailer"  # the process that needs a mail server
_DEMO_COMMAND = "python -m clients.demo_match"
_SERVERS: dict[str, Kind] = {"REDIS_URL": "log", "CACHE_URL": "volatile"}
_READY_PATIENCE = 60.0  # seconds
_LOOK_AFTER_DEMO = 1.0  # seconds between two looks at whether the demo's person has his mailbox
_PORT_PATIENCE = 10.0  # seconds in which what a killed run left behind gives the port back


class PortInUse(CannotStart):
    """Somebody listens on the port."""


class NotReady(CannotStart):
    """The service did not become ready in time."""


@click.command("up")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port of the API."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default="./var",
    show_default=True,
    help="Directory of logs and keys.",
)
@click.option(
    "--receipts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Receipts that players give back: the logs must reach as far as they show.",
)
@click.option("--procfile", type=click.Path(path_type=Path), help="Another list of processes than Procfile.")
@click.option(
    "--demo/--no-demo", default=True, show_default=True, help="A live match with bots and a seat for you."
)
def up_command(port: int, data: Path, receipts: tuple[Path, ...], procfile: Path | None, demo: bool) -> None:
    """Start everything on this machine: two servers, API, workers, relay, and a live match.

    Ctrl-C stops all of it; started again, everything goes on. REDIS_URL and CACHE_URL name servers of
    your own instead of those that come along.
    """
    sys.exit(_up(port, data.absolute(), receipts, procfile, demo))


def _up(port: int, data: Path, receipts: tuple[Path, ...], procfile: Path | None, demo: bool) -> int:
    procfile = procfile.absolute() if procfile else _default_procfile()
    processes = read_procfile(procfile)
    try:
        with _interruptible(), contextlib.ExitStack() as held:
            servers = _start_servers(data, held)
            _check_port(port, _PORT_PATIENCE if any(one.found_orphan for one in servers.values()) else 0.0)
            inbox = (
                find_inbox(port, data) if _MAILER in processes and not os.environ.get("SMTP_URL") else None
            )
            environment = _environment(port, data, servers, inbox)
            settings = Settings.from_env(environment)  # a wrong one is named here, once, not by each child
            check_logs(open_house(settings), settings.checkpoints, receipts)
            supervisor = Supervisor(environment, procfile.parent, _watched(servers, settings))
            supervisor.take_signals()
            try:
                _run(supervisor, processes, port, demo, inbox)
            finally:
                supervisor.stop()
            if supervisor.death:
                click.echo(f"referee: {supervisor.death}: everything is stopped", err=True)
                return 1
    except KeyboardInterrupt:
        pass
    return 0


def _run(
    supervisor: Supervisor, processes: dict[str, str], port: int, demo: bool, inbox: Inbox | None
) -> None:
    if inbox is not None:
        supervisor.start("inbox", inbox.command, _MAIL)
    for name, command in processes.items():
        supervisor.start(name, command, _WEB if name == "web" else _WORKERS)
    _wait_until_ready(supervisor, port)
    while inbox is not None and supervisor.should_go_on() and not inbox.is_listening():
        supervisor.attend(0.1)
    if not supervisor.should_go_on():
        return
    supervisor.keep_alive()
    click.echo(f"ready http://127.0.0.1:{port}")
    if inbox is not None:
        _say("letters are caught, not sent; read them at the inbox:")
        click.echo(f"inbox {inbox.url}")
    if demo:
        supervisor.start("demo-match", _DEMO_COMMAND, _DEMO, may_end=True)
    mail = _demo_mail(supervisor) if demo and inbox is not None else None
    while supervisor.should_go_on():
        supervisor.attend(_LOOK_AFTER_DEMO)
        if mail is not None and supervisor.should_go_on():
            with contextlib.suppress(StoreAway):
                mail.look()


def _demo_mail(supervisor: Supervisor) -> DemoMail:
    settings = Settings.from_env(supervisor.environment)
    return DemoMail(
        open_house(settings),
        Path(supervisor.environment["REFEREE_DATA"]),
        settings.public_url,
        click.echo,
    )


def _start_servers(data: Path, held: contextlib.ExitStack) -> dict[str, EmbeddedServer]:
    """Start a server for each address that the environment does not give."""
    data.mkdir(parents=True, exist_ok=True)
    servers = {}
    for variable, kind in _SERVERS.items():
        if not os.environ.get(variable):
            server = EmbeddedServer(data / kind, kind, report=_say)
            servers[variable] = held.enter_context(server)
    return servers


def _watched(servers: dict[str, EmbeddedServer], settings: Settings) -> dict[str, Watched]:
    """The servers of ours, each with how it is started again: what was acknowledged must still be there."""

    def start_again(server: EmbeddedServer) -> None:
        server.start()
        if server.kind == "log":
            with contextlib.suppress(StoreAway):  # it has died again: so it is looked at again
                check_logs(open_house(settings), settings.checkpoints, ())

    return {
        server.kind: Watched(server.is_running, partial(start_again, server)) for server in servers.values()
    }


def _environment(
    port: int, data: Path, servers: dict[str, EmbeddedServer], inbox: Inbox | None
) -> dict[str, str]:
    """Build the children's environment, after checking the servers and finding the keys."""
    environment = dict(os.environ)
    if inbox is not None:
        environment["SMTP_URL"] = inbox.smtp_url
    environment.update({variable: server.url for variable, server in servers.items()})
    with connect(environment["REDIS_URL"]) as log, connect(environment["CACHE_URL"]) as cache:
        check_servers(log, cache)
        if not any(os.environ.get(name) for name in KEY_NAMES):
            directory = data / "keys"
            keys, made = secrets.make_or_load(directory, logs_exist=holds_anything(log))
            environment.update(keys)
            if made:
                _say(
                    f"made {len(made)} keys in {directory}: whoever loses them loses the matches; back them up apart"
                )
    environment.update(
        {
            "PORT": str(port),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", os.defpath)]),
            "PYTHONUNBUFFERED": "1",
            "REFEREE_URL": f"http://127.0.0.1:{port}",
            "REFEREE_DATA": str(data),
        }
    )
    if "REDIS_URL" in servers:  # they lie beside the data that they speak of
        environment.setdefault("REFEREE_CHECKPOINTS", str(data / CHECKPOINTS))
    if sys.stdout.isatty():
        environment.setdefault("REFEREE_LOG_FORMAT", "text")
    return environment


def _wait_until_ready(supervisor: Supervisor, port: int) -> None:
    started = time.monotonic()
    said = 0
    while supervisor.should_go_on():
        why = _why_not_ready(port)
        if not why:
            return
        waited = time.monotonic() - started
        if waited > _READY_PATIENCE:
            raise NotReady(f"not ready after {waited:.0f} s: {why}")
        if waited > said + 1:
            said = int(waited)
            supervisor.say(f"waiting for the API ({said} s): {why}")
        supervisor.attend(0.1)


def _why_not_ready(port: int) -> str:
    """Ask `/readyz`; an empty text means ready."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2.0)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read(10_000)
    except (OSError, http.client.HTTPException) as error:
        return f"no answer ({type(error).__name__})"
    finally:
        connection.close()
    if answer.status == http.client.OK:
        return ""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        checks = json.loads(body)["checks"]
        failing = [f"{check['name']}: {check['detail']}" for check in checks if not check["ok"]]
        return "; ".join([f"status {answer.status}", *failing])
    return f"status {answer.status}"


def _check_port(port: int, patience: float) -> None:
    host = os.environ.get("REFEREE_HOST") or "127.0.0.1"
    until = time.monotonic() + patience
    while True:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return
            except OSError as error:
                if time.monotonic() >= until:
                    raise PortInUse(
                        f"port {port} of {host}: {error.strerror}; choose another by --port"
                    ) from error
        _say(f"waiting for port {port}, which the last run still holds")
        time.sleep(1.0)


def _default_procfile() -> Path:
    return Path(__file__).resolve().parents[2] / "Procfile"


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let SIGTERM and SIGHUP interrupt as Ctrl-C does; afterwards signals mean what they meant before."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {which: signal.signal(which, interrupt) for which in signals}
    try:
        yield
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)


def _say(sentence: str) -> None:
    click.echo(f"referee: {sentence}")
