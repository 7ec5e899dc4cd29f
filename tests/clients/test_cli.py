"""The command `referee-play` as a person types it: real processes, a real referee."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from clients.sdk import Referee
from tests.running import Service, eventually, free_port

PROGRAM = Path(sys.executable).with_name("referee-play")


@dataclass
class Person:
    """Somebody with a profile of his own."""

    profile: Path
    url: str

    def __call__(self, *words: str, code: int = 0, language: str = "en") -> str:
        """Type a command; what it printed. It must end with this exit code, and never with a traceback."""
        done = subprocess.run(
            [PROGRAM, "--profile", self.profile, *words],
            env=self.environment | {"REFEREE_LANGUAGE": language},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        if code:
            assert re.fullmatch(r"referee-play: [^\n]+\n", done.stderr), done.stderr
        return done.stdout if code == 0 else done.stderr

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "REFEREE_URL": self.url}


@pytest.fixture
def ana(service: Service, tmp_path: Path) -> Person:
    person = Person(tmp_path / "ana.json", service.url)
    person("signup", f"Ana {os.urandom(4).hex()}")
    return person


@pytest.fixture
def ben(service: Service, tmp_path: Path) -> Person:
    person = Person(tmp_path / "ben.json", service.url)
    person("signup", f"Ben {os.urandom(4).hex()}", "--bot")
    return person


def start_match(ana: Person, ben: Person) -> str:
    """A match in which Ana has seat 1; its id."""
    opened = ana("matches", "open", "--players", "2", "--seating", "fixed", "--join")
    match = opened.split()[1]
    ben("matches", "join", match)
    return match


def in_order(ana: Person, ben: Person) -> tuple[Person, Person]:
    """Who is to move first, and the other."""
    return (ana, ben) if "(you), TURN" in ana("board") else (ben, ana)


def test_two_people_play_by_typing(service: Service, ana: Person, ben: Person) -> None:
    match = start_match(ana, ben)
    first, second = in_order(ana, ben)
    board = first("board")
    assert board.startswith("Zooloretto")
    assert f"match {match}" in board
    assert "D  Draw a tile." in first("legal")
    assert "cannot be taken back" in first("preview", "d")
    assert re.search(r"5  you: D\.  Draw a tile\. Seat \d draws", first("play", "d"))
    assert "you: L2.  Load the drawn tile on truck 2." in first("play", "l", "2")
    assert "takes back, to version 5" in first("undo")
    assert "L1" in first("play", "L1")
    assert second("turns").split()[0] == match
    assert "You owe nothing." in first("turns")
    assert "owe no decision" in first("legal")
    assert "T1" in second("preview", "t1")


def test_sentences_come_in_the_language_asked_for(ana: Person, ben: Person) -> None:
    start_match(ana, ben)
    first, _ = in_order(ana, ben)
    assert "Draw a tile." in first("legal")
    assert "Draw a tile." not in first("legal", language="es")


def test_a_refusal_is_one_line_with_the_rule_and_what_is_legal(ana: Person, ben: Person) -> None:
    start_match(ana, ben)
    first, second = in_order(ana, ben)
    said = first("play", "T1", code=1)
    assert "rule truck-empty" in said
    assert "legal: D" in said
    assert "owes no decision" in second("play", "D", code=1)
    assert "nothing that you can take back" in first("undo", code=1)
    first("play", "nonsense", code=1)
    assert "no such match" in first("record", "0" * 16, code=1)
    assert "None of your matches is over" in first("record", code=2)


def test_nobody_at_the_address_is_exit_code_3(tmp_path: Path, ana: Person) -> None:
    nowhere = Person(ana.profile, f"http://127.0.0.1:{free_port()}")
    assert "no answer from" in nowhere("turns", code=3)
    without_scheme = Person(ana.profile, "127.0.0.1:8000")
    assert "begins with http:// or https://" in without_scheme("turns", code=3)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bord"], "Did you mean"),
        (["play"], "LINE"),
        (["board", "--at", "x"], "valid integer"),
        (["turns"], "signup NAME"),
        (["matches", "open"], "signup NAME"),
        (["keys", "new"], "signup NAME"),
    ],
    ids=str,
)
def test_a_wrong_command_is_exit_code_2(
    service: Service, tmp_path: Path, words: list[str], says: str
) -> None:
    assert says in Person(tmp_path / "nobody.json", service.url)(*words, code=2)


def test_a_match_is_opened_with_the_options_that_were_typed(ana: Person) -> None:
    given = ["--option", "stack_choice=true", "--option", "start_seat=2"]
    said = ana("matches", "open", "--game", "sanssouci", "--players", "2", *given)
    assert "(open), seats: 2 free" in said
    match = said.split()[1]
    options = Referee(ana.url).match(match)["options"]
    assert (options["stack_choice"], options["start_seat"]) == (True, 2)
    assert "NAME=VALUE" in ana("matches", "open", "--option", "stack_choice", code=2)
    assert "stack_size" in ana("matches", "open", "--game", "sanssouci", "--option", "stack_size=1", code=1)


def test_a_broken_profile_is_named(service: Service, tmp_path: Path) -> None:
    profile = tmp_path / "broken.json"
    profile.write_text("{")
    assert str(profile) in Person(profile, service.url)("turns", code=2)


def test_a_profile_is_private_and_used_once(ana: Person) -> None:
    assert stat.S_IMODE(ana.profile.stat().st_mode) == 0o600
    assert "belongs to Ana" in ana("signup", "Somebody", code=2)


def test_a_name_is_taken_once(service: Service, tmp_path: Path, ana: Person) -> None:
    name = json.loads(ana.profile.read_text())["name"]
    assert "choose another name" in Person(tmp_path / "other.json", service.url)("signup", name, code=1)


def test_a_name_that_cannot_be_is_answered_in_words(service: Service, tmp_path: Path) -> None:
    said = Person(tmp_path / "other.json", service.url)("signup", "a/b", code=1)
    assert "2 to 24 letters" in said
    assert "[" not in said


def test_registering_says_when_there_is_nothing_to_register(ana: Person) -> None:
    assert "knows all keys" in ana("keys", "register")


def test_a_match_that_is_not_clear_must_be_named(ana: Person, ben: Person) -> None:
    assert "No match of yours is running" in ana("board", code=2)
    matches = [start_match(ana, ben) for _ in range(2)]
    said = ana("board", code=2)
    assert all(match in said for match in matches)
    assert f"--match {matches[1]}" in said
    assert matches[0] in ana("board", matches[0][:8])
    assert f"match {matches[1]}" in ana("board", matches[1])
    assert "begins with zzz" in ana("board", "zzz", code=2)
    assert ana("matches").count("running") == 2


def test_every_command_is_told_its_match_as_an_argument_or_by_the_option(ana: Person, ben: Person) -> None:
    match = start_match(ana, ben)
    for words in (("board",), ("legal",), ("undo",), ("vacation", "--until", "3d"), ("matches", "start")):
        code = 1 if words[0] not in ("board", "legal") else 0
        assert ana(*words, match, code=code) == ana(*words, "-m", match, code=code)
    assert "One match, please" in ana("board", match, "--match", "zzz", code=2)
    assert "Missing argument 'MATCH'" in ana("resign", "--yes", code=2)


def test_who_does_not_want_to_resign_keeps_the_seat(ana: Person, ben: Person) -> None:
    match = start_match(ana, ben)
    said = subprocess.run(
        [PROGRAM, "--profile", ana.profile, "resign", match],
        env=ana.environment,
        input="n\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert "You keep your seat." in said.stdout
    assert "resigned" not in ana("board", match)


@pytest.mark.parametrize("kid", ["-hV9", "-_x"])
def test_the_name_of_a_key_may_begin_with_a_dash(ana: Person, kid: str) -> None:
    ana("keys", "revoke", kid, code=1)  # it is looked for, and not found: no wrong command, which is 2


def test_an_older_key_goes_on_playing_the_seats_that_know_it(ana: Person, ben: Person) -> None:
    """A key registered later does not sign for a seat taken before; the command finds the one that does."""
    start_match(ana, ben)
    first, _ = in_order(ana, ben)
    kid = first("keys", "new").split()[0]
    assert kid in first("keys")
    assert first("keys").count("active") == 2
    assert "you: D." in first("play", "D")
    first("keys", "revoke", kid)
    assert "you: L1." in first("play", "L1")
    assert "revoked" in first("keys", "list")


def test_a_match_is_followed_to_its_end_and_its_record_kept(
    service: Service, tmp_path: Path, ana: Person, ben: Person
) -> None:
    organiser = Person(tmp_path / "organiser.json", service.url)
    organiser("signup", f"Org {os.urandom(4).hex()}")
    match = organiser("matches", "open", "--seating", "fixed").split()[1]
    ana("matches", "join", match)
    ben("matches", "join", match)
    first, _ = in_order(ana, ben)
    watching = subprocess.Popen(
        [PROGRAM, "--profile", ana.profile, "watch", "--after", "0"],
        env=ana.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first("play", "D")
    organiser("matches", "cancel", match)
    said, wrong = watching.communicate(timeout=60)
    assert (watching.returncode, wrong) == (0, "")
    assert "the match starts" in said
    assert "D.  Draw a tile." in said
    assert said.rstrip().endswith("cancelled")
    kept = tmp_path / "record.jsonl"
    ana("record", "-o", str(kept))
    assert json.loads(kept.read_text().split("\n")[0])["match"] == match
    assert ana("record", match) == kept.read_text()
    assert "cancelled" in ana("matches", "list", "--status", "cancelled")


def test_watching_ends_quietly_by_ctrl_c(ana: Person, ben: Person) -> None:
    start_match(ana, ben)
    watching = subprocess.Popen(
        [PROGRAM, "--profile", ana.profile, "watch"],
        env=ana.environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have them ignore Ctrl-C, and all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert watching.stdout is not None
    assert watching.stdout.readline().startswith("match ")
    assert watching.stdout.readline().startswith("to move")
    watching.send_signal(signal.SIGINT)
    assert watching.wait(30) == 0
    assert watching.stderr is not None
    assert watching.stderr.read() == ""


def test_a_seat_can_be_given_back_and_a_full_match_started_by_hand(ana: Person, ben: Person) -> None:
    match = ana("matches", "open", "--start", "organiser", "--join").split()[1]
    assert "no seat" in ana("matches", "leave", match)
    ana("matches", "join", match)
    assert "(open)" in ben("matches", "join", match)
    assert "Only who opened" in ben("matches", "start", match, code=1)
    assert "(running)" in ana("matches", "start", match)
    eventually(lambda: match in ana("board"), "the match runs")
