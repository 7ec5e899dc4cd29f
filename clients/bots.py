"""Bots that play over HTTP as any player does: `python -m clients.bots --kind greedy --profile bot.json`."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from clients import answers
from clients.choosing import CHOOSERS, choose
from clients.player import Player
from clients.problems import ClientError, RefereeProblem, is_passing
from clients.profile import load_profile
from clients.sdk import Referee
from clients.signing import new_key

_LONGEST_WAIT = 25
_WAIT_FOR_END = 2  # seconds between two looks whether a match is over: nobody owes anything then
_PAUSE = 0.5  # seconds after an outage, or a position that moved while we thought
_OVERTAKEN = frozenset({"order/stale", "order/not-to-move", "match/over", "match/cancelled"})


@dataclass
class Bot:
    """A player that chooses by itself.

    :param kind: ``greedy`` or ``random``.
    :param chance: all its randomness, so that a seed repeats its choices.
    :param whole_lines: how often, from 0 to 1, a random bot takes a whole line instead of one step.
    """

    referee: Referee
    kind: str
    chance: random.Random = field(default_factory=random.Random)
    whole_lines: float = 0.0

    def play_turn(self, match: str) -> answers.Accepted | None:
        """Play one move in a match; None if the bot owes nothing there, or was overtaken."""
        seen = self.referee.view(match)
        return self.play_seen(seen) if _owes(seen) else None

    def play_seen(self, seen: answers.ViewAnswer) -> answers.Accepted | None:
        """Play one move on the position that was seen; None if it has changed meanwhile."""
        match, seat, base = seen["match"], seen["viewer"], seen["base"]
        if seat is None:
            return None
        try:
            if self.kind == "random":
                steps, base = self._draw_from_referee(match)
            else:
                steps = choose(self.kind, seen["view"], seat, self.chance)
            return self.referee.play(match, steps, seat=seat, base=base) if steps else None
        except RefereeProblem as problem:
            if problem.type not in _OVERTAKEN:
                raise
            return None

    def _draw_from_referee(self, match: str) -> tuple[list[str], answers.Base]:
        """A step of the referee's legal steps, or a line of its legal moves; no step if there is none."""
        if self.chance.random() < self.whole_lines:
            moves = self.referee.legal_moves(match)
            lines = [move["steps"] for move in moves["moves"]]
            return (self.chance.choice(lines) if lines else []), moves["base"]
        found = self.referee.legal_steps(match)
        steps = [step["step"] for step in found["steps"]]
        return ([self.chance.choice(steps)] if steps else []), found["base"]

    def play_owed(self, wait: int = 0, matches: Sequence[str] = ()) -> int:
        """Play one move in each match where the bot owes one; how many it played.

        :param wait: seconds to wait for the first.
        :param matches: only these; empty means all.
        """
        owed = [turn for turn in self.referee.turns(wait) if not matches or turn["match"] in matches]
        return sum(self.play_turn(turn["match"]) is not None for turn in owed)


def make_bot(
    url: str, name: str, kind: str, chance: random.Random, report: Callable[[str], None] | None = None
) -> Bot:
    """Sign up a new bot with a new key."""
    referee = Referee(url, report=report)
    referee.sign_up(name, "bot")
    referee.key = new_key()
    referee.register_key()
    return Bot(referee, kind, chance)


def play_until_over(
    bots: Sequence[Bot],
    match: str,
    played: Callable[[], None] = lambda: None,
    others: Callable[[], None] | None = None,
) -> answers.Match:
    """Let bots play a match to its end, in turn.

    :param played: called after every move of a bot.
    :param others: called when none of them is to move, and returns when somebody else has moved; without it they hold
        all seats.
    :raises ClientError: if nobody has the seat that is to move.
    """
    by_seat = {bot.referee.seat(match): bot for bot in bots}
    bot = bots[0]
    while True:
        seen = bot.referee.view(match)
        if seen["status"] != "running":
            return bot.referee.match(match)
        if _owes(seen):
            if bot.play_seen(seen) is not None:
                played()
            continue
        seats = [owed["seat"] for owed in seen["view"]["decisions"]]
        movers = [by_seat[seat] for seat in seats if seat in by_seat]
        if movers:
            bot = movers[0]
        elif others is not None:
            others()
        else:
            raise ClientError(f"no bot has seat {seats} of match {match}")


def _owes(seen: answers.ViewAnswer) -> bool:
    return any(owed["seat"] == seen["viewer"] for owed in seen["view"]["decisions"])


def wait_until_scored(referee: Referee, match: str, patience: float = 60.0) -> str:
    """The record of a match that is over, as soon as the worker has scored it.

    :raises RefereeProblem: ``match/not-over`` if it is not scored in time.
    """
    until = time.monotonic() + patience
    while True:
        try:
            return referee.record(match)
        except RefereeProblem as problem:
            if problem.type != "match/not-over" or time.monotonic() > until:
                raise
        time.sleep(0.05)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--kind", type=click.Choice(sorted(CHOOSERS)), default="greedy", show_default=True)
@click.option(
    "--profile",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="File of the bot's name, token and keys; made at the first start.",
)
@click.option("--url", envvar="REFEREE_URL", help="The referee; by default the profile's.")
@click.option("--name", help="Its name, at the first start.")
@click.option(
    "--matches", multiple=True, metavar="MATCH", help="Play only in these; several times. Joins them."
)
@click.option("--seed", type=int, help="Repeats the bot's choices.")
def main(
    kind: str, profile: Path, url: str | None, name: str | None, matches: tuple[str, ...], seed: int | None
) -> None:
    """Play wherever this bot owes a move, until Ctrl-C, or until all of --matches are over."""
    player = Player(load_profile(profile), url)
    try:
        if not player.profile.is_signed_up:
            player.sign_up(name or f"{kind} bot", "bot")
        bot = Bot(player.referee, kind, random.Random(seed))
        for match in matches:
            _join(bot.referee, match)
        serve(bot, matches)
    except KeyboardInterrupt:
        return
    except ClientError as error:
        raise click.ClickException(str(error)) from error


def _join(referee: Referee, match: str) -> None:
    try:
        referee.join(match)
    except RefereeProblem as problem:
        if problem.type == "match/already-started":
            referee.seat(match)  # a bot that has a seat goes on; without one there is nothing to wait for
        elif problem.type != "match/already-seated":
            raise


def serve(bot: Bot, matches: Sequence[str] = ()) -> None:
    """Play wherever the bot owes a move, through outages; ends only when all of the named matches are over."""
    live = set(matches)
    while live or not matches:
        try:
            if not bot.play_owed(_WAIT_FOR_END if matches else _LONGEST_WAIT, matches):
                time.sleep(_PAUSE)  # owed elsewhere, or overtaken
            live = {match for match in live if bot.referee.match(match)["status"] in ("open", "running")}
        except ClientError as error:
            if not is_passing(error):
                raise
            click.echo(f"{error}; asking again", err=True)
            time.sleep(_PAUSE)


if __name__ == "__main__":
    main()
