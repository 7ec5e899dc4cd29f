"""The table of all problems for people: ``python -m referee.api.table`` prints docs/errors.md."""

import sys

from referee.api.problems import BY_NAME
from referee.api.spec import Contract, load_contract
from referee.words.languages import DEFAULT
from referee.words.problems import wording

_HEAD = """# Problems

Every refused request is answered as `application/problem+json` (RFC 9457): `type` (`/problems/` and the name below,
also a page), `title`, `status`, `detail`, and where they help `errors` (every wrong field), `base`, `step`, `rule`,
`expected`, `legal`, `canonical`, `undo_to`, `fault`. Names are stable; titles and details come in the reader's
language. A refused request changes nothing.

Checks are made in the order of `x-problems` of each operation in `openapi.yaml`; the first that fails answers.

This page is written by `python -m referee.api.table > docs/errors.md`; a test keeps it equal to the code and to the
contract.

| name | status | what happened | what to do | where |
| --- | --- | --- | --- | --- |
"""
_MOST_NAMED = 4


def write_table(contract: Contract) -> str:
    """docs/errors.md as text."""
    return _HEAD + "".join(_row(contract, name) for name in sorted(BY_NAME))


def _row(contract: Contract, name: str) -> str:
    words = wording(name, DEFAULT)
    where = _where(contract, name)
    return f"| `{name}` | {BY_NAME[name].status} | {words.detail} | {words.advice} | {where} |\n"


def _where(contract: Contract, name: str) -> str:
    if name in contract.problems_anywhere:
        return "anywhere"
    operations = [each.id for each in contract.operations.values() if name in each.problems]
    if not operations:
        return "any path"
    if len(operations) > _MOST_NAMED:
        return f"{len(operations)} operations"
    return ", ".join(f"`{each}`" for each in operations)


if __name__ == "__main__":
    sys.stdout.write(write_table(load_contract()))
