"""The append-only file is damaged as a power cut or a bad hand does it: ``python -m tests.drills torn_tail --count 50``.

``torn_tail``: the server is killed, and its last write, which nobody was told about, is cut inside, or zero bytes stand
where it should be. After the start every acknowledged event is there, and the order whose answer never came is in the
log once or not at all. ``cut_anywhere``: a copy of the data is cut at any byte. `referee up` on it must refuse, and
list exactly the matches that are shorter than receipts or checkpoints show; what is missing is found beside it, by
reading the streams as they are.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from referee.matches.chain import Base
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store import names, secrets
from referee.store.aof import newest_file
from referee.store.checkpoints import Checkpoints
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.running import TOP, free_port
from tests.service.playing import Person, order_of, person_at, send, sign_up, started

_MATCHES = 4
_ORDERS = (4, 16)  # in one unit
_DAMAGES = ("cut", "cut, then zeros", "zeros from the cut on", "whole, then zeros", "last byte gone")
_ZEROS = (1, 511, 4096, 20_000)
_LISTED = re.compile(r"^(?:referee: )?match ([0-9a-z]{16}): ", re.M)


class Told(NamedTuple):
    """An order that was acknowledged, and all that its sender was told."""

    order: dict[str, Any]
    person: Person
    answer: dict[str, Any]


class World:
    """Servers, a house on them, matches that go on, and what their players were told."""

    def __init__(self, directory: Path, chance: random.Random) -> None:
        self.directory = directory
        self.log_server = EmbeddedServer(directory / "log", "log", report=lambda sentence: None)
        self.cache_server = EmbeddedServer(directory / "volatile", "volatile")
        self.told: dict[str, list[Told]] = {}
        self._chance = chance
        self._keys: dict[str, str] = {}
        self._people: list[Person] = []
        self._matches: list[str] = []
        self.house: House

    @contextmanager
    def running(self) -> Iterator["World"]:
        """Both servers up, and the first matches begun."""
        self._keys, _ = secrets.make_or_load(self.directory / "keys", logs_exist=False)
        with self.log_server, self.cache_server:
            urls = {"REDIS_URL": self.log_server.url, "CACHE_URL": self.cache_server.url}
            self.house = open_house(Settings.from_env({**self._keys, **urls}))
            self._people = [sign_up(self.house), sign_up(self.house)]
            self._matches = [started(self.house, self._people).id for _ in range(_MATCHES)]
            yield self

    def play(self, count: int) -> None:
        """So many orders, each acknowledged and remembered."""
        for _ in range(count):
            order, person = self.choose()
            self.acknowledge(order, person)

    def choose(self) -> tuple[dict[str, Any], Person]:
        """An order that can be played now, in one of the matches."""
        place = self._chance.randrange(_MATCHES)
        match = existing(load(self.house, self._matches[place]))
        if not match.decisions():
            match = started(self.house, self._people)
            self._matches[place] = match.id
        seat = match.decisions()[0].seat
        steps = sorted(match.rules.write(step) for step in match.rules.legal_steps(match.state, seat))
        return order_of(match, seat, [self._chance.choice(steps)]), person_at(match, seat, self._people)

    def acknowledge(self, order: dict[str, Any], person: Person) -> None:
        """Send an order, and remember what was told."""
        answer = send(self.house, order, person)
        self.told.setdefault(order["match"], []).append(Told(order, person, answer))

    def check(self) -> None:
        """Is all there that was ever told?"""
        for match, told in self.told.items():
            entries = self.house.logs.read(match)
            for each in told:
                version = each.answer["version"]
                assert version <= len(entries), f"event {version} of {match} is lost"
                assert entries[version - 1].hash == each.answer["head"], (
                    f"event {version} of {match} is another"
                )

    def check_again(self) -> None:
        """Does an order that was acknowledged get the same answer once more?"""
        again = self._chance.choice(self.told[self._chance.choice(sorted(self.told))])
        assert send(self.house, again.order, again.person) == again.answer, f"another answer to {again.order}"


def run_torn_tail(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Damage the last write ``count`` times; raises AssertionError naming the unit and what was lost."""
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="drill-") as name:
        world = World(Path(name), random.Random(f"{seed}:{first}"))
        with world.running():
            for number in range(first, first + count):
                chance = random.Random(f"{seed}:{number}")
                damage = _DAMAGES[number % len(_DAMAGES)]
                try:
                    seen += _tear_once(world, damage, chance)
                except AssertionError as fault:
                    raise AssertionError(f"torn tail {number} of seed {seed} ({damage}): {fault}") from fault
                tell(number - first + 1, count)
    told = sum(map(len, world.told.values()))
    return {
        "drill": "torn_tail",
        "seed": seed,
        "damages": count,
        "acknowledged": told,
        "lost": 0,
        "seen": dict(seen),
    }


def _tear_once(world: World, damage: str, chance: random.Random) -> Counter[str]:
    world.play(chance.randint(*_ORDERS))
    file = newest_file(world.directory / "log")
    assert file is not None
    whole = file.stat().st_size
    order, person = world.choose()
    before = len(world.house.logs.read(order["match"]))
    whole = file.stat().st_size
    send(world.house, order, person)  # its answer is thrown away: nobody was told
    world.log_server.kill()
    _tear(file, whole, damage, chance)
    world.log_server.start()
    world.check()
    was_kept = len(world.house.logs.read(order["match"])) > before
    assert was_kept == (damage == "whole, then zeros"), f"the last write: {was_kept}"
    world.acknowledge(order, person)
    after = [entry.text for entry in world.house.logs.read(order["match"])]
    assert len(after) == len(set(after)), "an event stands twice"
    world.check_again()
    return Counter({damage: 1, "last write kept" if was_kept else "last write gone": 1})


def _tear(file: Path, whole: int, damage: str, chance: random.Random) -> None:
    size = file.stat().st_size
    assert size > whole, "the last order wrote nothing"
    cut = chance.randrange(whole + 1, size)
    zeros = bytes(chance.choice(_ZEROS))
    if damage == "last byte gone":
        os.truncate(file, size - 1)
    elif damage != "whole, then zeros":
        os.truncate(file, cut)
    with file.open("ab") as stream:
        if damage == "zeros from the cut on":
            stream.write(bytes(size - cut))
        elif damage in ("cut, then zeros", "whole, then zeros"):
            stream.write(zeros)


def run_cut_anywhere(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Cut copies of the data ``count`` times; raises AssertionError naming the unit and the matches in question."""
    seen: Counter[str] = Counter()
    listed = 0
    with tempfile.TemporaryDirectory(prefix="drill-") as name:
        world = World(Path(name) / "whole", random.Random(f"{seed}:{first}"))
        with world.running():
            world.play(40)
            checkpoints = {
                match: Base(told[-1].answer["version"], told[-1].answer["head"])
                for match, told in world.told.items()
            }
            world.play(20)
        for number in range(first, first + count):
            chance = random.Random(f"{seed}:{number}")
            place = Path(name) / "cut"
            try:
                short = _cut_once(world, checkpoints, place, by_receipts=number % 2 == 0, chance=chance)
            except AssertionError as fault:
                raise AssertionError(f"cut {number} of seed {seed}: {fault}") from fault
            finally:
                shutil.rmtree(place, ignore_errors=True)
            seen["refused" if short else "started"] += 1
            listed += short
            tell(number - first + 1, count)
    return {
        "drill": "cut_anywhere",
        "seed": seed,
        "cuts": count,
        "matches listed": listed,
        "seen": dict(seen),
    }


def _cut_once(
    world: World, checkpoints: dict[str, Base], place: Path, *, by_receipts: bool, chance: random.Random
) -> int:
    """Cut a copy, and look whether the start says of it what is so; how many matches are short."""
    shutil.copytree(world.directory, place)
    file = newest_file(place / "log")
    assert file is not None
    # Every fourth cut is near the end, where a few matches are short, or none.
    size = file.stat().st_size
    os.truncate(
        file, chance.randrange(size - 3000, size) if chance.random() < 0.25 else chance.randrange(size)
    )
    shown = {match: told[-1].answer["version"] for match, told in world.told.items()}
    words: list[str] = []
    if by_receipts:
        receipts = place / "receipts.txt"
        receipts.write_text("".join(f"{told[-1].answer['receipt']}\n" for told in world.told.values()))
        words = ["--receipts", str(receipts)]
    else:
        Checkpoints(place / "checkpoints.jsonl").note(checkpoints)
        shown = {match: base.version for match, base in checkpoints.items()}
    short = _short_matches(place, shown)
    code, said = _start(place, words)
    assert sorted(_LISTED.findall(said)) == sorted(short), f"{sorted(short)} are short, it said: {said}"
    assert code == (2 if short else 1), f"exit code {code}: {said}"
    assert ("started" in said) == (not short), said
    return len(short)


def _short_matches(place: Path, shown: dict[str, int]) -> set[str]:
    """The matches whose stream is shorter than somebody was told; read as it is, from the cut data."""
    with EmbeddedServer(place / "log", "log", report=lambda sentence: None) as server:
        log = connect(server.url)
        return {match for match, version in shown.items() if log.xlen(names.log(match)) < version}


def _start(place: Path, words: list[str]) -> tuple[int, str]:
    """`referee up` with one process that ends at once, so that a start is seen and soon over."""
    procfile = place / "Procfile"
    procfile.write_text("web: echo started\n")
    command = [str(Path(sys.executable).parent / "referee"), "up", "--no-demo", "--port", str(free_port())]
    given = ["--data", str(place), "--procfile", str(procfile), *words]
    kept = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith(("REFEREE_", "REDIS_", "CACHE_"))
    }
    done = subprocess.run([*command, *given], cwd=TOP, env=kept, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


DRILLS = (
    Drill("torn_tail", run_torn_tail, full=50, short=5, chunk=25),
    Drill("cut_anywhere", run_cut_anywhere, full=50, short=4, chunk=25),
)
