"""A match is what its log says, however it was loaded: warm, cold, from a snapshot, beside another process."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis

from referee.matches.match import Match
from referee.matches.snapshot import EVERY, SNAPSHOT_SCHEMA, write_snapshot
from referee.service.house import House, Loaded, open_house
from referee.service.loading import existing, load, load_at
from referee.settings import Settings
from referee.store import names
from referee.store.embedded import EmbeddedServer
from tests.service.playing import order_of, person_at, play_out, send, sign_up, started

MakeHouse = Callable[[], House]


def position(match: Match) -> Any:
    """All of a match but what happened last, which a snapshot does not hold."""
    return match._replace(line=None)


@pytest.fixture
def long_match(house: House) -> Match:
    """A match that is longer than two snapshots are apart."""
    people = [sign_up(house) for _ in range(3)]
    match = play_out(house, started(house, people).id, people, seed=3, most=2 * EVERY + 6)
    assert match.version > 2 * EVERY
    return match


def test_a_cold_load_equals_a_warm_one_at_every_version(
    house: House, new_house: MakeHouse, cache: Redis
) -> None:
    """faults.md A50: whoever folds the log, and from where, has the same position and the same next draw."""
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    chance = random.Random(2)
    for number in range(70):
        warm = existing(load(house, match.id))
        if number % 3 == 0:
            cache.flushall()
        elif number % 3 == 1:
            house.cache.keep_snapshot(match.id, write_snapshot(warm))
        assert position(existing(load(new_house(), match.id))) == position(warm)
        seat = warm.decisions()[0].seat
        steps = sorted(warm.rules.write(step) for step in warm.rules.legal_steps(warm.state, seat))
        send(house, order_of(warm, seat, [chance.choice(steps)]), person_at(warm, seat, people))


def test_an_earlier_version_is_what_the_match_was_then(house: House, long_match: Match) -> None:
    entries = house.logs.read(long_match.id)
    for version in range(1, long_match.version + 1, 17):
        at = load_at(house, long_match, version)
        assert at.last == entries[version - 1].base


def test_a_snapshot_is_kept_every_so_many_events_and_is_used(
    house: House, new_house: MakeHouse, long_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = house.cache.snapshot(long_match.id)
    assert kept is not None
    assert kept["schema"] == SNAPSHOT_SCHEMA
    assert 0 <= kept["last"][0] - long_match.version // EVERY * EVERY <= 1  # the end comes with the last move
    other = new_house()
    read: list[int] = []
    whole = other.logs.read

    def note(match: str, after: int = 0, until: int | None = None) -> Any:
        read.append(after)
        return whole(match, after, until)

    monkeypatch.setattr(other.logs, "read", note)
    assert position(existing(load(other, long_match.id))) == position(long_match)
    assert min(read) > long_match.version - 2 * EVERY


SPOILS: dict[str, Callable[[Any], Any]] = {
    "a later schema": lambda kept: kept | {"schema": SNAPSHOT_SCHEMA + 1},
    "no schema": lambda kept: kept | {"schema": None},
    "another head": lambda kept: kept | {"last": [kept["last"][0], "0" * 64]},
    "a version to come": lambda kept: kept | {"last": [kept["last"][0] + 1000, kept["last"][1]]},
    "another base": lambda kept: kept | {"base": [kept["base"][0], "0" * 64]},
    "a state that cannot be read": lambda kept: kept | {"state": "nonsense"},
    "no places": lambda kept: kept | {"places": []},
    "an unknown game": lambda kept: kept | {"game": "no such game"},
    "a member less": lambda kept: {name: value for name, value in kept.items() if name != "players"},
    "nothing": lambda kept: {},
    "no object": lambda kept: [kept],
}


def test_a_snapshot_of_anything_else_is_not_used(
    house: House, new_house: MakeHouse, long_match: Match
) -> None:
    """faults.md A60: what another program wrote is rebuilt from the log."""
    kept = write_snapshot(load_at(house, long_match, EVERY))
    for name, spoil in SPOILS.items():
        house.cache.keep_snapshot(long_match.id, spoil(kept))
        assert existing(load(new_house(), long_match.id)) == long_match, name


def test_a_snapshot_whose_position_has_not_the_digest_of_the_log_is_not_used(
    house: House, new_house: MakeHouse, long_match: Match
) -> None:
    """faults.md A60: a state that another program reads differently is noticed by its digest."""
    early, later = (write_snapshot(load_at(house, long_match, version)) for version in (EVERY - 9, EVERY))
    house.cache.keep_snapshot(long_match.id, later | {"state": early["state"]})
    assert existing(load(new_house(), long_match.id)) == long_match


def test_bytes_that_are_no_json_are_not_used(
    house: House, new_house: MakeHouse, long_match: Match, cache: Redis
) -> None:
    cache.set(names.snapshot(long_match.id), b"\x80\x04pickle", ex=60)
    assert existing(load(new_house(), long_match.id)) == long_match


def test_a_process_that_knows_more_than_the_log_believes_the_log(
    house: House, new_house: MakeHouse, long_match: Match, log: Redis
) -> None:
    """A log restored from a backup may have lost its end: no process may answer from memory."""
    other = new_house()
    existing(load(other, long_match.id))
    earlier = load_at(house, long_match, 80)
    log.xtrim(names.log(long_match.id), minid=0)
    log.xdel(names.log(long_match.id), *[f"{version}-0" for version in range(81, long_match.version + 1)])
    for at_work in (house, other, new_house()):
        assert existing(load(at_work, long_match.id)).last == earlier.last


def test_a_process_that_knows_another_end_than_the_log_believes_the_log(
    house: House, new_house: MakeHouse, log: Redis
) -> None:
    """Two processes, a log that lost its last move, and another move in its place."""
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    other = new_house()
    seat = match.decisions()[0].seat
    send(other, order_of(match, seat, ["D"]), person_at(match, seat, people))
    known = existing(load(other, match.id))
    stored = log.dump(names.log(match.id))
    log.delete(names.log(match.id), names.done(match.id))
    restore_without_last(log, match.id, stored)
    house.loaded.drop(match.id)
    send(house, order_of(match, seat, ["D"]), person_at(match, seat, people), at=known.at + 77)
    assert existing(load(other, match.id)).last == existing(load(house, match.id)).last != known.last


def restore_without_last(log: Redis, match: str, stored: bytes | None) -> None:
    assert stored is not None
    log.restore("copy", 0, stored)
    rows = log.xrange("copy")
    for identity, fields in rows[:-1]:
        log.xadd(names.log(match), fields, id=identity)
    log.delete("copy")


def test_an_older_fold_never_overwrites_a_newer_one(house: House, long_match: Match) -> None:
    loaded = Loaded(most=2)
    newer, older = long_match, load_at(house, long_match, 60)
    loaded.keep(newer)
    loaded.keep(older)
    assert loaded.get(long_match.id) is newer
    loaded.keep(long_match._replace(id="b"))
    loaded.keep(long_match._replace(id="c"))
    assert loaded.get(long_match.id) is None


def test_matches_that_are_over_fill_no_memory_and_push_no_other_out(long_match: Match) -> None:
    loaded = Loaded(most=2, most_over=2)
    loaded.keep(long_match)
    for number in range(5):
        loaded.keep(long_match._replace(id=f"over {number}", scored=True))
    assert [number for number in range(5) if loaded.get(f"over {number}")] == [3, 4]
    assert loaded.get(long_match.id) is long_match
    ended = long_match._replace(scored=True, last=long_match.last._replace(version=long_match.version + 1))
    loaded.keep(ended)
    loaded.keep(long_match)
    assert loaded.get(long_match.id) is ended
    loaded.drop(long_match.id)
    assert loaded.get(long_match.id) is None


def test_two_processes_that_play_in_turn_never_answer_older_than_the_log(
    house: House, new_house: MakeHouse
) -> None:
    houses = [house, new_house()]
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    for number in range(60):
        at_work, reader = houses[number % 2], houses[1 - number % 2]
        now = existing(load(at_work, match.id))
        seat = now.decisions()[0].seat
        steps = sorted(now.rules.write(step) for step in now.rules.legal_steps(now.state, seat))
        answer = send(at_work, order_of(now, seat, steps[:1]), person_at(now, seat, people))
        assert existing(load(reader, match.id)).version >= answer["version"]


def test_readers_beside_a_writer_see_versions_that_only_grow(house: House, new_house: MakeHouse) -> None:
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    reader = new_house()
    done = False

    def read(_: int) -> bool:
        seen = 0
        while not done:
            version = existing(load(reader, match.id)).version
            if version < seen:
                return False
            seen = version
        return True

    with ThreadPoolExecutor(3) as pool:
        found = [pool.submit(read, number) for number in range(3)]
        play_out(house, match.id, people, most=60)
        done = True
        assert all(each.result() for each in found)


@pytest.fixture
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path_factory.mktemp("own-cache"), kind="volatile") as server:
        yield server


def test_without_the_volatile_server_everything_goes_on(
    settings: Settings, log: Redis, own_cache: EmbeddedServer
) -> None:
    """Losing the second server loses nothing, whether it is empty, away or back."""
    house = open_house(replace(settings, cache_url=own_cache.url))
    people = [sign_up(house), sign_up(house)]
    match = started(house, people)
    play_out(house, match.id, people, seed=1, most=60)
    with_cache = existing(load(house, match.id))
    own_cache.kill()
    cold = open_house(replace(settings, cache_url=own_cache.url))
    assert position(existing(load(cold, match.id))) == position(with_cache)
    play_out(cold, match.id, people, seed=2, most=60)
    own_cache.start()
    back = open_house(replace(settings, cache_url=own_cache.url))
    assert position(play_out(back, match.id, people, seed=3, most=60)) == position(
        existing(load(cold, match.id))
    )
