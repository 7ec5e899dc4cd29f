"""The page about checking a record explains every kind of fault."""

import re
from pathlib import Path

from referee.matches.verify import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")


def test_the_page_explains_each_kind_and_no_other() -> None:
    assert tuple(re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE)) == KINDS
