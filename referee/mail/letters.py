"""Letters as people read them: plain text first, at most 72 columns, the same text as HTML beside it."""

import hashlib
import html
import re
from collections.abc import Callable, Sequence
from email.message import EmailMessage

from referee.mail.headers import POLICY, clean, headers_of, tag_of
from referee.mail.writing import Section, Writer
from referee.service.notices import Notice
from referee.service.reading import legal_steps
from referee.store.letters import CONFIRM, EXPIRING, INVITATION, LAPSED, REMINDER, RESULT, TURN, UNFINISHED
from referee.words.boards import board_prose, board_text
from referee.words.games import sentence_for_result, sentence_for_step
from referee.words.languages import Language
from referee.words.stories import tell_story

MOST_QUICK_LINKS = 3
_HEAD_DIGITS = 8  # of the log's last hash: a witness in every reader's hands
_LINK = re.compile(r"https?://[^\s<>&\"']+")
_BOUNDARY_DIGITS = 32


def compose(notice: Notice, mail_from: str, public_url: str, now: int) -> EmailMessage:
    """Write the letter of a notice: the same notice always gives the same letter, but for its date.

    :param now: milliseconds since 1970.
    """
    writer = Writer(notice, public_url, now)
    sections = [section for section in [*_SECTIONS[notice.what](writer), _foot(writer)] if section]
    text = "\n\n".join("\n".join(section) for section in sections) + "\n"
    letter = EmailMessage(POLICY)
    letter.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    page = as_page(text, writer.language)
    letter.add_alternative(page, "html", cte="7bit" if page.isascii() else "quoted-printable")
    subject = writer.say("Your code for Referee")
    for name, value in headers_of(notice, subject, mail_from, public_url, now).items():
        letter[name] = value
    # The standard library would draw it by chance: no two copies of a letter would be equal.
    letter.set_boundary(
        f"=_{hashlib.sha256(str(letter['Message-ID']).encode()).hexdigest()[:_BOUNDARY_DIGITS]}"
    )
    return letter


def as_page(text: str, language: Language) -> str:
    """The text as HTML: nothing is fetched from anywhere."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>Referee</title></head>\n'
        f"<body><pre>{linked(text)}</pre></body></html>\n"
    )


def linked(text: str) -> str:
    """A text as a part of HTML: addresses of pages are links, all else is text."""
    parts: list[str] = []
    at = 0
    for found in _LINK.finditer(text):
        address = html.escape(found.group())
        parts += [html.escape(text[at : found.start()]), f'<a href="{address}">{address}</a>']
        at = found.end()
    return "".join([*parts, html.escape(text[at:])])


def _turn(writer: Writer) -> list[Section]:
    opening = writer.opening("{name}, it is your turn in {game}, match {tag}.")
    return [opening, _due(writer), _acting(writer), *_commitment(writer), _story(writer), *_board(writer)]


def _due(writer: Writer) -> Section:
    deadline = writer.deadline()
    return [*writer.paragraph(writer.say("Your move is due by:")), *deadline] if deadline else []


def _unfinished(writer: Writer) -> list[Section]:
    opening = writer.opening(
        "{name}, your turn in {game}, match {tag}, is begun but not finished: the others wait for its rest."
    )
    return [opening, _due(writer), _acting(writer), *_board(writer)]


def _reminder(writer: Writer) -> list[Section]:
    opening = writer.opening("{name}, your time in {game}, match {tag}, runs out:")
    return [[*opening, *writer.deadline()], _acting(writer), *_board(writer)]


def _lapsed(writer: Writer) -> list[Section]:
    match, seat = writer.match, writer.notice.number
    opening = writer.opening("{name}, you did not move in time in {game}, match {tag}.")
    if not match.is_vacant(seat):
        then = writer.say(
            "The referee has moved for you. At your next turn the others wait for you as before."
        )
        return [[*opening, *writer.paragraph(then)], _story(writer), *_board(writer)]
    then = writer.say("Your seat is vacant: the referee plays for you from now on.")
    back = writer.say("As long as nobody else has taken the seat, you can take it again on this page:")
    return [
        [*opening, *writer.paragraph(then)],
        [*writer.paragraph(back), "", *writer.link_and_word("m")],
        _story(writer),
        *_board(writer),
    ]


def _expiring(writer: Writer) -> list[Section]:
    match = writer.match
    opening = writer.say(
        "Nobody has joined your match of {game}, {tag}, for long. The referee cancels it at this time:",
        game=match.rules.title,
        tag=tag_of(match.id),
    )
    more = writer.say("Whoever joins gives it another month. Invite somebody on the page of the match:")
    return [
        [*writer.paragraph(opening), *writer.deadline()],
        [*writer.paragraph(more), f"{writer.public_url}/matches/{match.id}"],
    ]


def _result(writer: Writer) -> list[Section]:
    match = writer.match
    result = match.result or {}
    opening = writer.say("{game}, match {tag}, is over.", game=match.rules.title, tag=tag_of(match.id))
    sentence = sentence_for_result(
        result["scores"], result["ranks"], writer.language, writer.names, sorted(match.resigned())
    )
    table = [
        f"{rank:>3}  {writer.names.get(seat, str(seat)):<24} {score:>5}"
        for rank, seat, score in sorted(
            (rank, seat, result["scores"][seat - 1]) for seat, rank in enumerate(result["ranks"], 1)
        )
    ]
    reading = [
        *writer.paragraph(writer.say("The points one by one, and the whole match to look at again:")),
        writer.page_of_match(),
    ]
    return [
        writer.paragraph(opening),
        writer.paragraph(sentence),
        table,
        reading,
        _story(writer),
        *_board(writer),
    ]


def _invitation(writer: Writer) -> list[Section]:
    match = writer.match
    opening = writer.say(
        "{name} invites you to a match of {game} for {players} players.",
        name=clean(writer.notice.inviter),
        game=match.rules.title,
        players=match.players,
    )
    how = writer.say(
        "You play by letters like this one: each tells you when it is your turn, and holds a link to play by. "
        "There is nothing to install. To take your seat, open this page and type the check word:",
    )
    away = writer.say("If you do not know who invites you, do nothing: no more letters about it will come.")
    return [
        writer.paragraph(opening),
        [*writer.paragraph(how), "", *writer.link_and_word("i")],
        writer.paragraph(away),
        *_commitment(writer),
    ]


def _confirm(writer: Writer) -> list[Section]:
    return [
        [writer.say("Your code: {code}", code=writer.notice.code)],
        writer.paragraph(
            writer.say("Type it on the page where you asked for it. It is good for 10 minutes, and once.")
        ),
        writer.paragraph(
            writer.say("If you did not ask for a code, do nothing: without it nobody can use your address.")
        ),
    ]


def _acting(writer: Writer) -> Section:
    lines = [
        *writer.paragraph(
            writer.say("Open this page to play. Nothing is played before you confirm it there:")
        ),
        "",
        *writer.link_and_word("m"),
    ]
    quick = _quick_links(writer)
    return [*lines, "", *quick] if quick else lines


def _quick_links(writer: Writer) -> Section:
    """Links that choose a first step already: only where there are few."""
    match, seat = writer.match, writer.notice.number
    steps = legal_steps(match.rules, match.state, seat)
    if len(steps) > MOST_QUICK_LINKS:
        return []
    lines = writer.paragraph(writer.say("Or open the page with a step chosen already:"))
    for number, step in enumerate(steps, start=1):
        sentence = sentence_for_step(match.rules.name, step.parts, writer.language, writer.names)
        lines += [
            *writer.paragraph(sentence, "  "),
            f"  {writer.link('m', writer.notice.links.act)}/{number}",
        ]
    return lines


def _commitment(writer: Writer) -> list[Section]:
    """In the first letter to each reader: what the referee is bound to, out of his reach from then on."""
    if not writer.notice.is_first:
        return []
    said = writer.say(
        "The shuffle of this match is fixed. Its seed, shown after the end, must fit this commitment:"
    )
    return [[*writer.paragraph(said), writer.match.commitment]]


def _story(writer: Writer) -> Section:
    chapters = tell_story(writer.match.rules.name, writer.notice.story, writer.language, writer.names)
    if not chapters:
        return []
    lines = writer.heading(writer.say("Since your last turn"))
    for chapter in chapters:
        for sentence in chapter.sentences:
            lines += writer.paragraph(sentence)
    return lines


def _board(writer: Writer) -> list[Section]:
    match = writer.match
    view = match.view(writer.notice.number)
    picture = board_text(match.rules, view, writer.language, writer.names).rstrip("\n").split("\n")
    prose = [
        line
        for sentence in board_prose(match.rules, view, writer.language, writer.names)
        for line in writer.paragraph(sentence)
    ]
    return [
        [*writer.heading(writer.say("The board")), *picture],
        [*writer.heading(writer.say("The board in sentences")), *prose],
    ]


def _foot(writer: Writer) -> Section:
    notice = writer.notice
    lines = ["-- "]
    if notice.links.unsubscribe:
        lines += writer.paragraph(writer.say("You can stop letters of this kind:"))
        lines.append(writer.link("u", notice.links.unsubscribe))
    lines += writer.paragraph(writer.say("Nobody reads answers to this letter."))
    if notice.match is not None:
        lines.append(f"acta {notice.match.last.head[:_HEAD_DIGITS]}")
    return lines


_SECTIONS: dict[str, Callable[[Writer], Sequence[Section]]] = {
    TURN: _turn,
    UNFINISHED: _unfinished,
    REMINDER: _reminder,
    LAPSED: _lapsed,
    EXPIRING: _expiring,
    RESULT: _result,
    INVITATION: _invitation,
    CONFIRM: _confirm,
}
