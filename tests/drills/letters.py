"""A mailer is killed between the mail server's 250 and our noting it, again and again.

``python -m tests.drills letters --count 50``. Every second time the server has taken the letter, and the mailer dies
before it hears so; every other time it has heard, and dies before it has written it down. After each death a new
mailer goes on: no letter is lost, each comes twice at most, and a copy has the Message-ID of the first.
"""

import contextlib
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from referee.matches.match import Match
from referee.service.house import House, open_house
from referee.settings import KEY_NAMES, Settings, write_key
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect_cache
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.mail.post import Mailserver, begun, correspondents, letter_rows, mail_server, moved_on
from tests.running import Process, eventually
from tests.service.playing import Person
from workers import jobs
from workers.relay import Relay, relay_of

_PLAYERS = 3


class Mailer:
    """The mailer as a real process, with the children that it makes for each letter."""

    def __init__(self, directory: Path, environment: dict[str, str]) -> None:
        self._directory = directory
        self._environment = environment
        self._process: Process | None = None
        self.deaths = 0

    def start(self) -> None:
        """Start it, unless it runs."""
        if self._process is None:
            command = [sys.executable, "-m", "workers.main", "--queue", "mail"]
            self._process = Process("mailer", command, self._environment, self._directory / "mailer.log")

    def kill(self) -> None:
        """Kill it with its children, which have process groups of their own."""
        if self._process is None:
            return
        process, self._process = self._process, None
        pid = process.popen.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        process.popen.wait()
        self.deaths += 1

    def last_words(self) -> str:
        """The end of what it said."""
        return (self._directory / "mailer.log").read_text(errors="replace")[-3000:]


class Post:
    """All that a round needs."""

    def __init__(self, directory: Path, settings: Settings, house: House, server: Mailserver) -> None:
        self.house = house
        self.server = server
        keys = (settings.seal_key, settings.link_key, settings.sign_key)
        self.mailer = Mailer(
            directory,
            {
                **os.environ,
                **{name: write_key(key) for name, key in zip(KEY_NAMES, keys, strict=True)},
                "REDIS_URL": settings.redis_url,
                "CACHE_URL": settings.cache_url,
                "SMTP_URL": f"smtp://127.0.0.1:{server.port}",
                "MAIL_FROM": "referee@example.org",
                "PUBLIC_URL": "https://play.example.org",
            },
        )
        self.relay: Relay = relay_of(house, connect_cache(settings))
        self.people: list[Person] = correspondents(house, _PLAYERS)
        self.match: Match = begun(house, self.people)
        self.expected: list[str] = []

    def round(self, number: int) -> None:
        """One letter, with a death on its way."""
        match = self.match
        seat = match.decisions()[0].seat
        self.expected.append(f"<g-{match.id}.s-{seat}.t-{match.version}.turn@example.org>")
        deaths = self.mailer.deaths
        if number % 2:
            self.server.at_quit = self._die_once
        else:
            self.server.before_answer = self._die_once
        self.mailer.start()
        self.relay.sweep()
        eventually(lambda: self.mailer.deaths > deaths, f"death {number}")
        assert letter_rows(self.house), "the row went before its letter was noted"
        self.mailer.start()
        eventually(self._is_done, f"the letter after death {number}")
        self.match = moved_on(self.house, match, self.people, seed=number)
        if not self.match.decisions():
            self.match = begun(self.house, self.people)

    def _die_once(self) -> None:
        self.server.at_quit = self.server.before_answer = lambda: None
        self.mailer.kill()

    def _is_done(self) -> bool:
        self.relay.sweep()
        return not letter_rows(self.house)


def run(count: int, seed: int, tell: Tell = tell_nobody) -> Report:
    """Kill a mailer ``count`` times; raises AssertionError naming the letter that was lost or came too often."""
    lost_after, jobs._LOST_AFTER = (
        jobs._LOST_AFTER,
        timedelta(0),
    )  # a relay need not wait until a death is sure
    try:
        with _post() as post:
            try:
                for number in range(count):
                    post.round(number)
                    tell(number + 1, count)
            except AssertionError as fault:
                raise AssertionError(f"{fault}\n{post.mailer.last_words()}") from fault
            return _judge(post, seed)
    finally:
        jobs._LOST_AFTER = lost_after


def _judge(post: Post, seed: int) -> Report:
    came = Counter(post.server.ids)
    for identity in post.expected:
        assert came[identity] >= 1, f"{identity} was lost"
        assert came[identity] <= 2, f"{identity} came {came[identity]} times"
    assert set(came) == set(post.expected), f"unexpected letters: {set(came) - set(post.expected)}"
    twice = sum(number == 2 for number in came.values())
    return {
        "drill": "letters",
        "seed": seed,
        "kills": post.mailer.deaths,
        "letters": len(post.expected),
        "lost": 0,
        "came twice": twice,
        "came more often": 0,
    }


@contextlib.contextmanager
def _post() -> Iterator[Post]:
    with tempfile.TemporaryDirectory(prefix="drill-") as name:
        directory = Path(name)
        with (
            EmbeddedServer(directory / "log", "log") as log,
            EmbeddedServer(directory / "cache", "volatile") as cache,
            mail_server() as server,
        ):
            keys = {f"{key}_key": bytes([number] * 32) for number, key in enumerate(("seal", "link", "sign"))}
            settings = Settings(redis_url=log.url, cache_url=cache.url, **keys)  # type: ignore[arg-type]
            post = Post(directory, settings, open_house(settings), server)
            try:
                yield post
            finally:
                post.mailer.kill()


DRILL = Drill("letters", run, full=50, short=4)
