"""Problem pages, languages, the contract itself, health, and what is not in the contract."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from referee.api.problems import BY_NAME
from referee.api.spec import find_document
from referee.service.house import open_house
from referee.settings import Settings
from referee.store.embedded import EmbeddedServer
from referee.store.outbox import LETTER
from tests.api.asking import Door, problem
from tests.api.running import run_match
from tests.running import TOP
from tests.service.playing import sign_up

ALARM_SECONDS = 900
OPERATIONS = TOP / "docs" / "operations.md"


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_every_problem_has_a_page_in_every_language_and_form(door: Door, name: str) -> None:
    seen = set()
    for language in ("en", "es"):
        for accepted, media_type in (("*/*", "text/plain"), ("text/html", "text/html")):
            headers = {"Accept-Language": language, "Accept": accepted}
            answer = door.ask("GET", f"/problems/{name}", headers=headers)
            assert (answer.status_code, answer.mimetype) == (200, media_type)
            assert answer.headers["Content-Language"] == language
            assert answer.headers["Vary"] == "Accept, Accept-Language"
            text = answer.get_data(as_text=True)
            assert name in text
            seen.add(text)
    assert len(seen) == 4


def test_a_problem_that_does_not_exist_has_no_page(door: Door) -> None:
    assert problem(door.get("/problems/order/rotten")) == "request/not-found"


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (None, "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9", "es"),
        ("de,fr", "en"),
        ("en;q=0.5, es;q=0.7", "es"),
        ("ES", "es"),
        ("es;q=0", "en"),
        ("es;q=nan", "en"),
        ("es;q=1e9", "en"),
        (";;;,,,=", "en"),
        ("*", "en"),
        ("es" * 5000, "en"),
        ("x," * 5000 + "es", "en"),
        ("\u00e9s", "en"),
    ],
)
def test_the_language_is_picked_from_any_header(door: Door, wanted: str | None, got: str) -> None:
    headers = {} if wanted is None else {"Accept-Language": wanted}
    answer = door.ask("GET", "/v1/matches/0000000000000000", headers=headers)
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, got)


def test_the_published_contract_is_the_file(door: Door) -> None:
    answer = door.get("/openapi.yaml")
    assert answer.headers["Content-Type"] == "application/yaml"
    text = answer.get_data(as_text=True)
    assert text == find_document().read_text(encoding="utf-8")
    assert set(yaml.safe_load(text)["paths"]) == {
        operation.path for operation in door.contract.operations.values()
    }


def test_the_app_has_exactly_the_routes_of_the_contract(door: Door) -> None:
    """security.md C1: the OpenAPI file is the only router source; the pages have a table of their own (tests/web)."""
    routes = {
        (rule.endpoint, rule.rule, *sorted(rule.methods - {"HEAD"}))
        for rule in door.app.url_map.iter_rules()
        if not rule.endpoint.startswith("web.")
    }
    assert routes == {
        (operation.id, operation.rule, operation.method) for operation in door.contract.operations.values()
    }


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/games/",
        "//v1/games",
        "/v1//games",
        "/V1/games",
        "/v1/games/zooloretto/",
        "/v1/games/../games",
        "/v1/matches/0000000000000000/views",
        "/static/app.js",
        "/favicon.ico",
        "/.env",
        "/openapi.yaml/",
        "/openapi.json",
        "/v1/games/zoo%2floretto",
        "/%00",
        "/%ff%fe",
        "/v1/games%0d%0aX-Injected:%201",
    ],
)
def test_a_path_that_is_not_in_the_contract_is_not_found(door: Door, path: str) -> None:
    answer = door.client.get(path)
    assert (answer.status_code, problem(answer)) == (404, "request/not-found")
    assert "X-Injected" not in answer.headers
    assert "Location" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/v1/games", "/v1/matches/0000000000000000/orders", "/v1/me/keys", "/healthz"]
)
def test_another_method_is_refused_with_those_that_there_are(door: Door, path: str) -> None:
    expected = {
        operation.method for operation in door.contract.operations.values() if _fits(operation.path, path)
    }
    for method in ("PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "X" * 50):
        answer = door.client.open(path, method=method)
        assert (answer.status_code, problem(answer)) == (405, "request/method")
        allowed = set(answer.headers["Allow"].split(", "))
        assert allowed - {"HEAD"} == expected
        assert ("HEAD" in allowed) == ("GET" in expected)


def _fits(pattern: str, path: str) -> bool:
    return pattern.replace("{match}", "0000000000000000") == path


def test_head_answers_as_get_without_a_body(door: Door) -> None:
    match = run_match(door)
    for path in (
        f"/v1/matches/{match.id}/view",
        f"/v1/matches/{match.id}/board.txt",
        "/v1/games",
        "/openapi.yaml",
    ):
        got, head = (door.ask(method, path) for method in ("GET", "HEAD"))
        assert head.status_code == got.status_code
        assert head.get_data() == b""
        assert list(head.headers) == list(got.headers)


def test_every_answer_forbids_caches_and_guessing(door: Door) -> None:
    match = run_match(door)
    token = match.token(1)
    paths = [
        "/v1/me",
        "/v1/me/turns",
        "/v1/matches",
        f"/v1/matches/{match.id}/events",
        "/nowhere",
        "/healthz",
    ]
    for path in paths:
        answer = door.get(path, token)
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert door.get("/v1/players", token).headers["Cache-Control"] == "no-store"


def test_health_needs_no_server_and_readiness_names_the_one_that_is_away(
    tmp_path: Path, settings: Settings
) -> None:
    """The clock is not judged when there is nobody to compare it with."""
    with (
        EmbeddedServer(tmp_path / "log", "log") as log,
        EmbeddedServer(tmp_path / "cache", "volatile") as cache,
    ):
        own = replace(settings, redis_url=log.url, cache_url=cache.url)
        door = Door(open_house(own), own)
        person = sign_up(door.house)
        ready = door.get("/readyz")
        assert (ready.status_code, ready.json["status"]) == (200, "ready")  # type: ignore[index]
        cache.stop()
        answer = door.get("/readyz")
        assert answer.status_code == 503
        assert answer.json["status"] == "not-ready"  # type: ignore[index]
        assert int(answer.headers["Retry-After"]) > 0
        assert [check["name"] for check in answer.json["checks"] if not check["ok"]] == ["volatile"]  # type: ignore[index]
        log.stop()
        failed = {check["name"] for check in door.get("/readyz").json["checks"] if not check["ok"]}  # type: ignore[index]
        assert failed == {"log", "volatile"}
        assert door.get("/healthz").json == {"status": "alive"}
        away = door.get("/v1/me", person.token)
        assert (away.status_code, problem(away)) == (503, "store/away")
        assert int(away.headers["Retry-After"]) > 0
        assert door.get("/v1/games").status_code == 200


def test_metrics_count_answers_by_operation_and_name_nobody(door: Door) -> None:
    match = run_match(door)
    match.get("/view")
    text = door.get("/metrics").get_data(as_text=True)
    assert 'referee_answers_total{operation="show_view",status="200"' in text
    assert match.id not in text


def test_metrics_say_whether_letters_go_out(door: Door) -> None:
    """faults.md A20, B45: the oldest letter that waits is what an alarm looks at."""
    door.house.letters.count("sent")
    text = door.get("/metrics").get_data(as_text=True)
    assert 'referee_letters_total{outcome="sent"} 1\n' in text
    assert "referee_mail_parked_total 0\n" in text
    assert "referee_letters_waiting 0\n" in text
    assert "referee_letters_oldest_seconds 0.0\n" in text
    run_match(door)
    text = door.get("/metrics").get_data(as_text=True)
    assert "referee_letters_waiting 1\n" in text
    assert "@" not in text


def test_a_letter_that_nobody_hands_over_for_a_quarter_of_an_hour_raises_the_alarm(door: Door) -> None:
    """faults.md B45: turns pass and no letter goes; what docs/operations.md says to watch is beyond 900 s."""
    run_match(door)
    stream, row = next(
        (stream, row)
        for stream in door.house.outbox.streams()
        for row in door.house.outbox.pending(stream)
        if row.kind == LETTER
    )
    since = time.time_ns() // 1_000_000 - ALARM_SECONDS * 1000
    client = door.house.logs._client
    fields = client.xrange(stream, row.id, row.id)[0][1]
    client.delete(stream)
    client.xadd(stream, fields, id=f"{since}-0")
    found = re.search(
        r"^referee_letters_oldest_seconds (\S+)$", door.get("/metrics").get_data(as_text=True), re.M
    )
    assert found is not None
    assert float(found[1]) >= ALARM_SECONDS
    door.house.outbox.finish(stream, f"{since}-0")
    assert "referee_letters_oldest_seconds 0.0\n" in door.get("/metrics").get_data(as_text=True)
    assert f"`referee_letters_oldest_seconds` passes {ALARM_SECONDS}" in OPERATIONS.read_text(
        encoding="utf-8"
    )
