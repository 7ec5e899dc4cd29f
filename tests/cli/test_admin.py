"""`referee admin`: check, backup and restore on real servers, of data with everything in it that there is."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from referee.matches.record import write_receipt
from referee.service import invitations, mailboxes
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.service.matches import score_match
from referee.settings import Settings
from referee.store import names, secrets
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect
from tests.mail.post import give_mailbox
from tests.service.playing import NOW, Person, join, open_match, play_out, sign_up, started

REFEREE = Path(sys.executable).parent / "referee"


class Place:
    """A data directory as `referee up` keeps it, with its log server running."""

    def __init__(self, directory: Path, cache_url: str) -> None:
        self.data = directory
        self.server = EmbeddedServer(directory / "log")
        self.keys, _ = secrets.make_or_load(directory / "keys", logs_exist=False)
        self._cache_url = cache_url

    @property
    def house(self) -> House:
        return open_house(
            Settings.from_env({**self.keys, "REDIS_URL": self.server.url, "CACHE_URL": self._cache_url})
        )

    @property
    def log(self) -> Redis:
        return connect(self.server.url)

    def admin(self, *words: str | Path) -> "subprocess.CompletedProcess[str]":
        command = [REFEREE, "admin", words[0], "--data", self.data, *words[1:]]
        return subprocess.run(command, capture_output=True, text=True, check=False)


class World:
    """A match of each kind, players with and without addresses, invitations, work that waits."""

    def __init__(self, house: House) -> None:
        self.people: list[Person] = [sign_up(house, "Ana"), sign_up(house, "Luis")]
        give_mailbox(house, self.people[0], "ana@example.org")
        self.open = open_match(house, self.people[0]).id
        join(house, self.open, self.people[1])
        invitations.invite(house, self.open, self.people[0].id, ["zoe@example.org"], "en", NOW)
        self.running = play_out(house, started(house, self.people).id, self.people, most=9).id
        over = play_out(house, started(house, self.people).id, self.people)
        score_match(house, over.id, NOW)
        self.over = over.id


def everything(log: Redis) -> dict[str, object]:
    """All keys with their values, and whether they end."""
    found: dict[str, object] = {}
    for key in sorted(log.scan_iter()):
        kind = log.type(key)
        read = {
            b"string": log.get,
            b"hash": log.hgetall,
            b"set": log.smembers,
            b"zset": lambda key: log.zrange(key, 0, -1, withscores=True),
            b"list": lambda key: log.lrange(key, 0, -1),
            b"stream": log.xrange,
        }[kind]
        found[key.decode()] = read(key), log.ttl(key) >= 0
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> tuple[Path, World]:
    """A directory with data and a backup of them, made once: each test has a copy of its own."""
    directory = tmp_path_factory.mktemp("made")
    place = Place(directory / "var", settings.cache_url)
    with place.server:
        world = World(place.house)
        place.house.beats.beat(NOW, 60_000)
        mailboxes.open_session(place.house, world.people[0].id)
        done = place.admin("backup", directory / "backup")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("ok: 3 matches, ")
    return directory, world


@pytest.fixture
def world(made: tuple[Path, World]) -> World:
    return made[1]


@pytest.fixture
def place(made: tuple[Path, World], tmp_path: Path, settings: Settings) -> Iterator[Place]:
    shutil.copytree(made[0] / "var", tmp_path / "var")
    place = Place(tmp_path / "var", settings.cache_url)
    with place.server:
        yield place


@pytest.fixture
def backup(made: tuple[Path, World], tmp_path: Path) -> Path:
    return Path(shutil.copytree(made[0] / "backup", tmp_path / "backup"))


@pytest.fixture
def empty(made: tuple[Path, World], tmp_path: Path, settings: Settings) -> Iterator[Place]:
    """Another machine: no data, and the keys put in place."""
    shutil.copytree(made[0] / "var" / "keys", tmp_path / "new" / "keys")
    empty = Place(tmp_path / "new", settings.cache_url)
    with empty.server:
        yield empty


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change the lines of a file of a backup, and its sum with it, as a forger would."""
    lines = [change(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)]
    path.write_bytes(gzip.compress("".join(lines).encode()))
    contents = json.loads((path.parent / "backup.json").read_text())
    contents["files"][path.name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (path.parent / "backup.json").write_text(json.dumps(contents))


def test_sound_data_pass_the_check_whether_the_server_runs_or_not(place: Place, world: World) -> None:
    running = place.admin("check")
    assert (running.returncode, running.stderr) == (0, "")
    place.server.stop()
    stopped = place.admin("check")
    assert stopped.stdout == running.stdout
    assert re.fullmatch(r"ok: 3 matches, \d+ events, 0 witnesses\n", stopped.stdout)
    assert place.admin("check", "--chains").stdout == stopped.stdout


def test_each_unsound_match_is_named_with_what_is_wrong(place: Place, world: World) -> None:
    log = place.log
    identity, _ = log.xrange(names.log(world.over))[-3]
    log.xdel(names.log(world.over), identity)
    log.delete(names.seed(world.running))
    found = place.admin("check")
    assert found.returncode == 1
    version = int(identity.split(b"-")[0])
    assert f"match {world.over}: event {version}: chain: " in found.stdout
    assert f"match {world.running}: its seed is gone\n" in found.stdout
    assert found.stdout.splitlines()[-1].startswith("wrong: 2 of 3 matches, ")
    assert world.open not in found.stdout


def test_a_receipt_in_the_hands_of_a_player_shows_what_is_lost(
    place: Place, world: World, tmp_path: Path
) -> None:
    match = existing(load(place.house, world.running))
    receipt = tmp_path / "receipts.txt"
    receipt.write_text(write_receipt(match.id, match.last, match.at, place.house.sign_key) + "\n")
    assert place.admin("check", "--receipts", receipt).returncode == 0
    last = place.log.xrevrange(names.log(match.id), count=1)[0][0]
    place.log.xdel(names.log(match.id), last)
    found = place.admin("check", "--receipts", receipt)
    assert found.returncode == 1
    assert (
        f"the log has {match.version - 1} events, the receipt in line 1 of {receipt} shows {match.version}"
        in (found.stdout)
    )


def test_a_restored_server_holds_what_was_there_and_play_goes_on(
    place: Place, world: World, backup: Path, empty: Place
) -> None:
    restored = empty.admin("restore", backup)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert everything(empty.log) == everything(place.log)
    house = empty.house
    assert play_out(house, world.running, world.people, seed=5).decisions() == ()
    assert empty.admin("check").returncode == 0


def test_a_backup_holds_no_key_of_the_referee_and_is_for_its_owner_alone(place: Place, backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0
    for file in backup.iterdir():
        assert file.stat().st_mode & 0o077 == 0
        raw = file.read_bytes()
        text = gzip.decompress(raw) if file.suffix == ".gz" else raw
        assert not [key for key in place.keys.values() if key.encode() in text]


def test_what_people_may_ask_to_erase_lies_in_one_file_alone(world: World, backup: Path) -> None:
    matches = gzip.decompress((backup / "matches.jsonl.gz").read_bytes())
    people = gzip.decompress((backup / "people.jsonl.gz").read_bytes())
    for personal in (b"ana@example.org", b"zoe@example.org", b"Luis"):
        assert personal in people
        assert personal not in matches


def test_matches_come_back_without_the_people_when_these_were_deleted(
    world: World, backup: Path, empty: Place
) -> None:
    (backup / "people.jsonl.gz").unlink()
    restored = empty.admin("restore", backup)
    assert restored.returncode == 0
    assert "without people" in restored.stderr
    assert existing(load(empty.house, world.over)).scored
    assert list(empty.log.scan_iter("{acc}:*")) == [names.CLOCK_BEAT.encode()]


def test_the_time_between_backup_and_restart_counts_as_an_outage_of_ours(backup: Path, empty: Place) -> None:
    """Else every seat that owed a move would lapse at once."""
    assert empty.admin("restore", backup).returncode == 0
    beats = empty.house.beats
    assert beats.beat(NOW + 3_600_000, 60_000)
    assert beats.outages(NOW) == [(NOW, NOW + 3_600_000)]


def test_who_was_erased_after_the_backup_stays_erased(world: World, backup: Path, empty: Place) -> None:
    erased = world.people[0].id
    (empty.data / "erased.txt").write_text(f"{erased}\n")
    assert empty.admin("restore", backup).returncode == 0
    held = everything(empty.log)
    accounts = {name: value for name, value in held.items() if name.startswith("{acc}")}
    assert "'Ana'" not in str(accounts)
    assert "ana@example.org" not in str(accounts)
    assert erased not in str(accounts)
    assert "Luis" in str(accounts)
    assert empty.admin("check").returncode == 0


def test_a_backup_goes_into_an_empty_server_only(world: World, backup: Path, place: Place) -> None:
    before = everything(place.log)
    refused = place.admin("restore", backup)
    assert refused.returncode == 2
    assert "a backup is restored into an empty one only" in refused.stderr
    assert everything(place.log) == before


@pytest.mark.parametrize("name", ["matches.jsonl.gz", "people.jsonl.gz"])
def test_a_file_that_changed_is_named_and_nothing_is_written(backup: Path, empty: Place, name: str) -> None:
    raw = bytearray((backup / name).read_bytes())
    raw[len(raw) // 2] ^= 1
    (backup / name).write_bytes(raw)
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert f"{name} is not as it was written" in refused.stderr
    assert empty.log.dbsize() == 0


def test_a_forged_move_with_a_right_sum_is_found_and_nothing_is_written(
    world: World, backup: Path, empty: Place
) -> None:
    rewrite(
        backup / "matches.jsonl.gz",
        lambda line: line.replace("MovePlayed", "MovePlaced", 1) if world.running in line else line,
    )
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert f"match {world.running}: event " in refused.stderr
    assert empty.log.dbsize() == 0


def test_a_backup_that_lost_a_match_is_refused(world: World, backup: Path, empty: Place) -> None:
    rewrite(
        backup / "matches.jsonl.gz",
        lambda line: "" if line.startswith('{"keys"') and world.running in line else line,
    )
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert "holds 2 matches" in refused.stderr
    assert empty.log.dbsize() == 0


def test_other_keys_than_those_of_the_backup_are_refused(
    backup: Path, tmp_path: Path, settings: Settings
) -> None:
    other = Place(tmp_path / "other", settings.cache_url)
    with other.server:
        refused = other.admin("restore", backup)
        assert refused.returncode == 2
        assert "was made with other keys" in refused.stderr
        assert other.log.dbsize() == 0


def test_after_a_restore_that_was_interrupted_nothing_starts_until_it_is_run_again(
    place: Place, world: World, backup: Path, empty: Place
) -> None:
    empty.log.set(names.RESTORING, "1")
    empty.log.set("half", "written")
    refused = empty.admin("check")
    assert refused.returncode == 2
    assert "a restore into this server was interrupted" in refused.stderr
    assert empty.admin("restore", backup).returncode == 0
    assert everything(empty.log) == everything(place.log)


def test_a_broken_chain_is_not_backed_up(place: Place, world: World, tmp_path: Path) -> None:
    identity, _ = place.log.xrange(names.log(world.over))[4]
    place.log.xdel(names.log(world.over), identity)
    refused = place.admin("backup", tmp_path / "backup")
    assert refused.returncode == 2
    assert f"match {world.over}: event 5: chain" in refused.stderr
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == []


def test_a_seed_that_does_not_open_is_named_by_check_and_restore(
    place: Place, world: World, backup: Path, empty: Place
) -> None:
    other = place.log.get(names.seed(world.over))
    place.log.set(names.seed(world.running), other)
    found = place.admin("check")
    assert found.returncode == 1
    assert f"match {world.running}: the seal of {world.running} does not open" in found.stdout
    assert place.admin("backup", backup.with_name("second")).returncode == 0
    refused = empty.admin("restore", backup.with_name("second"))
    assert refused.returncode == 2
    assert f"match {world.running}: the seal of {world.running} does not open" in refused.stderr
    assert empty.log.dbsize() == 0


def test_a_backup_overwrites_nothing(place: Place, backup: Path) -> None:
    before = {file.name: file.read_bytes() for file in backup.iterdir()}
    refused = place.admin("backup", backup)
    assert refused.returncode == 2
    assert "exists" in refused.stderr
    assert {file.name: file.read_bytes() for file in backup.iterdir()} == before


@pytest.mark.parametrize("command", [("check",), ("backup", "x")])
def test_where_there_are_no_data_none_are_made(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [REFEREE, "admin", *command, "--data", tmp_path / "nothing"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "is no directory of a log server" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_no_backup_is_named(empty: Place, tmp_path: Path) -> None:
    (tmp_path / "no-backup").mkdir()
    refused = empty.admin("restore", tmp_path / "no-backup")
    assert refused.returncode == 2
    assert "is no backup: backup.json" in refused.stderr


def _damage_contents(backup: Path, change: Callable[[dict[str, Any]], object]) -> None:
    contents = json.loads((backup / "backup.json").read_text())
    change(contents)
    (backup / "backup.json").write_text(json.dumps(contents))


@pytest.mark.parametrize(
    "change",
    [
        lambda contents: contents["files"].pop("matches.jsonl.gz"),
        lambda contents: contents["files"]["people.jsonl.gz"].pop("sha256"),
        lambda contents: contents.update(files=[]),
        lambda contents: contents.update(files={"../x": {}}),
        lambda contents: contents.update(events="many"),
        lambda contents: contents.pop("keys"),
    ],
)
def test_a_table_of_contents_that_is_none_is_named(
    backup: Path, empty: Place, change: Callable[[dict[str, Any]], object]
) -> None:
    _damage_contents(backup, change)
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert "backup.json is not as a backup writes it" in refused.stderr
    assert empty.log.dbsize() == 0


def test_a_backup_with_fewer_keys_than_it_says_is_refused(backup: Path, empty: Place) -> None:
    _damage_contents(backup, lambda contents: contents.update(keys=contents["keys"] + 1))
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert re.search(r"holds \d+ keys, not \d+", refused.stderr)
    assert empty.log.dbsize() == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"kind":"stream"', '"kind":"river"'),
        ('"kind":"stream"', '"kind":"string"'),
        ('"kind":"hash"', '"kind":"zset"'),
        ('"name":', '"nom":'),
        ('"expires":null', '"expires":"never"'),
        ('"rows":[', '"rows":[7,'),
        ('"later":[]', '"later":[["x"]]'),
        ('"t":', '"t"='),
        ('"value":[[', '"value":[["odd"],['),
        ('"t":"match"', '"t2":"match"'),
        ('["h","', '["hh","'),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_nothing_is_written(
    backup: Path, empty: Place, old: str, new: str
) -> None:
    path = backup / "matches.jsonl.gz"
    before = gzip.decompress(path.read_bytes())
    rewrite(path, lambda line: line.replace(old, new, 1))
    assert gzip.decompress(path.read_bytes()) != before, "there was nothing to change"
    refused = empty.admin("restore", backup)
    assert refused.returncode == 2
    assert re.search(
        r"matches\.jsonl\.gz: line \d+(:| is not as a backup writes it)|holds \d+ ", refused.stderr
    )
    assert "a fault of ours" not in refused.stderr
    assert empty.log.dbsize() == 0
