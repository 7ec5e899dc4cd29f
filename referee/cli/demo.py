"""`referee demo`: a whole match through the public doors, bad orders among the good ones, and its record checked."""

import contextlib
import json
import secrets
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from clients.bots import play_until_over, wait_until_scored
from clients.problems import ClientError
from clients.verify import SOUND, check_record
from referee.cli.demo_cast import Cast, seat_bots
from referee.cli.demo_faults import BadOrders, NotRefused
from referee.cli.private import private_service
from referee.games.registry import GAMES


@click.command("demo")
@click.option("--game", type=click.Choice(sorted(GAMES)), default="zooloretto", show_default=True)
@click.option("--players", type=click.IntRange(1), default=2, show_default=True, help="How many seats.")
@click.option(
    "--seed", type=click.IntRange(0), help="Of the bots' choices and entropies.  [default: a random one]"
)
@click.option("--url", metavar="URL", help="A running referee.  [default: a private one, gone afterwards]")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for the record.  [default: ./var if it is there, else a new temporary one]",
)
def demo_command(game: str, players: int, seed: int | None, url: str | None, out: Path | None) -> None:
    """Play a whole match over HTTP with signed orders, and verify its record.

    Greedy and random bots take the seats. In between, orders are sent that must be refused: stale, illegal,
    forged, for a foreign seat and so on. The last line is a JSON object; the exit code is 0 if all went as it
    must, else 1. The seed steers the bots and the entropy they give; the referee adds a seed of its own, so
    that the same seed does not give the same match.
    """
    known = GAMES[game].players
    if players not in known:
        raise click.UsageError(f"{game} is for {known.start} to {known.stop - 1} players, not {players}")
    seed = secrets.randbits(32) if seed is None else seed
    try:
        with _referee(url) as address:
            report = _play(address, game, players, seed, _output_directory(out))
    except (ClientError, NotRefused) as error:
        click.echo(f"referee demo: {error}", err=True)
        sys.exit(1)
    click.echo(json.dumps(report, separators=(",", ":")))
    sys.exit(0 if report["verified"] else 1)


@contextlib.contextmanager
def _referee(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with (
        tempfile.TemporaryDirectory(prefix="referee-demo-") as directory,
        private_service(Path(directory), {"REFEREE_RATE_LIMITS": "off"}) as address,
    ):
        yield address


def _output_directory(out: Path | None) -> Path:
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        return out
    here = Path("var")
    return here if here.is_dir() else Path(tempfile.mkdtemp(prefix="referee-record-"))


def _play(url: str, game: str, players: int, seed: int, out: Path) -> dict[str, Any]:
    """Play, keep the record, verify it; the report that is the last line of the command.

    :raises NotRefused: if a bad order is not refused as it must be.
    :raises ClientError: if the referee refuses a good one, or does not answer.
    """
    cast = seat_bots(url, game, players, seed)
    bad_orders = BadOrders(cast)
    moves = 0
    with _progress() as progress:
        task = progress.add_task(f"{game}, {players} players, match {cast.match}", total=None, moves=0)

        def played() -> None:
            nonlocal moves
            moves += 1
            progress.update(task, moves=moves)
            bad_orders.after_move(moves)

        found = play_until_over(list(cast.bots.values()), cast.match, played)
    bad_orders.after_the_end()
    text = wait_until_scored(cast.anybody, cast.match)
    path = out / f"{game}-{players}p-{cast.match}.jsonl"
    path.write_text(text, encoding="utf-8")
    return {
        "game": game,
        "players": players,
        "seed": seed,
        "match": cast.match,
        "moves": moves,
        "refusals": dict(sorted(bad_orders.refusals.items())),
        "result": found["result"],
        "record": str(path),
        "verified": _is_sound(text, cast),
    }


def _is_sound(text: str, cast: Cast) -> bool:
    published = next(iter(cast.anybody.referee_keys().values()))
    verdict = check_record(text.split("\n"), published)
    click.echo(f"referee demo: {verdict.line}", err=True)
    return verdict.code == SOUND


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[moves]} moves"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True))
