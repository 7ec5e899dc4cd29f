"""The layers of the house: imports run downward only."""

from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_ERROR, EXIT_STATUS_SUCCESS, lint_imports

CONTRACTS = Path(__file__).parent.parent / "pyproject.toml"

UPWARD = """
[tool.importlinter]
root_packages = ["referee"]

[[tool.importlinter.contracts]]
name = "The house stands on its head"
type = "layers"
layers = ["referee.games", "referee.matches"]
"""


def test_imports_keep_the_contracts_of_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    """The contracts stand in pyproject.toml; a broken one names the import that breaks it."""
    outcome = lint_imports(config_filename=str(CONTRACTS), no_cache=True, no_logo=True)
    said = capsys.readouterr().out
    assert outcome == EXIT_STATUS_SUCCESS, said
    assert "Imports run downward only KEPT" in said
    assert "0 broken" in said


def test_a_contract_that_does_not_hold_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "pyproject.toml"
    wrong.write_text(UPWARD)
    assert lint_imports(config_filename=str(wrong), no_cache=True, no_logo=True) == EXIT_STATUS_ERROR
    assert "The house stands on its head BROKEN" in capsys.readouterr().out
