"""No byte of a seed leaves the service before the end: not in a key, an answer, a letter of a log."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from clients.problems import RefereeProblem
from clients.sdk import Referee
from referee.store.servers import connect
from tests.running import Service, eventually


def written_forms(secret: bytes) -> list[bytes]:
    """A secret as somebody might write it: raw, hex, base64 both ways, and parts of these."""
    forms = [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(list(secret))[1:-1].encode()]
    for shift in range(3):  # base64 of a text that holds it at any place
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            forms.append(encode(b"\0" * shift + secret)[4:40])
    return [form[:size] for form in forms for size in (len(form), 16)]


def everything_stored(client: Redis) -> Iterator[tuple[bytes, bytes]]:
    for key in client.scan_iter():
        yield key, b"\n".join(_values(client, key))


def _values(client: Any, key: bytes) -> Iterator[bytes]:
    kind = client.type(key)
    if kind == b"string":
        yield client.get(key)
    elif kind == b"hash":
        for item in client.hgetall(key).items():
            yield from item
    elif kind == b"stream":
        for _, fields in client.xrange(key):
            for item in fields.items():
                yield from item
    elif kind == b"zset":
        yield from (member for member, _ in client.zrange(key, 0, -1, withscores=True))
    elif kind == b"set":
        yield from client.smembers(key)
    elif kind == b"list":
        yield from client.lrange(key, 0, -1)
    else:
        raise AssertionError(f"{key!r} is a {kind!r}: say how to read it")


def everything_answered(person: Referee, match: str) -> Iterator[tuple[str, bytes]]:
    get = person.transport.get_text
    seat = person.seat(match)
    for path in ("", "/view", "/events", "/board.txt", "/legal-steps", "/record"):
        yield path, _text(get, f"/v1/matches/{match}{path}")
    for path in ("/v1/me/turns", "/v1/matches", "/metrics", "/readyz", "/v1/me", "/v1/referee/keys"):
        yield path, _text(get, path)
    yield "preview", str(person.preview(match, line="D", seat=seat)).encode()


def _text(get: Any, path: str) -> bytes:
    try:
        text: str = get(path)
    except RefereeProblem as problem:
        return str(problem.members).encode()
    return text.encode()


def leaks(secret: bytes, places: Iterator[tuple[Any, bytes]]) -> list[Any]:
    forms = written_forms(secret)
    return [place for place, content in places if any(form in content for form in forms)]


@pytest.fixture
def running(service: Service) -> tuple[str, dict[int, Referee]]:
    match, people = service.match()
    for _ in range(8):
        turn = people[1].match(match)["turn"][0]["seat"]
        people[turn].play(match, [people[turn].legal_steps(match)["steps"][-1]["step"]])
    return match, people


def test_nothing_holds_the_seed_before_the_end(
    service: Service, running: tuple[str, dict[int, Referee]]
) -> None:
    """faults.md A54, for the seed: taint every store, answer and log line by it."""
    match, people = running
    seed = service.house.logs.seed(match)
    assert seed is not None
    for server in (service.log_server, service.cache_server):
        assert leaks(seed, everything_stored(connect(server.url))) == []
    for person in people.values():
        owed = person.match(match)["turn"][0]["seat"]
        if person.seat(match) == owed:
            assert leaks(seed, everything_answered(person, match)) == []
    said = ((file.name, file.read_bytes()) for file in service.directory.glob("**/*.log"))
    assert leaks(seed, said) == []
    aof = ((file.name, file.read_bytes()) for file in service.directory.glob("**/*.aof"))
    assert leaks(seed, aof) == []


def test_the_search_finds_the_seed_where_it_is_published(service: Service) -> None:
    """The same search after the end: the event that publishes the seed, and the record with it."""
    organiser, players = service.player(), [service.player() for _ in range(2)]
    match = organiser.open_match("zooloretto", 2)["match"]
    for player in players:
        player.join(match)
    organiser.start(match)
    seed = service.house.logs.seed(match)
    assert seed is not None
    assert leaks(seed, everything_stored(connect(service.log_server.url))) == []
    organiser.cancel(match)
    found = eventually(
        lambda: leaks(seed, everything_stored(connect(service.log_server.url))), "the seed's event"
    )
    assert len(found) == 1
    assert match.encode() in found[0]
    assert leaks(seed, iter([("record", organiser.record(match).encode())])) == ["record"]
