"""The form in which a problem is put into words."""

from typing import NamedTuple


class Wording(NamedTuple):
    """A problem in words: its title, what happened, and what the sender can do about it."""

    title: str
    detail: str
    advice: str
