"""A whole run with everything that is logged, and nothing in it that is a secret."""

import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest
import requests
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from clients.by_letters import LetterPlayer, text_of
from clients.problems import ClientError, RefereeProblem
from clients.sdk import Referee
from clients.signing import new_key
from referee.matches import base64url
from referee.settings import write_key
from tests.mail.postbox import Postbox, open_postbox
from tests.running import _KEYS, Service, eventually, free_port

TURNS = 6
_TOKEN = re.compile(r"/[im]/([A-Za-z0-9_-]{43})\b")
_CODE = re.compile(r"\b([0-9]{6})\b")


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, int]]:
    with open_postbox() as opened:
        yield opened


def test_no_token_key_signature_seed_link_code_or_address_stands_in_any_line_of_a_run(
    tmp_path: Path, postbox: tuple[Postbox, int]
) -> None:
    """security.md C1: 0 tokens in the logs after a run. Requests are logged too, and whatever libraries say."""
    box, smtp_port = postbox
    port = free_port()
    settings = {
        "SMTP_URL": f"smtp://127.0.0.1:{smtp_port}",
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "REFEREE_ACCESS_LOG": "on",
        "REFEREE_LOG_LEVEL": "DEBUG",
    }
    service = Service(tmp_path, web_workers=1, clocks=1, mailers=1, environment=settings)
    service.ports = [port]
    secrets: set[str] = {write_key(key) for key in _KEYS.values()}
    with service:
        secrets |= play_by_letters(service, box)
        secrets |= play_by_api(service)
        refuse(service, secrets)
        eventually(lambda: "MovePlayed" in requests.get(f"{service.url}/metrics").text, "moves are counted")
        service.webs[port].kill()  # what a fresh process says at its start belongs to a run, too
        service.start_web(port)
        service.await_ready(port)
    lines = [line for file in sorted(tmp_path.glob("*.log")) for line in file.read_text().splitlines()]
    assert len(lines) > 200
    said = [json.loads(line) for line in lines]
    assert {"web", "worker", "relay", "mailer"} <= {each["process"] for each in said}
    assert all({"time", "level", "logger", "message"} <= each.keys() for each in said)
    assert any("/orders" in line for line in lines), "requests were logged"
    assert len(secrets) > 30
    whole = "\n".join(lines)
    assert [secret for secret in sorted(secrets) if secret in whole] == []
    assert "example.org" not in whole
    assert not re.search("(?i)bearer [a-z0-9]", whole)


def play_by_letters(service: Service, box: Postbox) -> set[str]:
    """Some turns by link; all that stood in letters and cookies."""
    players = [
        LetterPlayer(name, f"{name.lower()}@example.org", box.to, "en", random.Random(number))
        for number, name in enumerate(("Ana", "Luis"))
    ]
    first, second = players
    page = first.sign_up(service.url, lambda: box.wait_for(first.address, 1))
    codes = {code for letter in box.to(first.address) for code in _CODE.findall(text_of(letter))}
    opened = first.open_match(page, "zooloretto", 2, [second.address])
    box.wait_for(second.address, 1)
    while sum(player.turns for player in players) < TURNS:
        known = box.count()
        came = [player.read_new_letters() for player in players]
        if not any(came) and box.count() == known:
            box.wait_for_more_than(known)
    letters: list[EmailMessage] = [letter for player in players for letter in box.to(player.address)]
    cookies = {cookie.value for player in players for cookie in player._browser.cookies if cookie.value}
    links = {token for letter in letters for token in _TOKEN.findall(text_of(letter))}
    assert links
    assert cookies
    assert codes
    return codes | links | cookies | seeds_of(service, opened.url.rsplit("/", 1)[1])


def play_by_api(service: Service) -> set[str]:
    """Some signed moves while a stream is read; tokens, keys, signatures, the seed."""
    match, seats = service.match(2)
    watcher = seats[1]
    read: list[str] = []

    def follow() -> None:
        with suppress(ClientError):  # the service ends before the stream does
            read.extend(each.kind for each in watcher.follow(match))

    threading.Thread(target=follow, daemon=True).start()
    eventually(lambda: read, "the stream is read")
    for _ in range(TURNS):
        seat = watcher.match(match)["turn"][0]["seat"]
        seats[seat].play(match, [seats[seat].legal_steps(match)["steps"][0]["step"]])
    secrets = seeds_of(service, match)
    for player in seats.values():
        assert player.key is not None
        raw = player.key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        secrets |= {player.transport.token or "", base64url.encode(raw), raw.hex()}
    for event in watcher.events(match)["events"]:
        secrets |= set(re.findall(r'"(?:signature|entropy)":"([^"]+)"', event["e"]))
    return secrets


def seeds_of(service: Service, match: str) -> set[str]:
    seed = service.house.logs.seed(match)
    assert seed is not None
    return {seed.hex(), base64url.encode(seed)}


def refuse(service: Service, secrets: set[str]) -> None:
    """What goes wrong is where secrets slip out: wrong tokens, links, signatures, bodies."""
    stranger = Referee(service.url, "a-token-that-nobody-ever-had", new_key(), player="0" * 16)
    secrets.add("a-token-that-nobody-ever-had")
    for act in (stranger.me, stranger.turns, lambda: next(stranger.follow_all())):
        with suppress(RefereeProblem):
            act()
    link = "A" * 42 + "Q"
    secrets.add(link)
    for path in (f"/m/{link}", f"/m/{link}/3", f"/i/{link}", f"/u/{link}", "/v1/me?token=a-token-in-a-query"):
        requests.get(service.url + path, timeout=30)
    secrets.add("a-token-in-a-query")
    body = b'{"order":{"match":"x"},"signature":"' + b"S" * 86 + b'"}'
    headers = {"Content-Type": "application/json", "Idempotency-Key": "a-key-of-a-request-0123"}
    answer = requests.post(
        f"{service.url}/v1/matches/{'0' * 16}/orders", data=body, headers=headers, timeout=30
    )
    assert answer.status_code == 422
    secrets |= {"S" * 86, "a-key-of-a-request-0123"}
