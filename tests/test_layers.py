"""The layers of the house: imports run downward only."""

import subprocess
import sys
from pathlib import Path

CONTRACTS = Path(__file__).parent.parent / "pyproject.toml"
PROGRAM = Path(sys.executable).with_name("lint-imports")

UPWARD = """
[tool.importlinter]
root_packages = ["referee"]

[[tool.importlinter.contracts]]
name = "The house stands on its head"
type = "layers"
layers = ["referee.games", "referee.matches"]
"""


def lint(config: Path) -> tuple[int, str]:
    """Run import-linter as a process of its own: in ours it would switch off the loggers of later tests."""
    command = [PROGRAM, "--config", config, "--no-cache"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=CONTRACTS.parent, check=False)
    return ended.returncode, ended.stdout


def test_imports_keep_the_contracts_of_the_house() -> None:
    """The contracts stand in pyproject.toml; a broken one names the import that breaks it."""
    code, said = lint(CONTRACTS)
    assert code == 0, said
    assert "Imports run downward only KEPT" in said
    assert "0 broken" in said


def test_a_contract_that_does_not_hold_is_seen(tmp_path: Path) -> None:
    wrong = tmp_path / "pyproject.toml"
    wrong.write_text(UPWARD)
    code, said = lint(wrong)
    assert code == 1
    assert "The house stands on its head BROKEN" in said
