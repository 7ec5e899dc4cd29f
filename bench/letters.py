"""From the beginning of a stint to its letter in the mail server's hands, at ten moves a second."""

import math
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.driving import Door, bench_service, start_mirror
from tests.mail.post import Mailserver, mail_server

HOLD = {"p99_ms": 5000}
STRIVE = {"p99_ms": 1000}
_PROCFILE = """web: gunicorn --config gunicorn.conf.py "referee.api.app:create_app()"
worker: python -m workers.main
relay: python -m workers.relay
mailer: python -m workers.main --queue mail
"""
_PACE = 0.1  # seconds between two moves
_LOOK_AGAIN = 0.01
_PATIENCE = 60.0
_MATCHES = 20  # so that a stint lasts longer than its letter takes: one that was overtaken gets none
_PLAYERS = 3


def measure(moves: int = 300) -> dict[str, Any]:
    """The p99 over stints of several matches in turn, by a real SMTP server that notes when it has taken a letter."""
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        mail_server() as server,
        bench_service(
            Path(name),
            _PROCFILE,
            {"SMTP_URL": f"smtp://127.0.0.1:{server.port}", "MAIL_FROM": "referee@example.org"},
        ) as service,
    ):
        taken: dict[str, float] = {}
        server.before_answer = lambda: taken.setdefault(server.ids[-1], time.perf_counter())
        mirrors = [start_mirror(service.url, service.house, _PLAYERS, number) for number in range(_MATCHES)]
        for number, mirror in enumerate(mirrors):
            for seat, player in mirror.players.items():
                address = f"m{number}s{seat}@example.org"
                service.house.mailboxes.set_address(str(player.player), address, address, "en", address)
        begun = _play(Door(service.url), mirrors, moves)
        _wait_for(server, len(begun))
    seconds = sorted(taken[identity] - at for identity, at in begun.items() if identity in taken)
    return {
        "p99_ms": round(seconds[math.ceil(0.99 * len(seconds)) - 1] * 1000, 1),
        "median_ms": round(statistics.median(seconds) * 1000, 1),
        "letters": len(seconds),
        "stints": len(begun),
        "moves": moves,
        "hold": HOLD,
        "strive": STRIVE,
    }


def _play(door: Door, mirrors: list[Any], moves: int) -> dict[str, float]:
    """Play the matches in turn; when each stint began, by the Message-ID of its letter."""
    begun: dict[str, float] = {}
    for number in range(moves):
        started = time.perf_counter()
        mirror = mirrors[number % len(mirrors)]
        before = mirror.game.decisions(mirror.state)[0].seat
        door.order(mirror)
        now = time.perf_counter()
        if not mirror.is_over() and (seat := mirror.game.decisions(mirror.state)[0].seat) != before:
            begun[f"<g-{mirror.match}.s-{seat}.t-{mirror.base.version}.turn@example.org>"] = now
        time.sleep(max(0.0, _PACE - (time.perf_counter() - started)))
    return begun


def _wait_for(server: Mailserver, count: int) -> None:
    """Wait until all letters are there, or no more come."""
    until = time.perf_counter() + _PATIENCE
    while len(set(server.ids)) < count and time.perf_counter() < until:
        before = len(server.taken)
        time.sleep(_LOOK_AGAIN)
        if len(server.taken) > before:
            until = time.perf_counter() + _PATIENCE / 6
