"""Back up a log server under load, and restore each backup into an empty one: ``python -m tests.drills backups``.

While matches go on, `referee admin backup` is taken again and again. Each is restored by `referee admin restore` into a
server of its own, where `referee admin check` must find every chain sound; every order that was acknowledged before the
backup began must be there, with its seat's account; and whatever was to be done then must still be to be done: no
match stands there that has ended, is not scored, and waits for no score.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from referee.matches.chain import Base
from referee.service.checkpoints import Witness, find_shortfalls
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store import outbox
from referee.store.embedded import EmbeddedServer
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.load import Load, judge, loaded_service
from tests.running import eventually

_SLOTS = 8
_SHORT = 4  # fewer backups than these: fewer matches, which are not played to their ends
_SHORT_SLOTS = 3
_ORDERS = 20  # that are acknowledged between two backups
_REFEREE = str(Path(sys.executable).parent / "referee")


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Back up and restore ``count`` times; raises AssertionError naming what is missing or not sound."""
    is_whole = count >= _SHORT
    slots = _SLOTS if is_whole else _SHORT_SLOTS
    witnesses, seconds = 0, []
    with (
        tempfile.TemporaryDirectory(prefix="drill-") as name,
        loaded_service(Path(name) / "data", slots, f"{seed}:{first}", is_whole=is_whole) as running,
    ):
        try:
            for number in range(count):
                before = running.acknowledged()
                eventually(lambda before=before: _has_gone_on(running, before), "orders between two backups")
                place = Path(name) / "backup"
                held, took = _once(running, place)
                witnesses += held
                seconds.append(round(took, 1))
                shutil.rmtree(place)
                tell(number + 1, count)
            running.close()
            report = judge(running, 0)
        except AssertionError as fault:
            raise AssertionError(
                f"backups from {first} of seed {seed}: {fault}\n{running.service.last_words()}"
            ) from fault
    return {
        "drill": "backups",
        "seed": seed,
        "backups": count,
        "held against": witnesses,
        "took": seconds,
        **report,
    }


def _has_gone_on(running: Load, before: int) -> bool:
    running.check()
    return running.acknowledged() >= before + _ORDERS


def _once(running: Load, place: Path) -> tuple[int, float]:
    """One backup and its restoration; how many acknowledged orders it was held against, and the seconds it took."""
    told = [
        Witness(played.match, Base(line.body["version"], line.body["head"]), "an acknowledgement")
        for played in [*running.hall.played]
        for line in [*played.lines]
        if line.status == 201
    ]
    environment = running.service.environment
    started = time.monotonic()
    _admin(environment, "backup", str(place))
    took = time.monotonic() - started
    with tempfile.TemporaryDirectory(prefix="drill-") as name, EmbeddedServer(Path(name), "log") as server:
        restored = {**environment, "REDIS_URL": server.url, "REFEREE_CHECKPOINTS": ""}
        _admin(restored, "restore", str(place))
        _admin(restored, "check")
        house = open_house(Settings.from_env(restored))
        shortfalls = find_shortfalls(house.logs, told)
        assert not shortfalls, f"not in the backup: {shortfalls[0]}"
        _check_work(house)
    return len(told), took


def _check_work(house: House) -> None:
    """Is everything still to be done that was to be done?"""
    asked = {
        row.subject
        for stream in house.outbox.streams()
        for row in house.outbox.pending(stream)
        if row.kind == outbox.SCORE
    }
    for some in house.logs.all_matches():
        for identity in some:
            match = existing(load(house, identity))
            for place in match.seated():
                assert house.accounts.player(place.player) is not None, (
                    f"the player at {identity} has no account"
                )
            if match.ended and not match.scored:
                assert identity in asked, f"nobody will score {identity}"


def _admin(environment: Mapping[str, str], *words: str) -> None:
    done = subprocess.run(
        [_REFEREE, "admin", *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"admin {words[0]}: {done.stdout}{done.stderr}"


DRILL = Drill("backups", run, full=30, short=1, chunk=15)
