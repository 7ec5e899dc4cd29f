"""The rate limit: a token bucket for each sender, asked before anything is read."""

from dataclasses import replace
from typing import Any

import pytest
from contract_app import ORDERS, answering_app, move_order
from redis import Redis

from referee.api.app import create_app
from referee.api.contract import Answer, Request
from referee.api.limits import POLICIES, REQUESTS, SIGN_UPS, Limiter, Policy, header_fields
from referee.api.problems import Problem
from referee.settings import Settings
from referee.store.cache import Cache

SMALL = Policy("small", 3, 60)
ME = {"player": "3v9k1zq8w0c5m2ht", "name": "Ana", "kind": "person"}


def show_me(request: Request) -> Answer:
    return 200, ME


class Buckets:
    """Buckets of one process whose clock stands still; remembers whose they were."""

    def __init__(self) -> None:
        self.left: dict[str, float] = {}

    def take(self, bucket: str, now_ms: int, rate: float, burst: int) -> tuple[bool, float]:
        left = self.left.get(bucket, float(burst))
        if left < 1:
            return False, left
        self.left[bucket] = left - 1
        return True, left - 1


def client_of(take: Any, policy: Policy = SMALL) -> Any:
    return answering_app({"show_me": show_me}, limit=Limiter(take, policy, {})).test_client()


def test_what_is_left_is_told_with_every_answer() -> None:
    response = client_of(Buckets().take).get("/v1/me")
    assert response.status_code == 200
    assert response.headers["RateLimit-Policy"] == '"small";q=3;w=60'
    assert response.headers["RateLimit"] == '"small";r=2;t=20'


def test_beyond_the_limit_the_answer_is_429_with_the_seconds_to_wait() -> None:
    client = client_of(Buckets().take)
    assert [client.get("/v1/me").status_code for _ in range(3)] == [200, 200, 200]
    response = client.get("/v1/me")
    assert response.status_code == 429
    assert response.get_json()["type"] == "/problems/rate/limited"
    assert response.get_json()["detail"] == "Try again in 20 seconds."
    assert response.headers["Retry-After"] == "20"
    assert response.headers["RateLimit"] == '"small";r=0;t=60'
    assert response.headers["RateLimit-Policy"] == '"small";q=3;w=60'


def test_the_limit_is_asked_before_the_request_is_read() -> None:
    client = client_of(lambda *_: (False, 0.0))
    response = client.post(ORDERS, data="no json", content_type="text/plain")
    assert response.status_code == 429


def test_a_refused_request_tells_what_is_left_too() -> None:
    response = client_of(Buckets().take).get("/v1/me?unknown=1")
    assert response.status_code == 422
    assert response.headers["RateLimit"] == '"small";r=2;t=20'


def test_every_player_has_one_bucket_whatever_the_token_and_the_address_another() -> None:
    buckets = Buckets()
    players = {"one": "ana", "another one": "ana", "two": "bob"}
    limit = Limiter(buckets.take, SMALL, {}, player_of=players.get)
    client = answering_app({"show_me": show_me}, limit=limit).test_client()
    client.get("/v1/me")
    for token in players:
        client.get("/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert buckets.left == {"small:127.0.0.1": 2, "small:ana": 1, "small:bob": 2}


def test_made_up_tokens_are_no_way_around_the_limit() -> None:
    """Whoever sends another token each time stays in the bucket of the address (security.md C1, scraping)."""
    buckets = Buckets()
    client = client_of(buckets.take)
    statuses = [
        client.get("/v1/me", headers={"Authorization": f"Bearer made up {number}"}).status_code
        for number in range(4)
    ]
    assert statuses == [200, 200, 200, 429]
    assert set(buckets.left) == {"small:127.0.0.1"}


def test_an_operation_that_takes_no_token_counts_by_address() -> None:
    buckets = Buckets()
    client = answering_app({}, limit=Limiter(buckets.take, SMALL, {})).test_client()
    for token in ("one", "two"):
        client.post(ORDERS, json=move_order(seat=0), headers={"Authorization": f"Bearer {token}"})
    assert list(buckets.left.values()) == [1]


def test_when_the_server_is_away_requests_go_through() -> None:
    response = client_of(lambda *_: None).get("/v1/me")
    assert response.status_code == 200
    assert "RateLimit" not in response.headers


def test_sign_ups_have_a_limit_of_their_own() -> None:
    buckets = Buckets()
    client = answering_app({}, limit=Limiter(buckets.take)).test_client()
    response = client.post("/v1/players", json={})
    assert response.headers["RateLimit-Policy"] == '"sign-ups";q=600;w=3600'
    assert POLICIES == {"sign_up": SIGN_UPS}
    assert REQUESTS.rate == 100


@pytest.mark.parametrize(
    ("left", "expected"), [(3.0, '"small";r=3;t=0'), (2.5, '"small";r=2;t=10'), (0.0, '"small";r=0;t=60')]
)
def test_the_header_counts_whole_requests_and_whole_seconds(left: float, expected: str) -> None:
    assert header_fields(SMALL, left)["RateLimit"] == expected


def test_the_buckets_of_the_volatile_server_fill_with_time(cache: Redis) -> None:
    """The real script on a real server, with times handed in."""
    take = Cache(cache).take_token
    start = 1_764_400_000_000
    allowed = [take("b", start, SMALL.rate, SMALL.quota) for _ in range(4)]
    assert [fits for fits, _ in allowed] == [True, True, True, False]
    assert take("b", start + 19_000, SMALL.rate, SMALL.quota)[0] is False
    assert take("b", start + 21_000, SMALL.rate, SMALL.quota)[0] is True
    assert take("other", start, SMALL.rate, SMALL.quota)[0] is True
    assert cache.pttl(next(iter(cache.keys("*")))) > 0


def test_the_limiter_works_on_the_volatile_server(cache: Redis) -> None:
    client = client_of(Cache(cache).take_token)
    statuses = [client.get("/v1/me").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_the_seconds_to_wait_are_at_least_one() -> None:
    quick = Policy("quick", 1000, 1)
    client = client_of(lambda *_: (False, 0.9999), quick)
    assert client.get("/v1/me").headers["Retry-After"] == "1"
    assert Problem("rate/limited").status == 429


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [
        (0, "203.0.113.7", "127.0.0.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (2, "203.0.113.7, 10.0.0.1", "203.0.113.7"),
        (1, None, "127.0.0.1"),
    ],
)
def test_behind_proxies_the_address_is_the_one_that_ours_saw(
    settings: Settings, cache: Redis, proxies: int, forwarded: str | None, counted: str
) -> None:
    """What a sender writes into the header himself stands before it, and is not believed."""
    app = create_app(replace(settings, proxies=proxies, rate_limits=True))
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert app.test_client().get("/v1/games", headers=headers).status_code == 200
    assert cache.keys("*") == [f"limit:requests:{counted}".encode()]
