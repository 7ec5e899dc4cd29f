"""The logs of matches on a real server: one append once, no gap, one slot."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.crc import key_slot

from referee.matches.chain import Base, Entry, chain, link
from referee.matches.events import Event
from referee.matches.match import NOWHERE
from referee.service.appending import referee_key
from referee.settings import Settings
from referee.store import names
from referee.store.errors import StoreAway
from referee.store.log import Logs
from referee.store.seals import BrokenSeal, Seals

MATCH = "k7q2m9x4c0vhtd3p"
KEYS = [hashlib.sha256(bytes([number])).digest()[:16] for number in range(256)]


@pytest.fixture
def logs(settings: Settings, log: Redis) -> Logs:
    return Logs(log, Seals(settings.seal_key))


def entries(after: Base, count: int, at: int = 5) -> list[Entry]:
    return chain(after, [Event("SeatLeft", at, {"place": place + 1}) for place in range(count)])


def contents(log: Redis) -> dict[bytes, bytes]:
    return {key: log.dump(key) for key in log.scan_iter()}


def test_entries_come_back_as_they_were_written(logs: Logs) -> None:
    written = entries(NOWHERE, 3)
    written[1] = written[1]._replace(sealed='{"salt":"x"}')
    appended = logs.append(MATCH, NOWHERE, written, KEYS[0], fingerprint="abc")
    assert appended == ("appended", 1, "abc")
    assert logs.read(MATCH) == written
    assert logs.read(MATCH, 1) == written[1:]
    assert logs.read(MATCH, 1, 2) == written[1:2]
    assert logs.tails([MATCH, "another"]) == [written[2].base, NOWHERE]


def test_a_done_key_appends_once_and_answers_with_what_it_did(logs: Logs) -> None:
    first = entries(NOWHERE, 1)
    logs.append(MATCH, NOWHERE, first, KEYS[0], fingerprint="abc")
    logs.append(MATCH, first[0].base, entries(first[0].base, 2), KEYS[1])
    for after in (NOWHERE, first[0].base, Base(3, "0" * 64)):
        assert logs.append(MATCH, after, entries(after, 1), KEYS[0]) == ("done", 1, "abc")
    assert logs.done(MATCH, KEYS[1]) == ("done", 2, "")
    assert logs.done(MATCH, KEYS[2]) is None
    assert len(logs.read(MATCH)) == 3


@pytest.mark.parametrize("after", [NOWHERE, Base(1, "0" * 64), Base(2, "0" * 64), Base(3, "f" * 64)])
def test_an_append_after_another_place_than_the_end_writes_nothing(
    log: Redis, logs: Logs, after: Base
) -> None:
    logs.append(MATCH, NOWHERE, entries(NOWHERE, 2), KEYS[0])
    before = contents(log)
    appended = logs.append(
        MATCH,
        after,
        entries(after, 1),
        KEYS[1],
        also=[("SADD", names.live_of(names.shard_of(MATCH), "p"), MATCH)],
    )
    assert (appended.kind, appended.version) == ("moved", 2)
    assert contents(log) == before


@pytest.mark.parametrize("versions", [[4], [3, 5], [3, 3], [2], [30], [3, 4, 6]])
def test_an_append_with_a_gap_writes_nothing(log: Redis, logs: Logs, versions: Sequence[int]) -> None:
    """XADD itself takes any higher id: the script must not."""
    first = entries(NOWHERE, 2)
    logs.append(MATCH, NOWHERE, first, KEYS[0])
    before = contents(log)
    wrong = [first[0]._replace(version=version) for version in versions]
    with pytest.raises(StoreAway, match="GAP"):
        logs.append(MATCH, first[-1].base, wrong, KEYS[1])
    assert contents(log) == before


def test_contending_writers_make_one_chain_without_gaps(logs: Logs) -> None:
    def write(writer: int) -> int:
        done = tries = 0
        while done < 25:
            tries += 1
            after = logs.tails([MATCH])[0]
            key = hashlib.sha256(f"{writer} {done}".encode()).digest()[:16]
            done += logs.append(MATCH, after, entries(after, 1, at=writer), key).kind == "appended"
        return tries

    with ThreadPoolExecutor(4) as pool:
        tries = sum(pool.map(write, range(4)))
    found = logs.read(MATCH)
    assert [entry.version for entry in found] == list(range(1, 101))
    before = NOWHERE
    for entry in found:
        assert link(before.head, entry.text) == entry.hash
        before = entry.base
    assert tries >= 100


def test_all_keys_of_a_match_lie_in_the_slot_of_its_shard() -> None:
    for number in range(1000):
        match = hashlib.sha256(str(number).encode()).hexdigest()[:16]
        shard = names.shard_of(match)
        assert shard == key_slot(match.encode()) % names.SHARDS
        keys = [
            names.log(match),
            names.done(match),
            names.seed(match),
            names.outbox(shard),
            names.live_of(shard, "player"),
            names.past_of(shard, "player"),
            names.listed(shard, "open"),
        ]
        assert all(key.startswith(f"{{s{shard:02d}}}:") for key in keys)
        assert len({key_slot(key.encode()) for key in keys}) == 1


def test_the_accounts_lie_in_one_slot() -> None:
    keys = [names.account(kind, "x") for kind in ("name", "player", "token", "key", "keys", "idem")]
    assert len({key_slot(key.encode()) for key in [*keys, names.ACCOUNTS_OUTBOX]}) == 1


def test_many_done_orders_take_little_memory(log: Redis, logs: Logs) -> None:
    """16 raw bytes and a small number each: no hex, no answer."""
    after = NOWHERE
    for number in range(600):
        key = hashlib.sha256(str(number).encode()).digest()[:16]
        new = entries(after, 1)
        logs.append(MATCH, after, new, key)
        after = new[-1].base
    assert log.hlen(names.done(MATCH)) == 600
    assert log.memory_usage(names.done(MATCH), samples=0) < 80 * 600  # type: ignore[operator]
    assert {len(key) for key in log.hkeys(names.done(MATCH))} == {16}


def test_the_seed_goes_in_with_the_first_append_only(log: Redis, logs: Logs) -> None:
    logs.append(MATCH, NOWHERE, entries(NOWHERE, 1), KEYS[0], seed=b"1" * 32)
    assert logs.append(MATCH, NOWHERE, entries(NOWHERE, 1), KEYS[0], seed=b"2" * 32).kind == "done"
    assert logs.append(MATCH, NOWHERE, entries(NOWHERE, 1), KEYS[1], seed=b"3" * 32).kind == "moved"
    assert logs.seed(MATCH) == b"1" * 32
    assert b"1" * 32 not in log.get(names.seed(MATCH))  # type: ignore[operator]
    assert logs.seed("another") is None


def test_a_seed_opens_with_its_own_key_and_for_its_own_match_only(
    log: Redis, logs: Logs, settings: Settings
) -> None:
    logs.append(MATCH, NOWHERE, entries(NOWHERE, 1), KEYS[0], seed=b"1" * 32)
    with pytest.raises(BrokenSeal):
        Logs(log, Seals(settings.link_key)).seed(MATCH)
    log.set(names.seed("another"), log.get(names.seed(MATCH)))  # type: ignore[arg-type]
    with pytest.raises(BrokenSeal):
        logs.seed("another")


def test_done_keys_of_the_referee_differ_by_kind_and_base() -> None:
    keys = [referee_key("score", "end"), referee_key("revoke", "1:kid"), referee_key("leave", 1)]
    assert len(set(keys)) == 3
    assert {len(key) for key in keys} == {16}
