"""`referee demo`: a whole match through the public doors, bad orders among the good ones, and its record checked."""

import contextlib
import hashlib
import json
import random
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from clients import answers
from clients.bots import Bot, make_bot, play_until_over, wait_until_scored
from clients.problems import ClientError
from clients.sdk import Referee
from clients.signing import key_id, new_key, sign_order
from clients.verify import SOUND, Verdict, check_record
from referee.cli.demo_faults import (
    FAULTS,
    NotRefused,
    Scene,
    commit_fault,
    commit_fault_elsewhere,
    expect_refusal,
)
from referee.cli.private import private_service
from referee.games.registry import GAMES
from referee.matches import orders
from referee.matches.chain import Base

_ENTROPY_BYTES = 32
_FIRST_FAULT = 3  # moves played before the first bad order
_BETWEEN_FAULTS = 4  # moves from one to the next
_WHOLE_LINES = 0.3  # how often a random bot takes a line from legal-moves instead of one of legal-steps


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
    help="Directory for the record.  [default: ./var if it is there, else a new one in the temporary directory]",
)
def demo_command(game: str, players: int, seed: int | None, url: str | None, out: Path | None) -> None:
    """Play a whole match over HTTP with signed orders, and verify its record.

    Greedy and random bots take the seats. In between, orders are sent that must be refused: stale, illegal,
    forged, for a foreign seat and so on. The last line is a JSON object; the exit code is 0 if all went as it
    must, else 1. The seed steers the bots and the entropy they give; the referee adds a seed of its own, so
    that the same seed does not give the same match.
    """
    if players not in GAMES[game].players:
        known = GAMES[game].players
        raise click.UsageError(f"{game} is for {known.start} to {known.stop - 1} players, not {players}")
    seed = secrets.randbits(32) if seed is None else seed
    try:
        with _referee(url) as address:
            report = Demo(address, game, players, seed).run(_output_directory(out))
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


@dataclass
class Demo:
    """One match of bots at a referee.

    :param url: of the referee.
    :param seed: of the bots and their entropies.
    """

    url: str
    game: str
    players: int
    seed: int
    refusals: Counter[str] = field(default_factory=Counter)
    _moves: int = 0
    _pending: list[int] = field(default_factory=lambda: list(range(len(FAULTS))))

    def run(self, out: Path) -> dict[str, Any]:
        """Play, keep the record, verify it; the report that is the last line of the command.

        :raises NotRefused: if a bad order is not refused as it must be.
        :raises ClientError: if the referee refuses a good one, or does not answer.
        """
        self._sign_up()
        match = self._start()
        with _progress() as progress:
            task = progress.add_task(
                f"{self.game}, {self.players} players, match {match}: 0 moves", total=None
            )

            def played() -> None:
                self._moves += 1
                progress.update(
                    task,
                    description=f"{self.game}, {self.players} players, match {match}: {self._moves} moves",
                )
                self._send_bad_order(match)

            found = play_until_over(self._bots, match, played)
        self._send_after_the_end(match)
        text = wait_until_scored(self._bots[0].referee, match)
        path = out / f"{self.game}-{self.players}p-{match}.jsonl"
        path.write_text(text, encoding="utf-8")
        return self._report(found, path, self._verify(text))

    def _sign_up(self) -> None:
        run = secrets.token_hex(4)  # names are taken for ever, so they do not follow from the seed
        kinds = ["greedy", "random"]
        self._bots = [
            make_bot(self.url, f"demo {run} {place}", kinds[place % 2], random.Random(f"{self.seed}:{place}"))
            for place in range(self.players)
        ]
        for bot in self._bots:
            bot.whole_lines = _WHOLE_LINES
        self._stranger = make_bot(self.url, f"demo {run} stranger", "random", random.Random(0)).referee

    def _start(self) -> str:
        policy = {"start": "full"}
        match = self._bots[0].referee.open_match(self.game, self.players, policy=policy)["match"]
        for place, bot in enumerate(self._bots):
            material = f"referee-demo-v1\0{self.seed}\0{place}".encode()
            bot.referee.join(match, hashlib.sha256(material).hexdigest()[: 2 * _ENTROPY_BYTES])
        first = self._bots[0].referee.match(match)["base"]
        assert first is not None, "the match is full, so it has started"
        self._first: answers.Base = first
        self._by_seat = {bot.referee.seat(match): bot for bot in self._bots}
        self._keys = {seat: self._late_keys(bot.referee) for seat, bot in self._by_seat.items()}
        self._steps = self._bots[0].referee.game(self.game)["notation"]["examples"]
        return match

    def _late_keys(self, referee: Referee) -> tuple[Any, Any]:
        """Two keys registered after the start, the second one revoked."""
        late, revoked = new_key(), new_key()
        for key in (late, revoked):
            referee.register_key(key)
        referee.revoke_key(key_id(revoked))
        return late, revoked

    def _send_bad_order(self, match: str) -> None:
        """From time to time, try the next bad orders; one without an occasion now is tried again later."""
        if self._moves < _FIRST_FAULT or self._moves % _BETWEEN_FAULTS or not self._pending:
            return
        scene = self._scene(match)
        if scene is None:
            return
        for number in list(self._pending):
            expected, fault = FAULTS[number]
            if commit_fault(scene, expected, fault):
                self.refusals[expected] += 1
                self._pending.remove(number)
                break
        else:
            return
        if len(self._pending) == len(FAULTS) // 2:
            commit_fault_elsewhere(scene)
            self.refusals["match/not-found"] += 1

    def _scene(self, match: str) -> Scene | None:
        seen = self._bots[0].referee.match(match)
        if not seen["turn"] or seen["base"] is None:
            return None
        seat = seen["turn"][0]["seat"]
        waiting = [other for other in self._by_seat if other not in {owed["seat"] for owed in seen["turn"]}]
        if not waiting:
            return None
        late, revoked = self._keys[seat]
        return Scene(
            match=match,
            game=self.game,
            seat=seat,
            other_seat=waiting[0],
            base=seen["base"],
            first=self._first,
            mover=self._by_seat[seat].referee,
            other=self._by_seat[waiting[0]].referee,
            stranger=self._stranger,
            late_key=late,
            revoked_key=revoked,
            steps=self._steps,
        )

    def _send_after_the_end(self, match: str) -> None:
        bot: Bot = self._bots[0]
        order = orders.move_order(
            self.game,
            match,
            bot.referee.seat(match),
            Base(self._first["version"], self._first["head"]),
            ["D"],
        )
        key = bot.referee.key
        assert key is not None
        expect_refusal(bot.referee, match, sign_order(order, key), "match/over")
        self.refusals["match/over"] += 1

    def _verify(self, text: str) -> Verdict:
        published = self._bots[0].referee.referee_keys()
        verdict = check_record(text.split("\n"), next(iter(published.values())))
        click.echo(f"referee demo: {verdict.line}", err=True)
        return verdict

    def _report(self, found: answers.Match, path: Path, verdict: Verdict) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "match": found["match"],
            "moves": self._moves,
            "refusals": dict(sorted(self.refusals.items())),
            "result": found["result"],
            "record": str(path),
            "verified": verdict.code == SOUND,
        }


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True))
