"""What the sections of letters are written with."""

import textwrap
from gettext import NullTranslations

from referee.mail.headers import clean, tag_of
from referee.matches.match import Match
from referee.service.notices import Notice
from referee.words.catalogues import translations
from referee.words.deadlines import deadline_text
from referee.words.languages import DEFAULT, LANGUAGES, Language

COLUMNS = 72
_DOMAIN = "letters"

Section = list[str]


class Writer:
    """What a letter is written with: its notice, its language, what links begin with, and the time.

    :param now: milliseconds since 1970.
    """

    def __init__(self, notice: Notice, public_url: str, now: int) -> None:
        self.notice = notice
        self.public_url = public_url
        self.now = now
        self.language: Language = next((each for each in LANGUAGES if each == notice.locale), DEFAULT)
        self.words: NullTranslations = translations(_DOMAIN, self.language)
        self.names = {seat: clean(name) for seat, name in notice.names.items()}

    def say(self, sentence: str, **given: object) -> str:
        """A sentence of the catalogue in the reader's language, with what is given filled in."""
        return self.words.gettext(sentence).format(**given)

    def link(self, path: str, token: str) -> str:
        """The address of a page."""
        return f"{self.public_url}/{path}/{token}"

    @property
    def match(self) -> Match:
        """The match that the letter is about."""
        if self.notice.match is None:
            raise ValueError(f"a letter of kind {self.notice.what} is about no match")
        return self.notice.match

    def heading(self, title: str) -> list[str]:
        """A title with a line below it."""
        return [title, "-" * len(title)]

    def paragraph(self, text: str, indent: str = "") -> list[str]:
        """A text in lines of at most 72 columns; a long word, such as a link, stays whole."""
        return textwrap.wrap(
            text,
            COLUMNS,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]

    def opening(self, sentence: str) -> Section:
        """The first sentence of a letter to a seat, which names its reader, the game and the match."""
        said = self.say(
            sentence,
            name=self.names.get(self.notice.number, ""),
            game=self.match.rules.title,
            tag=tag_of(self.match.id),
        )
        return self.paragraph(said)

    def link_and_word(self, path: str) -> Section:
        """The link of the letter's page, and its check word."""
        return [
            self.link(path, self.notice.links.act),
            "",
            self.say("Check word: {word}", word=self.notice.links.word),
            *self.paragraph(self.say("The page asks for it once in each browser.")),
        ]

    def page_of_match(self) -> str:
        """Where the reader finds the match; a private one opens to him by the link of his seat alone."""
        if self.match.visibility == "private":
            return self.link("m", self.notice.links.act)
        return f"{self.public_url}/matches/{self.match.id}"

    def deadline(self) -> Section:
        """A line that says when what the letter is about is due; nothing without a clock."""
        due = self.notice.deadline
        if due is None:
            return []
        return [f"  {deadline_text(due, self.now, self.notice.zone, self.language)}"]
