"""A whole match by people who have nothing but letters and a browser, over a real SMTP server, in both languages."""

import random
import sys
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from clients.by_letters import LetterPlayer, text_of
from referee.matches.record import read_record
from referee.matches.verify import verify_record
from referee.service.loading import existing, load
from referee.service.reading import write_match_record
from tests.mail.postbox import Postbox, open_postbox
from tests.running import PATIENCE, Process, Service, free_port


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, int]]:
    with open_postbox() as opened:
        yield opened


@pytest.mark.parametrize(
    ("game", "locales", "ticks"),
    [
        ("zooloretto", ["en", "es", "en"], []),
        ("aquaretto", ["es", "en"], []),
        ("sanssouci", ["en", "es"], ["option-expansion"]),
        ("renature", ["es", "en"], []),
        ("new_york_zoo", ["en", "es"], []),
    ],
)
def test_people_play_a_whole_match_by_letters_alone(
    tmp_path: Path, postbox: tuple[Postbox, int], game: str, locales: list[str], ticks: list[str]
) -> None:
    """The first finds the start page by himself; all else stands in letters. The record says: attested."""
    box, smtp_port = postbox
    port = free_port()
    mail = {"SMTP_URL": f"smtp://127.0.0.1:{smtp_port}", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    service = Service(tmp_path / "service", web_workers=1, environment=mail)
    service.ports = [port]
    with service:
        command = [sys.executable, "-m", "workers.main", "--queue", "mail"]
        mailer = Process("mailer", command, service.environment, tmp_path / "mailer.txt")
        try:
            players = [
                LetterPlayer(name, f"{name.lower()}@example.org", box.to, locale, random.Random(number))
                for number, (name, locale) in enumerate(zip(("Ana", "Luis", "Mei"), locales, strict=False))
            ]
            first, others = players[0], players[1:]
            page = first.sign_up(service.url, lambda: box.wait_for(first.address, 1))
            opened = first.open_match(page, game, len(players), [player.address for player in others], ticks)
            match_id = opened.url.rsplit("/", 1)[1]
            for player in others:
                box.wait_for(player.address, 1)
            results = play(box, players)
        finally:
            mailer.stop()
        match = existing(load(service.house, match_id))
        assert match.scored
        assert all(player.turns for player in players)
        record = read_record(write_match_record(service.house, match_id, None))
        report = verify_record(record)
        assert (report.signed, report.attested) == (0, sum(player.turns for player in players))
        assert (match.rules.name, match.players) == (game, len(players))
        assert all(match.options[tick.removeprefix("option-")] is True for tick in ticks)
        for letter, locale in zip(results, locales, strict=True):
            assert ("La partida" if locale == "es" else "The match") in text_of(letter)


def play(box: Postbox, players: list[LetterPlayer]) -> list[EmailMessage]:
    """Let everybody read his letters until each has one with the result; those letters."""
    deadline = time.monotonic() + 20 * PATIENCE
    while time.monotonic() < deadline:
        known = box.count()
        came = [player.read_new_letters() for player in players]
        results = [
            letter
            for player in players
            for letter in box.to(player.address)
            if ".result@" in str(letter["Message-ID"])
        ]
        if len(results) == len(players):
            return results
        if not any(came) and box.count() == known:
            box.wait_for_more_than(known)
    raise AssertionError("the match does not end")
