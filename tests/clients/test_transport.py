"""How long a client goes on asking, and what it sends along."""

from pathlib import Path

import pytest

from clients.sdk import Referee
from clients.transport import Patience
from tests.clients.gateway import Gateway
from tests.running import Service


def test_pauses_double_up_to_the_longest_and_are_spread() -> None:
    patience = Patience(attempts=8, first=0.1, longest=1.0)
    for attempt, most in enumerate([0.1, 0.2, 0.4, 0.8, 1.0, 1.0], start=1):
        pauses = [patience.pause(attempt) for _ in range(200)]
        assert most / 2 <= min(pauses)
        assert max(pauses) <= most
        assert len(set(pauses)) > 100


def test_a_token_goes_with_every_request_and_a_netrc_never_does(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with Gateway(service.url) as gateway:
        player = service.player()
        Referee(gateway.address).games()
        Referee(gateway.address, player.transport.token).me()
    assert [request.headers.get("Authorization") for request in gateway.seen] == [
        None,
        f"Bearer {player.transport.token}",
    ]


def test_the_language_goes_with_every_request(service: Service) -> None:
    with Gateway(service.url) as gateway:
        Referee(gateway.address, language="es").games()
    assert gateway.seen[0].headers["Accept-Language"] == "es"
