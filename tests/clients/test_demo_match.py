"""The live demo match: bots answer, and it goes on whatever is killed or lost."""

import os
import random
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.bots import Bot
from clients.player import Player
from clients.profile import Profile, load_profile
from clients.sdk import Referee
from clients.signing import new_key
from tests.running import Service, eventually


class Demo:
    """A running `python -m clients.demo_match`."""

    def __init__(self, service: Service, data: Path) -> None:
        self.service = service
        self.data = data
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clients.demo_match"],
            env={
                **os.environ,
                "REFEREE_URL": self.service.url,
                "REFEREE_DATA": str(self.data),
                "PYTHONUNBUFFERED": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def stop(self, number: signal.Signals) -> str:
        """End it; what it said."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=30)[0]

    @property
    def profile(self) -> Profile:
        return load_profile(self.data / "demo-player")

    def person(self) -> Referee:
        """The person at this machine, once there is a running match for him."""

        def known() -> Referee | None:
            profile = self.profile
            if not profile.match:
                return None
            referee = Player(profile, None).referee
            return referee if referee.match(profile.match)["status"] == "running" else None

        referee: Referee = eventually(known, "a demo match runs")
        return referee


@pytest.fixture
def demo(service: Service, tmp_path: Path) -> Iterator[Demo]:
    demo = Demo(service, tmp_path)
    yield demo
    demo.process.kill()
    demo.process.wait(30)


def play_once(demo: Demo) -> int:
    """Wait for the person's turn and play a step; the version it got."""
    person, match = demo.person(), demo.profile.match
    assert person.wait_for_turn(match, 30) is not None
    accepted = Bot(person, "random", random.Random(1)).play_turn(match)
    assert accepted is not None
    return accepted["version"]


def test_the_bots_answer_the_person(demo: Demo) -> None:
    version = play_once(demo)
    person, match = demo.person(), demo.profile.match
    assert person.wait_for_turn(match, 30) is not None
    found = person.match(match)
    assert found["version"] >= version
    assert len(found["seats"]) == found["players"] == 3
    assert stat.S_IMODE((demo.data / "demo-player").stat().st_mode) == 0o600
    said = demo.stop(signal.SIGTERM)
    assert f"match {match}" in said
    assert "referee-play --profile" in said
    assert len(said.splitlines()) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_the_match_goes_on_after_a_restart(demo: Demo, number: signal.Signals) -> None:
    version = play_once(demo)
    match = demo.profile.match
    demo.stop(number)
    demo.start()
    assert play_once(demo) > version
    assert demo.profile.match == match


def test_the_match_goes_on_after_the_api_was_away(service: Service, demo: Demo) -> None:
    version = play_once(demo)
    match = demo.profile.match
    web = service.webs[service.ports[0]]
    web.kill()
    service.start_web(service.ports[0])
    service.await_ready(service.ports[0])
    assert play_once(demo) > version
    assert demo.profile.match == match
    assert "Traceback" not in demo.stop(signal.SIGTERM)


def test_a_person_whom_the_referee_does_not_know_is_made_anew(demo: Demo) -> None:
    demo.person()
    first = demo.profile
    demo.stop(signal.SIGTERM)
    unknown = Profile(first.path, first.url, first.player, first.name, "A" * 43, [new_key()], first.match)
    unknown.save()
    demo.start()
    eventually(lambda: demo.profile.token != unknown.token, "the person is made anew")
    play_once(demo)
    assert demo.profile.player != first.player
    assert demo.profile.match != first.match


def test_a_person_whose_keys_are_gone_gets_a_key_and_a_match(demo: Demo) -> None:
    demo.person()
    first = demo.profile
    demo.stop(signal.SIGTERM)
    Profile(first.path, first.url, first.player, first.name, first.token, [], first.match).save()
    demo.start()
    eventually(lambda: demo.profile.match not in ("", first.match), "a new match")
    play_once(demo)
    assert demo.profile.player == first.player


def test_a_match_that_is_over_is_followed_by_another(demo: Demo) -> None:
    person, match = demo.person(), demo.profile.match
    bot = Bot(person, "random", random.Random(2))
    while person.wait_for_turn(match, 30) is not None:
        bot.play_turn(match)
    assert person.match(match)["result"] is not None
    eventually(lambda: demo.profile.match != match, "the next match")
    play_once(demo)


def test_a_profile_that_is_none_ends_the_demo_without_a_failure(service: Service, tmp_path: Path) -> None:
    (tmp_path / "demo-player").write_text("mine")
    demo = Demo(service, tmp_path)
    said = demo.process.communicate(timeout=60)[0]
    assert demo.process.returncode == 0
    assert said.startswith("no demo match: ")
    assert (tmp_path / "demo-player").read_text() == "mine"
