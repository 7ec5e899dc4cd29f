"""The table of faults and their tests says what is so."""

import re

from tests.running import TOP

DOCS = TOP / "docs"
_ROW = re.compile(r"^\| ([AB]\d+) \| (.*) \|$", re.M)
_TEST = re.compile(r"`(test_\w+)`")


def concerns_letters_or_time(row: str) -> bool:
    """Is it of those that letters, links, pages, clocks and absence had to cover?"""
    kind, number = row[0], int(row[1:])
    return 14 <= number <= 48 if kind == "A" else 1 <= number <= 14 or 32 <= number <= 45


def test_every_fault_of_letters_pages_and_time_has_its_tests_or_says_what_it_waits_for() -> None:
    known = [row for row, _ in _ROW.findall((DOCS / "faults.md").read_text(encoding="utf-8"))]
    covered = dict(_ROW.findall((DOCS / "faults-covered.md").read_text(encoding="utf-8")))
    assert list(covered) == [row for row in known if concerns_letters_or_time(row)]
    for row, said in covered.items():
        assert _TEST.search(said) or "waits for issue" in said, row


def test_every_test_that_the_table_names_is_there() -> None:
    named = set(_TEST.findall((DOCS / "faults-covered.md").read_text(encoding="utf-8")))
    there = {
        name
        for path in (TOP / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    }
    assert named - there == set()
