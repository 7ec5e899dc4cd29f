"""The log server for who looks after it: the one in use, or one started on the data of a service that is stopped."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from referee.cli.witnesses import CHECKPOINTS
from referee.service.house import House, open_house
from referee.settings import KEY_NAMES, CannotStart, Settings
from referee.store import secrets
from referee.store.client import Client
from referee.store.embedded import EmbeddedServer, running_url
from referee.store.servers import connect_log

_NOWHERE = "unix:///nowhere"  # the volatile server is not asked for anything


class Office(NamedTuple):
    """What an operator works with. ``checkpoints``: the file of them, or None."""

    house: House
    log: Client
    checkpoints: Path | None


@contextlib.contextmanager
def open_office(data: Path, *, may_make: bool = False) -> Iterator[Office]:
    """The log server that REDIS_URL names, else that of the data directory, running or not.

    :param may_make: whether a data directory that is not there yet may be made.
    :raises CannotStart: if there is none, or its keys are not there.
    """
    environment = dict(os.environ)
    with contextlib.ExitStack() as held:
        if not environment.get("REDIS_URL"):
            if not may_make and not (data / "log").is_dir():
                raise CannotStart(
                    f"{data / 'log'} is no directory of a log server; name another --data, or set REDIS_URL"
                )
            environment["REDIS_URL"] = _server_url(data / "log", held)
            environment.setdefault("REFEREE_CHECKPOINTS", str(data / CHECKPOINTS))
        environment["CACHE_URL"] = environment.get("CACHE_URL") or _NOWHERE
        if not any(environment.get(name) for name in KEY_NAMES):
            environment.update(secrets.load(data / "keys"))
        settings = Settings.from_env(environment)
        log = held.enter_context(connect_log(settings))
        yield Office(open_house(settings), log, settings.checkpoints)


def _server_url(directory: Path, held: contextlib.ExitStack) -> str:
    running = running_url(directory)
    if running is not None:
        return running
    return held.enter_context(EmbeddedServer(directory, "log", report=say)).url


def say(sentence: str) -> None:
    """A line for the operator, apart from what the command gives out."""
    click.echo(f"referee: {sentence}", err=True)


@contextlib.contextmanager
def telling(what: str) -> Iterator[Callable[[int], None]]:
    """Show how far it is, on standard error, where somebody looks at it."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), TextColumn("{task.completed:,}"), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done: bar.update(task, completed=done)
