"""What README.md and docs/playing.md tell a newcomer to type is typed here, against a running referee."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clients.profile import load_profile
from clients.sdk import Referee
from tests.running import TOP, Service, eventually

README = (TOP / "README.md").read_text()


def block(name: str) -> str:
    """The code block behind the mark ``<!-- tried: name -->``."""
    found = re.search(rf"<!-- tried: {re.escape(name)} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, name
    return found[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A directory that looks like the checkout of a newcomer."""
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    (tmp_path / "clients").symlink_to(TOP / "clients")
    (tmp_path / "var").mkdir()
    return tmp_path


def run(script: str, checkout: Path) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-O", "expand_aliases", "-c", script],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_match_by_command(service: Service, checkout: Path) -> None:
    demo = subprocess.Popen(
        [sys.executable, "-m", "clients.demo_match", "--data", str(checkout / "var"), "--url", service.url],
        stdout=subprocess.DEVNULL,
    )
    try:
        profile = eventually(
            lambda: (found := load_profile(checkout / "var" / "demo-player")).match and found, "a demo match"
        )
        person = Referee(profile.url, profile.token, player=profile.player)
        eventually(lambda: person.match(profile.match)["status"] == "running", "the match runs")
        assert person.wait_for_turn(profile.match, 60)
        said = run(f"unset REFEREE_URL REFEREE_PROFILE\n{block('command')}", checkout)
    finally:
        demo.kill()
        demo.wait(30)
    assert said.count("Zooloretto") == 2
    assert "you: D.  Draw a tile." in said
    assert "you: L1.  Load the drawn tile on truck 1." in said


def test_the_first_match_by_curl(service: Service, checkout: Path) -> None:
    (checkout / "sign.py").write_text(block("sign.py"))
    script = block("curl").replace("http://127.0.0.1:8000", service.url)
    assert service.url in script
    said = run(f"{script}\nkill %1 2>/dev/null || true\n", checkout)
    assert '"receipt":' in said
    assert '"status":"active"' in said
    assert "Zooloretto   round 1" in said
    order = (checkout / "order.json").read_text()
    assert '"steps": ["D"]' in order


def test_the_example_of_the_sdk(service: Service, checkout: Path) -> None:
    """The example of docs/playing.md, with somebody else to play against."""
    text = (TOP / "docs" / "playing.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    example = (
        found[1]
        .replace("http://127.0.0.1:8000", service.url)
        .replace('"Ana"', f'"Ana {os.urandom(4).hex()}"')
    )
    bot = f"{sys.executable} -m clients.bots --kind random --url {service.url} --profile bot.json"
    joined = example.replace(
        "referee.join(match)\n",
        f'referee.join(match)\nimport subprocess\nbot = subprocess.Popen(["sh", "-c", f"exec {bot} '
        f"--name 'b {os.urandom(4).hex()}' --matches {{match}}\"])\n",
    )
    assert joined != example
    (checkout / "example.py").write_text(joined + "assert bot.wait() == 0\n")
    assert "scores" in run(f"{sys.executable} example.py", checkout)
