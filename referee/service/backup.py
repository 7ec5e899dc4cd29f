"""Back up a log server in use, and put a backup into an empty one."""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from referee.matches.chain import Base, Entry
from referee.matches.events import read_trusted_event
from referee.matches.fold import apply
from referee.matches.match import Match
from referee.service.appending import writes_for_lists
from referee.service.deadlines import write_deadline
from referee.service.house import House
from referee.service.loading import unseal
from referee.service.soundness import Unsound, check_chain, check_log
from referee.settings import CannotStart
from referee.store import lists, names
from referee.store.backup_files import (
    MATCHES,
    PEOPLE,
    BackupWriter,
    BadBackup,
    read_contents,
    read_lines,
    reading_line,
)
from referee.store.client import Client
from referee.store.dump import MatchDump, dump_matches, dump_rest, is_personal
from referee.store.fill import Filling, later_writes, queued_writes
from referee.store.raw_keys import RawKey, write_key
from referee.store.scripts import Write
from referee.store.seals import BrokenSeal
from referee.strict_json import Json

Tell = Callable[[int], None]  # so many matches are done


class BackedUp(NamedTuple):
    """What went into a backup, or came out of one."""

    matches: int
    events: int
    keys: int


class UnsoundData(CannotStart):
    """A match does not pass its check: it is not backed up over a good backup, nor restored."""

    def __init__(self, found: list[Unsound]) -> None:
        super().__init__("\n".join([f"{len(found)} matches are not sound:", *map(str, found)]))
        self.found = found


def write_backup(house: House, client: Client, directory: Path, now: int, tell: Tell) -> BackedUp:
    """Write a backup while the service runs; every chain is checked on the way.

    :param directory: must not exist yet.
    :param now: ms since 1970.
    :raises UnsoundData: if a chain is broken; nothing is left behind then.
    """
    matches = events = keys = 0
    broken: list[Unsound] = []
    with BackupWriter(directory) as writer:
        for dump in dump_matches(client):
            found = _check_chain_of(house, dump)
            if isinstance(found, Unsound):
                broken.append(found)
                continue
            _write_match(writer, dump)
            matches, events, keys = matches + 1, events + found, keys + len(dump.keys)
            tell(matches)
        if broken:
            raise UnsoundData(broken)
        for key in dump_rest(client):
            writer.write(PEOPLE if is_personal(key.name) else MATCHES, {"t": "key", **key._asdict()})
            keys += 1
        counted = BackedUp(matches, events, keys)
        writer.finish({"at": now, "referee_key": house.referee_key, **counted._asdict()})
    return counted


def _check_chain_of(house: House, dump: MatchDump) -> int | Unsound:
    """How many events a match has, or what is wrong with them."""
    log = next(key for key in dump.keys if key.name == names.log(dump.match))
    try:
        entries = house.logs.entries_of(dump.match, log)
    except BrokenSeal as error:
        return Unsound(dump.match, str(error))
    wrong = check_chain(entries)
    return len(entries) if wrong is None else Unsound(dump.match, wrong)


def _write_match(writer: BackupWriter, dump: MatchDump) -> None:
    for key in dump.keys:
        if is_personal(key.name):
            writer.write(PEOPLE, {"t": "key", **key._asdict()})
    writer.write(
        MATCHES,
        {
            "t": "match",
            "match": dump.match,
            "keys": [dict(key._asdict()) for key in dump.keys if not is_personal(key.name)],
            "rows": dump.rows,
            "later": [list(member) for member in dump.later],
        },
    )


class Restoring:
    """A backup that is put into an empty server: first all of it is checked, then all of it is written.

    :param erased: ids of players whose personal records stay out, as they were erased after the backup.
    :raises BadBackup: if the files are not as they were written.
    """

    def __init__(self, house: House, client: Client, directory: Path, erased: Collection[str]) -> None:
        self._house = house
        self._client = client
        self._directory = directory
        self._erased = frozenset(erased)
        self.contents = read_contents(directory)
        self.has_people = (directory / PEOPLE).exists()
        self._derived: dict[str, list[Write]] = {}

    def check(self, tell: Tell) -> int:
        """Check every match from end to end; the number of events.

        :raises UnsoundData: naming every match that does not pass; nothing was written then.
        """
        if self.contents.get("referee_key") != self._house.referee_key:
            raise BadBackup(f"{self._directory} was made with other keys: put those in place first")
        events, broken = 0, []
        keys = self._check_keys()
        for number, line in self._lines(MATCHES, "match"):
            with reading_line(self._directory / MATCHES, number):
                found = self._check_match(line)
            if isinstance(found, Unsound):
                broken.append(found)
                continue
            events += found
            tell(len(self._derived))
        if broken:
            raise UnsoundData(broken)
        counted = {"matches": len(self._derived), "events": events, "keys": keys}
        for what, number in counted.items():
            if self.contents[what] != number and (what != "keys" or self.has_people):
                raise BadBackup(f"{self._directory} holds {number} {what}, not {self.contents[what]}")
        return events

    def _check_keys(self) -> int:
        """Can every key be written again? How many there are."""
        keys = 0
        for name in (MATCHES, PEOPLE) if self.has_people else (MATCHES,):
            for number, line in read_lines(self._directory / name):
                with reading_line(self._directory / name, number):
                    own = line["keys"] if line["t"] == "match" else [line]
                    for members in own:
                        write_key(_raw_key(members))
                    keys += len(own)
                    if line["t"] == "match":
                        shard = names.shard_of(line["match"])
                        queued_writes(shard, line["rows"])
                        later_writes(shard, line["later"])
        return keys

    def write(self, tell: Tell) -> int:
        """Write what was checked; how many keys. Interrupted, it has to be run again, which begins anew."""
        keys = 0
        with Filling(self._client, names.RESTORING) as filling:
            for number, (_, line) in enumerate(self._lines(MATCHES, "match"), start=1):
                own = [_raw_key(members) for members in line["keys"]]
                writes = [write for key in own for write in write_key(key)]
                filling.write([*writes, *self._derived[line["match"]]])
                filling.keep_queued(names.shard_of(line["match"]), line["rows"], line["later"])
                keys += len(own)
                tell(number)
            for name in (MATCHES, PEOPLE) if self.has_people else (MATCHES,):
                for _, line in self._lines(name, "key"):
                    kept = self._without_erased(_raw_key(line))
                    if kept is not None:
                        filling.write(write_key(kept))
                        keys += 1
        return keys

    def _lines(self, name: str, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, line in read_lines(self._directory / name):
            if line.get("t") == kind:
                yield number, line

    def _check_match(self, line: Mapping[str, Any]) -> int | Unsound:
        """How many events a match has, or what is wrong with it; what follows from it is kept for the writing."""
        match = line["match"]
        keys = {members["name"]: _raw_key(members) for members in line["keys"]}
        sealed = keys.get(names.seed(match))
        try:
            entries = self._house.logs.entries_of(match, keys[names.log(match)])
            seed = None if sealed is None else self._house.logs.open_seed(match, sealed)
        except BrokenSeal as error:
            return Unsound(match, str(error))
        found = check_log(match, entries, seed)
        if isinstance(found, Unsound):
            return found
        self._derived[match] = list(_derived_writes(entries, seed))
        return len(entries)

    def _without_erased(self, key: RawKey) -> RawKey | None:
        """What of a key may come back: nothing that names a player who was erased."""
        if not self._erased or not is_personal(key.name):
            return key
        if self._names_erased(key.name):
            return None
        if not isinstance(key.value, list):
            return None if self._names_erased(key.value) else key
        kept = [member for member in key.value if not self._names_erased(member)]
        if key.name.endswith(":invited"):  # an address leads to the number of its invitation
            gone = {member[0] for member in key.value if member not in kept}
            kept = [member for member in kept if member[1] not in gone]
        if key.name.startswith(names.ACCOUNTS) and key.kind == "hash" and len(kept) < len(key.value):
            return None  # a token, a key: a record of the player, not a list in which he stands
        return key._replace(value=kept) if kept else None

    def _names_erased(self, value: Json) -> bool:
        if isinstance(value, str):
            return any(player in value for player in self._erased)
        if isinstance(value, list):
            return any(self._names_erased(member) for member in value)
        return False


def _raw_key(members: Mapping[str, Any]) -> RawKey:
    return RawKey(members["name"], members["kind"], members["expires"], members["value"])


def _derived_writes(entries: list[Entry], seed: bytes | None) -> Iterator[Write]:
    """The lists and the deadline of a match, as its appends wrote them."""
    match = Match(seed=seed)
    for entry in entries:
        event = read_trusted_event(entry.text)
        after = apply(match, event, Base(entry.version, entry.hash), unseal(entry))
        if entry.version == 1:
            yield from lists.write_live(after.id, [after.organiser])
            if after.visibility == "public":
                yield from lists.write_status(after.id, after.opened_at, None, after.status)
        else:
            yield from writes_for_lists(match, event)
        match = after
    yield write_deadline(match)
