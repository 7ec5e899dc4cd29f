"""The commands ``referee trace`` and ``referee replay`` (docs/traces.md)."""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn, TypeVar

import click
from rich.console import Console
from rich.progress import Progress

from referee.games.engine import InvalidOptions
from referee.games.registry import GAMES, game_named
from referee.games.replay import TraceDiffers, TraceUnreadable, replay
from referee.games.trace import POLICIES, write_trace
from referee.strict_json import Unreadable, read

T = TypeVar("T")

_DIFFERENT = 1
_UNREADABLE = 2
_PROGRESS_AFTER = 1.0  # seconds


@click.command("trace", help="Write a whole game, played by a policy, to standard output.")
@click.option("--game", "name", required=True, type=click.Choice(sorted(GAMES)), help="The rules.")
@click.option("--players", required=True, type=int, help="How many seats.")
@click.option("--seed", required=True, type=click.IntRange(min=0), help="All chance comes from this number.")
@click.option(
    "--options", "options_text", default="{}", help="A JSON object; missing ones have their defaults."
)
@click.option("--policy", default=POLICIES[0], type=click.Choice(POLICIES), show_default=True)
def trace_command(name: str, players: int, seed: int, options_text: str, policy: str) -> None:
    """Same arguments, same bytes; nothing but the trace on standard output."""
    try:
        options = read(options_text)
        lines = list(_with_progress(write_trace(game_named(name), players, seed, options, policy), "Playing"))
    except Unreadable as error:
        raise click.BadParameter(str(error), param_hint="--options") from error
    except InvalidOptions as error:
        raise click.UsageError(f"{error.field}: {error.why}") from error
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    sys.stdout.buffer.flush()


@click.command("replay", help="Check traces and rule cases; - is standard input.")
@click.argument("files", nargs=-1, required=True)
def replay_command(files: tuple[str, ...]) -> None:
    """Exit 0: all equal, 1: something differs, 2: something cannot be read; it stops at the first."""
    games = steps = 0
    for file in files:
        try:
            checked = replay(_with_progress(_lines(file), file))
        except OSError as error:
            _stop(f"{file}: {error.strerror or error}", _UNREADABLE)
        except TraceDiffers as error:
            _stop(f"{file}:{error.line}: {error.why}", _DIFFERENT)
        except TraceUnreadable as error:
            _stop(f"{file}:{error.line}: {error.why}", _UNREADABLE)
        games += checked.games
        steps += checked.steps
    click.echo(f"ok: {len(files)} files, {games} games, {steps} steps")


def _stop(message: str, code: int) -> NoReturn:
    click.echo(message)
    raise click.exceptions.Exit(code)


def _lines(file: str) -> list[bytes]:
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def _with_progress(lines: Iterable[T], title: str) -> Iterator[T]:
    """Pass lines on; after a second, on a terminal, say on standard error how many there were."""
    if not sys.stderr.isatty():
        yield from lines
        return
    total = len(lines) if isinstance(lines, list) else None
    begun = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task(title, total=total)
        for line in lines:
            yield line
            progress.advance(task)
            if time.monotonic() - begun > _PROGRESS_AFTER:
                progress.refresh()
