"""The code, the contract and the docs name the same problems."""

from pathlib import Path

from referee.api.problems import BY_NAME
from referee.api.spec import load_contract
from referee.api.table import write_table

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_docs_hold_the_table_as_the_code_writes_it() -> None:
    """If this fails: python -m referee.api.table > docs/errors.md"""
    assert (DOCS / "errors.md").read_text(encoding="utf-8") == write_table(load_contract())


def test_the_table_has_one_row_for_each_problem() -> None:
    rows = [line for line in write_table(load_contract()).splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == sorted(BY_NAME)
    assert all(row.count(" | ") == 4 for row in rows)


def test_the_guide_mentions_every_operation() -> None:
    guide = (DOCS / "api.md").read_text(encoding="utf-8")
    for operation in load_contract().operations.values():
        row = f"| `{operation.method} {operation.path}` | {operation.summary} |"
        assert row in guide, operation.id
