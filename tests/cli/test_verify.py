"""`referee verify`: one line and one exit code for sound, broken and unreadable records."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clients.bots import Bot, play_until_over, wait_until_scored
from clients.signing import jwk_of, new_key
from referee.matches.chain import GENESIS, link
from tests.matches.building import whole_match
from tests.running import Service

REFEREE = Path(sys.executable).with_name("referee")


def verify(text: str | bytes, *words: str, file: str = "-") -> tuple[int, str]:
    """Give a record to the command; the exit code and what it printed."""
    raw = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([REFEREE, "verify", file, *words], input=raw, capture_output=True, timeout=60)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@pytest.fixture(scope="module")
def played(service: Service) -> tuple[str, dict[str, str]]:
    """The record of a match that bots have played, and the referee's public key."""
    match, seats = service.match()
    play_until_over([Bot(player, "greedy") for player in seats.values()], match)
    key = seats[1].transport.get("/v1/referee/keys")["keys"][0]
    return wait_until_scored(seats[1], match), {name: key[name] for name in ("crv", "kty", "x")}


def test_a_sound_record_is_ok(played: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    text, key = played
    moves = text.count('"MovePlayed')
    code, line = verify(text, "--referee-key", json.dumps(key))
    assert code == 0
    assert line.startswith(f"ok: {text.count(chr(10)) - 1} events, signed {moves}, attested 0, referee key ")
    file = tmp_path / "record.jsonl"
    file.write_text(text)
    assert verify("", file=str(file)) == (0, line)


def test_what_came_by_links_is_counted_apart() -> None:
    builder = whole_match(2, 3, linked=[1])
    text = "\n".join(builder.record())
    attested = text.count('\\"via\\":\\"link\\"')
    signed = text.count('"MovePlayed') - attested
    code, line = verify(text)
    assert code == 0
    assert signed > 0 < attested
    assert f" signed {signed}, attested {attested}, referee key " in line


def test_another_referee_key_is_refused(played: tuple[str, dict[str, str]]) -> None:
    code, line = verify(played[0], "--referee-key", json.dumps(jwk_of(new_key())))
    assert code == 1
    assert line.startswith("event 1: signature: ")


def flip(lines: list[str]) -> list[str]:
    """Another seed entropy in an event, without mending the chain."""
    return [*lines[:2], lines[2].replace('entropy\\":\\"', 'entropy\\":\\"0'), *lines[3:]]


def drop(lines: list[str]) -> list[str]:
    return lines[:3] + lines[4:]


def swap(lines: list[str]) -> list[str]:
    return [*lines[:3], lines[4], lines[3], *lines[5:]]


def cut(lines: list[str]) -> list[str]:
    return lines[:-1]


def mend(lines: list[str]) -> list[str]:
    """Other steps in the first move, and every hash anew."""
    mended, head = [lines[0]], GENESIS
    for line in lines[1:]:
        event = json.loads(line)
        if event["version"] == 5:
            event["e"] = event["e"].replace('"steps":["D"]', '"steps":["T1"]')
        head = link(head, event["e"])
        mended.append(json.dumps({**event, "h": head}))
    return mended


@pytest.mark.parametrize(
    ("damage", "begins"),
    [
        (flip, "event 2: chain: "),
        (drop, "event 3: chain: "),
        (swap, "event 3: chain: "),
        (cut, "event "),
        (mend, "event 5: signature: "),
    ],
)
def test_a_damaged_record_is_refused_at_the_first_bad_event(
    played: tuple[str, dict[str, str]], damage: Callable[[list[str]], list[str]], begins: str
) -> None:
    lines = played[0].rstrip("\n").split("\n")
    damaged = damage(lines)
    assert damaged != lines
    code, line = verify("\n".join(damaged) + "\n")
    assert code == 1
    assert line.startswith(begins)
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing in it"),
        ("{", "no JSON"),
        (b"\xff", "not UTF-8"),
        ('{"t":"record","v":2}', "version 2"),
    ],
)
def test_what_is_no_record_is_unreadable(text: str | bytes, why: str) -> None:
    code, line = verify(text)
    assert code == 2
    assert line.startswith("unreadable: ")
    assert why in line


def test_a_file_that_is_not_there_is_unreadable(tmp_path: Path) -> None:
    assert verify("", file=str(tmp_path / "none")) == (
        2,
        f"unreadable: {tmp_path / 'none'}: No such file or directory\n",
    )


@pytest.mark.parametrize("key", ["x", "{}", '{"crv":"Ed25519","kty":"OKP","x":"AAAA"}', '{"x":1}'])
def test_a_key_that_is_none_is_a_usage_error(key: str) -> None:
    done = subprocess.run(
        [REFEREE, "verify", "-", "--referee-key", key], input=b"", capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"a key looks like" in done.stderr
