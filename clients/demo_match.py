"""The live demo match of `referee up`: two bots and one seat for the person at this machine."""

import os
import secrets
import sys
import time
from pathlib import Path

import click

from clients import answers, showing
from clients.bots import Bot
from clients.player import Player
from clients.problems import ClientError, RefereeProblem, is_passing
from clients.profile import DEFAULT_URL, BadProfile, load_profile
from clients.transport import Patience

GAME = "zooloretto"
_OPTIONS = {"start_player": 1}
PERSON_FILE = "demo-player"
_BOTS = {"greedy": "Greedy bot", "random": "Random bot"}
_PERSON = "Demo player"
_LONGEST_WAIT = 25
_PAUSE = 2.0  # seconds before a new attempt, when the referee was away or refused


class MatchLost(Exception):
    """The match cannot be gone on with: it is unknown, or a seat of it is not ours any more."""


class DemoMatch:
    """Keeps one match alive, across restarts of this program and of the referee.

    :param data: directory of the profiles: ``demo-player`` of the person, ``demo-bots`` of the bots.
    :param url: of the referee.
    """

    def __init__(self, data: Path, url: str) -> None:
        self._url = url
        self._person = _player(data / PERSON_FILE, url)
        self._bots = {kind: _player(data / "demo-bots" / f"{kind}.json", url) for kind in _BOTS}
        self._told = ""  # the match that the person has been told of

    def run(self) -> None:
        """Play for ever; whatever goes wrong is said once and tried again."""
        said = ""
        while True:
            try:
                self._play(self._ready_match())
                said = ""
            except MatchLost:
                self._person.profile.match = ""
                time.sleep(_PAUSE)
            except ClientError as error:
                if str(error) != said and not is_passing(error):
                    _say(f"{error}; trying again")
                    said = str(error)
                time.sleep(_PAUSE)

    def _ready_match(self) -> str:
        """The match of last time if it still runs, else a new one; everybody has a seat in it."""
        _be_known(self._person, _PERSON, "person")
        for kind, player in self._bots.items():
            _be_known(player, _BOTS[kind], "bot")
        found = self._last_match()
        profile = self._person.profile
        if found is None:
            found = self._open()
            profile.match = found["match"]
            profile.save()
        for player in self._everybody():
            if found["status"] == "open" and not _is_seated(player, found):
                found = player.referee.join(found["match"])
        if found["status"] != "running":
            raise MatchLost
        self._tell_person(found)
        return found["match"]

    def _open(self) -> answers.Match:
        """A new match for which the three are invited; the person joins first and begins. All may watch it."""
        invited = [player.referee.me()["player"] for player in self._everybody()]
        organiser = self._bots["greedy"].referee
        policy = {"seating": "fixed", "start": "full", "invited": invited}
        return organiser.open_match(GAME, len(invited), options=_OPTIONS, policy=policy)

    def _everybody(self) -> list[Player]:
        return [self._person, *self._bots.values()]

    def _last_match(self) -> answers.Match | None:
        if not self._person.profile.match:
            return None
        try:
            found = self._person.referee.match(self._person.profile.match)
        except RefereeProblem as problem:
            if problem.type != "match/not-found":
                raise
            return None
        if found["status"] == "open":
            return found
        is_running = found["status"] == "running"
        return (
            found if is_running and all(_is_seated(player, found) for player in self._everybody()) else None
        )

    def _play(self, match: str) -> None:
        """Let the bots answer until the match is over."""
        bots = {player.referee.seat(match): Bot(player.referee, kind) for kind, player in self._bots.items()}
        watcher = self._bots["greedy"].referee
        seen = watcher.view(match)
        while seen["status"] == "running":
            moved = False
            for owed in seen["view"]["decisions"]:
                if owed["seat"] in bots:
                    moved = self._move(bots[owed["seat"]], match) or moved
            after = None if moved else seen["version"]
            seen = watcher.view(match, after=after, wait=None if moved else _LONGEST_WAIT)
        found = watcher.match(match)
        if found["result"]:
            _say(
                f"match {match} is {showing.result_line(found)}; its record: {self._command()} record {match}"
            )

    def _move(self, bot: Bot, match: str) -> bool:
        try:
            return bot.play_turn(match) is not None
        except RefereeProblem as problem:
            if problem.type.startswith("key/") or problem.type == "seat/not-yours":
                raise MatchLost from problem
            raise

    def _tell_person(self, match: answers.Match) -> None:
        if self._told == match["match"]:
            return
        self._told = match["match"]
        own = self._person.profile.player
        _say(
            f"match {match['match']}, seats: {showing.seats_line(match, own)}. Your move, in another terminal:"
        )
        _say(f"    {self._command()} board")

    def _command(self) -> str:
        program = Path(sys.executable).with_name("referee-play")
        return f"{_short(program)} --profile {_short(self._person.profile.path)}"


def _player(path: Path, url: str) -> Player:
    return Player(load_profile(path), url, patience=Patience())


def _be_known(player: Player, name: str, kind: str) -> None:
    """Sign up where the referee does not know the player, and register a key where it takes none of his."""
    if player.profile.is_signed_up and not _is_known(player):
        player.forget()
    if not player.profile.is_signed_up:
        _sign_up(player, name, kind)
    if player.ensure_active_key():
        player.profile.match = ""  # no seat of that match knows the new key
    if player.profile.url != player.url:
        player.profile.url = player.url
        player.profile.save()


def _is_known(player: Player) -> bool:
    try:
        player.referee.me()
    except RefereeProblem as problem:
        if problem.type != "auth/unknown":
            raise
        return False
    return True


def _sign_up(player: Player, name: str, kind: str) -> None:
    """Sign up under the name, or one like it: of an earlier life of this directory the name may be taken."""
    try:
        player.sign_up(name, kind)
    except RefereeProblem as problem:
        if problem.type != "player/name-taken":
            raise
        player.sign_up(f"{name} {secrets.token_hex(2)}", kind)


def _is_seated(player: Player, match: answers.Match) -> bool:
    return any(seat["player"] == player.profile.player for seat in match["seats"])


def _short(path: Path) -> str:
    """The path as one would type it here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def _say(sentence: str) -> None:
    click.echo(sentence)


@click.command()
@click.option(
    "--data", envvar="REFEREE_DATA", type=click.Path(file_okay=False, path_type=Path), default="./var"
)
@click.option("--url", envvar="REFEREE_URL", default=DEFAULT_URL)
def main(data: Path, url: str) -> None:
    """Keep a live demo match going: a greedy bot, a random bot, and one seat for the person at this machine."""
    try:
        DemoMatch(data, url).run()
    except BadProfile as error:
        # The referee itself is well, so this ends without a failure; the person decides about the file.
        _say(f"no demo match: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
