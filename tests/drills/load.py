"""Many matches at once on a service that is being disturbed, and the judgement of what came of them.

Three kinds of matches go on side by side: two players who sign their orders; one who moves only when the letter about
his turn has come, so that a lost letter stops the match; and one who never comes, for whom the clock has to act. Each
client sends an order until there is an answer, and logs every sending. The judge is :mod:`tests.drills.acknowledged`,
beside `referee verify` over every record and a count of the letters.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from clients.problems import RefereeProblem
from clients.sdk import Referee
from clients.signing import new_key
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service.checkpoints import find_shortfalls, witnesses_of
from referee.store.checkpoints import Checkpoints
from tests.drills.acknowledged import check
from tests.drills.drill import Report
from tests.drills.tables import (
    HOST,
    LONGEST_END,
    PATIENCE,
    Hall,
    Kind,
    Person,
    Played,
    Post,
    Table,
    letter_id,
)
from tests.mail.post import mail_server
from tests.running import Service, eventually

CHECKPOINTS = "checkpoints.jsonl"
# The share of each kind in every twenty matches.
KINDS = [Kind.SIGNED] * 12 + [Kind.BY_LETTER] * 4 + [Kind.ABSENT] * 4


class Load:
    """So many matches at once, each followed by another until told to close.

    :param is_whole: whether every match is played to its end; else they are cancelled at the close.
    :param urls: other ways to the API than straight ones.
    """

    def __init__(
        self,
        service: Service,
        post: Post,
        slots: int,
        seed: str,
        *,
        is_whole: bool,
        urls: Sequence[str] = (),
    ) -> None:
        self.service = service
        self.hall = Hall(urls or service.urls, _sign_up(service), post, is_whole=is_whole)
        self._seed = seed
        self._kinds = [KINDS[(number * 7) % len(KINDS)] for number in range(slots)]
        self._people = [_sign_up(service) for _ in range(6)]
        self._by_letter = _sign_up(service)
        service.house.mailboxes.set_address(
            self._by_letter.player, "reader@example.org", "reader@example.org", "en", "drill"
        )
        self._pool = ThreadPoolExecutor(slots)
        self._running = [self._pool.submit(self._run, number) for number in range(slots)]

    def close(self) -> None:
        """Begin no more matches, and wait until those that go on are over; raises what went wrong in any."""
        self.hall.closing.set()
        for each in self._running:
            each.result(LONGEST_END + PATIENCE)
        self._pool.shutdown()

    def stop(self) -> None:
        """Give up: nobody waits any more."""
        self.hall.broken.set()
        self.hall.closing.set()
        self._pool.shutdown(cancel_futures=True)

    def acknowledged(self) -> int:
        """How many orders were acknowledged so far."""
        return sum(line.status == 201 for played in [*self.hall.played] for line in [*played.lines])

    def check(self) -> None:
        """Raise what has gone wrong so far."""
        for each in self._running:
            if each.done():
                each.result()

    def _run(self, number: int) -> None:
        chance = random.Random(f"{self._seed}:{number}")
        while not self.hall.closing.is_set():
            table = Table(self.hall, self._kinds[number], self._pair(number), chance)
            try:
                table.play()
            finally:
                table.leave()

    def _pair(self, number: int) -> tuple[Person, Person]:
        first = self._people[number % len(self._people)]
        if self._kinds[number] is Kind.BY_LETTER:
            return first, self._by_letter
        return first, self._people[(number + 1) % len(self._people)]


def _sign_up(service: Service) -> Person:
    key = new_key()
    with Referee(service.url, key=key) as referee:
        made = referee.sign_up(f"p {os.urandom(6).hex()}")
        referee.register_key()
        assert referee.transport.token is not None
        return Person(made["player"], referee.transport.token, key)


@contextmanager
def loaded_service(
    directory: Path,
    slots: int,
    seed: str,
    *,
    is_whole: bool,
    prepare: Callable[[Service, Post], Sequence[str]] = lambda service, post: (),
) -> Iterator[Load]:
    """A whole service with a mail server, under load.

    :param prepare: what is done to it before its first process starts; gives other addresses of the API, if any.
    """
    with mail_server() as server:
        post = Post(server)
        service = Service(
            directory,
            webs=2,
            web_workers=1 if slots < 10 else 2,
            clocks=1,
            mailers=1,
            environment={
                "REFEREE_CHECKPOINTS": str(directory / CHECKPOINTS),
                "SMTP_URL": post.url,
                "MAIL_FROM": f"referee@{HOST}",
                "PUBLIC_URL": "https://play.example.org",
            },
        )
        service.start_servers()
        urls = prepare(service, post)
        with service:
            load = Load(service, post, slots, seed, is_whole=is_whole, urls=urls)
            try:
                yield load
            finally:
                load.stop()


def judge(load: Load, disturbances: int) -> Report:
    """Let all work come to its end, then judge every match and every letter; raises AssertionError."""
    house = load.service.house
    if load.hall.is_whole:
        eventually(lambda: not _waiting(load), "all that the outbox asks for is done", PATIENCE)
    counts: Counter[str] = Counter()
    organiser = load.hall.organiser.referee(load.service.url)
    for played in load.hall.played:
        text = eventually(lambda match=played.match: _record(organiser, match), "the record", PATIENCE)
        counts.update(check(played.lines, text)._asdict())
        found = verify_record(read_record(text.splitlines()), house.referee_key)
        counts["attested"] += found.attested
        counts["matches"] += 1
        counts[f"matches {played.kind.value}"] += 1
        _judge_letters(load.hall.post, played, found.events, found.match.scored)
    organiser.transport.close()
    checkpoints = Checkpoints(load.service.directory / CHECKPOINTS)
    shortfalls = find_shortfalls(house.logs, witnesses_of(checkpoints))
    assert not shortfalls, f"lost: {shortfalls[0]}"
    assert {played.match for played in load.hall.played} <= checkpoints.known.keys(), (
        "matches without a checkpoint"
    )
    duplicates = load.hall.post.duplicates()
    assert duplicates <= disturbances, f"{duplicates} letters came again, in {disturbances} disturbances"
    return {
        **counts,
        "lost": 0,
        "doubled": 0,
        "letters": sum(load.hall.post.came.values()),
        "letters that came again": duplicates,
    }


def _judge_letters(post: Post, played: Played, events: int, is_scored: bool) -> None:
    """The letters about turns have come, or the match would not have gone on; the one with the result must, too."""
    if played.kind is Kind.BY_LETTER and is_scored:
        result = letter_id(played.match, played.second_seat, events, "result")
        assert result in post.came, f"lost: the letter with the result of {played.match}"


def _record(organiser: Referee, match: str) -> str | None:
    try:
        return organiser.record(match)
    except RefereeProblem as problem:
        if problem.type != "match/not-over":
            raise
        return None


def _waiting(load: Load) -> list[Any]:
    outbox = load.service.house.outbox
    return [row for stream in outbox.streams() for row in outbox.pending(stream)]
