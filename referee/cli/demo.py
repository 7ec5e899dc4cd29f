"""`referee demo`: a whole match through the public doors, bad orders among the good ones, and its record checked."""

import contextlib
import json
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from clients import answers
from clients.bots import play_until_over, wait_until_scored
from clients.problems import ClientError
from clients.verify import SOUND, check_record
from referee.cli.demo_cast import Cast, seat_players
from referee.cli.demo_faults import BadOrders, NotRefused
from referee.cli.demo_letters import PersonByLetters, ticks_of
from referee.cli.private import private_service
from referee.games.engine import InvalidOptions
from referee.games.registry import GAMES
from referee.strict_json import Json, Unreadable, read


@click.command("demo")
@click.option("--game", type=click.Choice(sorted(GAMES)), default="zooloretto", show_default=True)
@click.option("--players", type=click.IntRange(1), default=2, show_default=True, help="How many seats.")
@click.option(
    "--seed", type=click.IntRange(0), help="Of the bots' choices and entropies.  [default: a random one]"
)
@click.option(
    "--options",
    "options_text",
    default="{}",
    help="Of the game, a JSON object; missing ones have their defaults.",
)
@click.option("--url", metavar="URL", help="A running referee.  [default: a private one, gone afterwards]")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for the record.  [default: ./var if it is there, else a new temporary one]",
)
def demo_command(
    game: str, players: int, seed: int | None, options_text: str, url: str | None, out: Path | None
) -> None:
    """Play a whole match over HTTP, and verify its record.

    Greedy and random bots take the seats and sign their orders; in a private referee one seat is played by
    letters alone, read from its caught mail. In between, orders are sent that must be refused: stale, illegal,
    forged, for a foreign seat and so on. The last line is a JSON object; the exit code is 0 if all went as it
    must, else 1. The seed steers the bots and the entropy they give; the referee adds a seed of its own, so
    that the same seed does not give the same match.
    """
    known = GAMES[game].players
    if players not in known:
        raise click.UsageError(f"{game} is for {known.start} to {known.stop - 1} players, not {players}")
    seed = secrets.randbits(32) if seed is None else seed
    options = _read_options(game, players, options_text)
    try:
        with _referee(url) as (address, mail):
            person = None if ticks_of(game, options) is None else _person(mail, players, seed)
            report = _play(address, game, players, options, seed, _output_directory(out), person)
    except (ClientError, NotRefused) as error:
        _say(str(error))
        sys.exit(1)
    click.echo(json.dumps(report, separators=(",", ":")))
    sys.exit(0 if report["verified"] else 1)


def _read_options(game: str, players: int, text: str) -> Mapping[str, Json]:
    """The options of a match from the command; raises BadParameter."""
    try:
        options = read(text)
        if not isinstance(options, dict):
            raise InvalidOptions("options", "an object is expected")
        GAMES[game].check_options(players, options)
    except (Unreadable, InvalidOptions) as error:
        raise click.BadParameter(str(error), param_hint="--options") from error
    return options


@contextlib.contextmanager
def _referee(url: str | None) -> Iterator[tuple[str, Path | None]]:
    """The referee's address, and where its letters are caught if we may read them."""
    if url is not None:
        yield url, None
        return
    with (
        tempfile.TemporaryDirectory(prefix="referee-demo-") as directory,
        private_service(Path(directory), {"REFEREE_RATE_LIMITS": "off"}) as address,
    ):
        yield address, Path(directory) / "var" / "mail"


def _person(mail: Path | None, players: int, seed: int) -> PersonByLetters | None:
    """Who plays by letters: somebody, unless letters cannot be read here, or no seat is left for a bot."""
    if mail is None or players == 1:
        return None
    return PersonByLetters(mail, seed)


def _output_directory(out: Path | None) -> Path:
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        return out
    here = Path("var")
    return here if here.is_dir() else Path(tempfile.mkdtemp(prefix="referee-record-"))


def _play(
    url: str,
    game: str,
    players: int,
    options: Mapping[str, Json],
    seed: int,
    out: Path,
    person: PersonByLetters | None,
) -> dict[str, Any]:
    """Play, keep the record, verify it; the report that is the last line of the command.

    :param person: takes one seat, and plays it by letters.
    :raises NotRefused: if a bad order is not refused as it must be.
    :raises ClientError: if the referee refuses a good one, or does not answer, or a letter does not come.
    """
    cast = seat_players(url, game, players, options, seed, person)
    if person is None:
        why = _why_no_letters(game, players, options)
        _say(f"bots have all seats: {why}")
    bad_orders = BadOrders(cast)
    with _progress() as progress:
        task = progress.add_task(f"{game}, {players} players, match {cast.match}", total=None, moves=0)
        moves, found = _play_until_over(cast, bad_orders, lambda moves: progress.update(task, moves=moves))
    bad_orders.after_the_end()
    text = wait_until_scored(cast.anybody, cast.match)
    if person is not None:
        person.wait_for_result()
        _say(f"one seat was played by letters alone: {person.letters} letters, {person.moves} moves")
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


def _why_no_letters(game: str, players: int, options: Mapping[str, Json]) -> str:
    if players == 1:
        return "there is only one"
    if ticks_of(game, options) is None:
        return "no page can open a match with these options"
    return "the letters of this referee cannot be read here"


def _play_until_over(
    cast: Cast, bad_orders: BadOrders, show: Callable[[int], object]
) -> tuple[int, answers.Match]:
    """Play all moves, with bad orders in between; how many moves there were, and the match at its end."""
    signed = 0

    def look() -> None:
        moves = signed + cast.moves_by_letters
        show(moves)
        bad_orders.after_move(moves)

    def played() -> None:
        nonlocal signed
        signed += 1
        look()

    def others(person: PersonByLetters) -> None:
        person.take_turn()
        look()

    bots, person = list(cast.bots.values()), cast.person
    found = play_until_over(bots, cast.match, played, None if person is None else lambda: others(person))
    return signed + cast.moves_by_letters, found


def _say(sentence: str) -> None:
    click.echo(f"referee demo: {sentence}", err=True)


def _is_sound(text: str, cast: Cast) -> bool:
    published = next(iter(cast.anybody.referee_keys().values()))
    verdict = check_record(text.split("\n"), published)
    _say(verdict.line)
    return verdict.code == SOUND


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[moves]} moves"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True))
