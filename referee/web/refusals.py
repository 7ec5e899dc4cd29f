"""Refusals on pages: a sentence for people, and the status."""

import re
from collections.abc import Mapping
from typing import Final

from referee.matches.refusals import Refused
from referee.web.answers import say
from referee.words.languages import Language
from referee.words.refusals import detail_of


def _(text: str) -> str:
    """Mark a sentence for the catalogue."""
    return text


# What only pages refuse, or say otherwise than programs are told. Every other refusal has its words in referee.words.
SENTENCES: Final[Mapping[str, tuple[int, str]]] = {
    "address/invalid": (422, _("This is no e-mail address. One looks like name@example.org.")),
    "address/taken": (409, _("Another player has this address.")),
    "code/wrong": (422, _("This is not the code from the letter. Please look again.")),
    "code/gone": (422, _("This code is no longer good. Ask for a new one.")),
    "form/foreign": (
        403,
        _("This form did not come from our page, or you signed in or out meanwhile. Please try again."),
    ),
    "form/not-sure": (422, _("Please tick the box to cancel the match.")),
    "form/resign-unsure": (422, _("Please tick the box to resign.")),
    "form/too-large": (413, _("This form is too large.")),
    "form/unreadable": (400, _("This form cannot be read. Please go back and try again.")),
    "invitation/too-many": (
        429,
        _("Nobody was invited: a match has at most 20 invitations, and you may send 100 in a day."),
    ),
    "key/none": (409, _("To play by letters you need a confirmed e-mail address.")),
    "link/check-word": (422, _("Please type the three letters of the check word. They stand in the letter.")),
    "link/dead": (404, _("This link opens nothing, or no longer does.")),
    "link/too-many-words": (429, _("Too many wrong check words were typed. Please wait ten minutes.")),
    "match/not-found": (404, _("There is no such match, or it is private.")),
    "match/full": (409, _("All seats of this match are taken.")),
    "match/not-full": (409, _("Not all seats are taken yet.")),
    "match/already-started": (409, _("This match has begun already.")),
    "match/over": (410, _("This match is over.")),
    "match/cancelled": (410, _("This match was cancelled.")),
    "match/not-started": (409, _("This match has not begun yet.")),
    "order/stale": (409, _("The match has moved on since you opened this page. Nothing was played.")),
    "order/not-to-move": (409, _("It is not your turn now. Nothing was played.")),
    "page/not-found": (404, _("There is no such page.")),
    "player/name-needed": (422, _("Please choose a name: nobody has this address yet.")),
    "player/name-invalid": (
        422,
        _("A name has 2 to 24 letters, digits, blanks, hyphens, apostrophes, dots or underscores."),
    ),
    "player/name-taken": (409, _("A player has this name, or one that looks like it.")),
    "rate/limited": (429, _("You ask too often. Please wait a minute.")),
    "referee/fault": (500, _("Something went wrong on our side. It has been noted.")),
    "policy/forbids": (409, _("What was agreed on for this match does not allow this.")),
    "seat/not-vacant": (409, _("Somebody has taken this seat.")),
    "seat/vacant": (409, _("Your seat is vacant: the referee plays for you.")),
    "session/missing": (401, _("Please sign in first.")),
    "store/away": (503, _("We cannot reach our records now. Nothing is lost; please try again in a moment.")),
    "store/busy": (503, _("The match is changing very quickly. Please try again.")),
}
# Who chose a step sees it; its number in the move is for programs.
_STEP_NUMBER: Final = re.compile(r"\Astep \d+ \((.*?)\): ")
_OTHERWISE: Final = 422  # the status of what only the words of programs are known for


def sentence_for(refused: Refused, language: Language) -> str:
    """What happened, for a person."""
    own = SENTENCES.get(refused.name)
    if own is not None:
        return say(language, own[1])
    return _STEP_NUMBER.sub(r"\1: ", detail_of(refused.name, refused.detail, refused.extra, language))


def status_of(refused: Refused) -> int:
    """The status of the page that tells it."""
    own = SENTENCES.get(refused.name)
    return _OTHERWISE if own is None else own[0]
