"""The log server goes away and comes back: one clear answer, and nothing twice or half-done."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from clients.signing import sign_order
from referee.api.app import create_app
from referee.service.house import House, open_house
from referee.service.loading import existing, load
from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from referee.store.errors import StoreAway
from referee.strict_json import canonical
from tests.service.playing import Person, order_of, person_at, play_out, send, started


@pytest.fixture
def own_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path_factory.mktemp("own-log"), kind="log") as server:
        yield server


@pytest.fixture
def own_settings(settings: Settings, own_log: EmbeddedServer) -> Settings:
    return replace(settings, redis_url=own_log.url)


@pytest.fixture
def house(own_settings: Settings) -> House:
    return open_house(own_settings)


def test_an_order_while_the_log_server_is_away_is_unknown_and_the_same_order_later_counts_once(
    house: House, people: list[Person], own_log: EmbeddedServer
) -> None:
    match = started(house, people)
    seat = match.decisions()[0].seat
    order, person = order_of(match, seat, ["D"]), person_at(match, seat, people)
    own_log.kill()
    for _ in range(2):
        with pytest.raises(StoreAway):
            send(house, order, person)
    own_log.start()
    first = send(house, order, person)
    assert canonical(send(house, order, person)) == canonical(first)
    assert house.logs.tails([match.id])[0].version == match.version + 1


def test_over_http_it_is_a_503_that_says_when_to_come_again_and_the_log_says_why(
    house: House,
    own_settings: Settings,
    people: list[Person],
    own_log: EmbeddedServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = started(house, people)
    seat = match.decisions()[0].seat
    body = sign_order(order_of(match, seat, ["D"]), person_at(match, seat, people).key)
    client: FlaskClient = create_app(own_settings, house).test_client()
    own_log.kill()
    path = f"/v1/matches/{match.id}/orders"
    headers = {"Authorization": f"Bearer {people[0].token}"}
    for refused in (client.post(path, json=body), client.get("/v1/me/turns", headers=headers)):
        assert refused.status_code == 503
        assert refused.json["type"] == "/problems/store/away"
        assert int(refused.headers["Retry-After"]) >= 1
    assert "the log server does not answer as it must" in caplog.text
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200
    own_log.start()
    answers = [client.post(path, json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].data == answers[1].data
    assert client.get("/readyz").status_code == 200


def test_the_next_draw_is_the_same_whenever_the_log_server_is_killed_and_everything_loaded_anew(
    house: House, own_settings: Settings, people: list[Person], own_log: EmbeddedServer
) -> None:
    """faults.md A50: draw n follows from seed, label and index, not from a generator that a restart winds back."""
    match = started(house, people)
    seed = house.logs.seed(match.id)
    for number in range(12):
        undisturbed = existing(load(house, match.id))
        own_log.kill()
        own_log.start()
        anew = existing(load(open_house(own_settings), match.id))
        assert anew.state == undisturbed.state
        assert anew.digest_key == undisturbed.digest_key
        play_out(house, match.id, people, seed=number, most=1)
    assert house.logs.seed(match.id) == seed
