"""The service as it runs: several processes that answer, work, die and come back."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from clients.problems import RefereeProblem
from clients.sdk import Referee
from clients.signing import sign_order
from referee.matches import orders
from referee.matches.chain import Base
from referee.strict_json import canonical, read
from tests.running import Service, eventually, impatient


def owing(match: str, people: dict[int, Referee]) -> tuple[Referee, int]:
    seat = people[1].match(match)["turn"][0]["seat"]
    return people[seat], seat


def next_order(match: str, people: dict[int, Referee]) -> tuple[Referee, dict[str, Any]]:
    person, seat = owing(match, people)
    found = person.legal_steps(match)
    base = Base(found["base"]["version"], found["base"]["head"])
    return person, orders.move_order("zooloretto", match, seat, base, [found["steps"][0]["step"]])


def post(url: str, person: Referee, order: dict[str, Any]) -> requests.Response:
    """Send an order over a connection of its own, so that any process may answer."""
    assert person.key is not None
    with requests.Session() as session:
        session.trust_env = False
        return session.post(
            f"{url}/v1/matches/{order['match']}/orders",
            data=canonical(sign_order(order, person.key)),
            headers={"Content-Type": "application/json", "Connection": "close"},
            timeout=60,
        )


def fresh(person: Referee, **given: Any) -> Referee:
    """The same player over a connection of its own."""
    return Referee(person.transport.url, person.transport.token, person.key, player=person.player, **given)


def test_a_move_over_http_is_in_the_log_when_it_is_answered(service: Service) -> None:
    match, people = service.match()
    person, order = next_order(match, people)
    accepted = person.submit(order)
    assert (accepted["version"], accepted["head"]) == service.house.logs.tails([match])[0]


def test_the_same_bytes_a_hundred_times_at_once_are_one_event_with_one_answer(service: Service) -> None:
    """security.md C1: a replayed signed move."""
    match, people = service.match()
    person, order = next_order(match, people)
    before = service.house.logs.tails([match])[0].version
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post(service.url, person, order), range(100)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert service.house.logs.tails([match])[0].version == before + 1


def test_white_space_and_the_order_of_members_change_nothing(service: Service) -> None:
    """The signature covers the canonical bytes of the order, not those of the body."""
    match, people = service.match()
    person, order = next_order(match, people)
    first = post(service.url, person, order)
    assert person.key is not None
    signed = sign_order(order, person.key)
    shuffled = {"signature": signed["signature"], "order": dict(reversed(list(signed["order"].items())))}
    with requests.Session() as session:
        session.trust_env = False
        again = session.post(f"{service.url}/v1/matches/{match}/orders", json=shuffled, timeout=60)
    assert (again.status_code, again.content) == (201, first.content)


def test_three_rapid_wrong_orders_get_a_problem_each_and_log_and_etag_stay(service: Service) -> None:
    """faults.md A5 and A6."""
    match, people = service.match()
    person, order = next_order(match, people)
    path = f"{service.url}/v1/matches/{match}/view"
    headers = {"Authorization": f"Bearer {person.transport.token}"}
    with requests.Session() as session:
        session.trust_env = False
        before = session.get(path, headers=headers, timeout=60)
        entries = service.house.logs.read(match)
        wrong = [
            {**order, "steps": ["D", "D"]},
            {**order, "steps": ["nonsense"]},
            {**order, "head": "0" * 64},
        ]
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(lambda each: post(service.url, person, each), wrong))
        after = session.get(path, headers=headers, timeout=60)
    types = [(answer.status_code, read(answer.content)["type"]) for answer in answers]
    assert types == [
        (422, "/problems/move/illegal"),
        (422, "/problems/move/invalid"),
        (409, "/problems/order/stale"),
    ]
    assert service.house.logs.read(match) == entries
    assert (before.headers["ETag"], before.content) == (after.headers["ETag"], after.content)


@pytest.mark.parametrize("member", ["version", "head", "seat", "steps", "v"])
def test_an_order_without_a_member_is_off_the_schema(service: Service, member: str) -> None:
    """faults.md A7: no stale check is skipped because somebody leaves something out."""
    match, people = service.match()
    person, order = next_order(match, people)
    answer = post(service.url, person, {name: value for name, value in order.items() if name != member})
    assert answer.status_code == 422
    assert f"/order/{member}" in {error["pointer"] for error in read(answer.content)["errors"]}


def test_after_a_201_every_process_answers_with_that_version_at_least(service: Service) -> None:
    match, people = service.match()
    for _ in range(12):
        person, order = next_order(match, people)
        version = read(post(service.url, person, order).content)["version"]
        for _ in range(6):
            with fresh(person) as another:
                assert another.match(match)["version"] >= version


def test_a_revoked_key_is_refused_at_once_by_every_process_and_in_the_log_soon(service: Service) -> None:
    match, people = service.match()
    person, order = next_order(match, people)
    kid = person.list_keys()[0]["kid"]
    person.revoke_key(kid)
    for _ in range(8):
        answer = post(service.url, person, order)
        assert (answer.status_code, read(answer.content)["type"]) == (401, "/problems/key/revoked")
    eventually(
        lambda: "SeatKeyRevoked" in service.house.logs.read(match)[-1].text, "the event of the revocation"
    )


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service whose servers and processes a test may kill."""
    with Service(tmp_path) as running:
        yield running


def test_servers_and_processes_may_die_one_after_another_and_play_goes_on(own_service: Service) -> None:
    """Losing the volatile server loses nothing; losing the log server is a 503 until it is back."""
    match, people = own_service.match()

    def play() -> None:
        person, order = next_order(match, people)
        assert person.submit(order) == person.submit(order)

    play()
    own_service.cache_server.kill()
    play()
    own_service.cache_server.start()
    play()
    seen = owing(match, people)[0].legal_moves(match)
    assert seen["moves"]

    person, order = next_order(match, people)
    own_service.log_server.kill()
    with fresh(person, patience=impatient()) as once, pytest.raises(RefereeProblem) as away:
        once.submit(order)
    assert (away.value.type, away.value.status) == ("store/away", 503)
    own_service.log_server.start()
    assert person.submit(order) == person.submit(order)

    web = own_service.webs[own_service.ports[0]].popen.pid
    children = [int(pid) for pid in Path(f"/proc/{web}/task/{web}/children").read_text().split()]
    assert len(children) == 2
    os.kill(children[0], signal.SIGKILL)
    play()
    eventually(
        lambda: len(Path(f"/proc/{web}/task/{web}/children").read_text().split()) == 2, "another web process"
    )
    play()
    assert all(process.popen.poll() is None for process in own_service.processes())
    assert owing(match, people)[0].legal_moves(match)["moves"]
    house = own_service.house
    eventually(
        lambda: not any(house.outbox.pending(stream) for stream in house.outbox.streams()), "all rows done"
    )
