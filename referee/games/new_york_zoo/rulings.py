"""Named rulings per rules version: a rule fix adds a named yes/no here and a row to the table."""

from collections.abc import Mapping
from typing import NamedTuple


class Rulings(NamedTuple):
    """What later versions of the rules decide differently; empty so far."""


RULINGS: Mapping[int, Rulings] = {1: Rulings()}
RULES_VERSION = max(RULINGS)
