"""What a letter looks like: word for word in both languages, and whatever its fields hold."""

import re
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

import pytest
from redis import Redis

from referee.mail.headers import clean
from referee.mail.letters import compose
from referee.mail.writing import COLUMNS
from referee.matches.chain import Entry
from referee.matches.match import NOWHERE
from referee.matches.record import read_record
from referee.service.house import House, open_house
from referee.service.mailboxes import code_of
from referee.service.notices import Notice, find_notice
from referee.settings import Settings
from referee.store import names, outbox
from referee.store.mailboxes import CodeRequest
from referee.store.outbox import LetterRow, Row
from referee.strict_json import read
from tests.matches.test_known_record import RECORD
from tests.service.playing import NOW

GOLDEN = Path(__file__).parent / "golden"
MATCH = "k7q2m9x4c0vhtd3p"
PLAYERS = {"0000000000000001": "Ana", "0000000000000002": "Óscar"}
FROM, PUBLIC = "referee@example.org", "https://play.example.org"
KINDS = ("turn", "unfinished", "result", "invitation", "confirm")

# What people and programs have put into text fields to break pages, letters and terminals.
ATTACKS = [
    "A\r\nBcc: eve@example.org",
    "A\nSubject: x\n\nbody",
    "A\r\n.\r\nMAIL FROM:<x>",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</pre><h1>x</h1>",
    "'\"><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{name} {0} {match.seed} %s %(name)s",
    "{{7*7}}${7*7}<%= 7 %>",
    "=cmd|' /C calc'!A0",
    "\u202egnp.exe\u2066",
    "\x1b[31mred\x00\x08",
    "\u2028\u2029\x85\x0b\x0c",
    "=?utf-8?q?=0ABcc:_x?=",
    "https://evil.example/m/x",
    "-- ",
    ".",
    "From here",
    "a" * 500,
    "\U0001f418" * 30,
    "\ud800",
    "Z\u0335\u0322" * 40,
]


@pytest.fixture
def house(settings: Settings, log: Redis, cache: Redis) -> House:
    return open_house(settings)


def known_match(house: House, version: int | None = None) -> None:
    """The known match in the store, as it stood at a version, with a mailbox for each player."""
    entries = list(read_record(RECORD.splitlines()).entries)
    seed = bytes.fromhex(read(entries[-1].text)["data"]["seed"])
    shown: list[Entry] = entries[:version]
    house.logs.append(MATCH, NOWHERE, shown, b"k" * 16, seed=seed)
    for player, name in PLAYERS.items():
        address = f"{player}@example.org"
        house.mailboxes.add_person(player, name, name.lower(), address, address, "en", player)
    house.mailboxes.add_person("0" * 16, "Mei", "mei", "mei@example.org", "mei@example.org", "en", "mei")


def notice(house: House, kind: str, locale: str) -> Notice:
    """The notice of one kind about the known match."""
    version = {"turn": 84, "unfinished": 42, "invitation": 2}.get(kind)
    known_match(house, version)
    for player in PLAYERS:
        house.mailboxes.set_locale(player, locale)
    if kind == "confirm":
        request = CodeRequest("ab" * 16, "ana@example.org", locale)
        return Notice(kind, request.address, locale, 0, code=code_of(house, request), code_id=request.id)
    if kind == "invitation":
        house.invitations.invite(MATCH, 2, [("0" * 64, "zoe@example.org", locale)], 9)
    row = Row(names.outbox(names.shard_of(MATCH)), "1-1", outbox.LETTER, MATCH, version or 189, f"{kind}:1")
    found = find_notice(house, row) or find_notice(house, row._replace(extra=f"{kind}:2"))
    assert found is not None
    return found


def written(found: Notice) -> tuple[EmailMessage, bytes]:
    """A letter as a mail program reads it, and its bytes."""
    raw = compose(found, FROM, PUBLIC, NOW).as_bytes()
    letter = message_from_bytes(raw, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    return letter, raw


def body(letter: EmailMessage, kind: str = "plain") -> str:
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_is_word_for_word_the_golden_one(house: House, kind: str, locale: str) -> None:
    """What people read; a change of a letter changes its file, where somebody looks at it."""
    letter, _ = written(notice(house, kind, locale))
    heads = "".join(f"{name}: {value}\n" for name, value in letter.items() if name != "Content-Type")
    golden = GOLDEN / f"{kind}-{locale}.txt"
    assert heads + "\n" + body(letter) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_keeps_to_the_rules_of_mail(house: House, kind: str, locale: str) -> None:
    """mail.md, sections 4, 5, 7; faults.md B12, B32, B33."""
    found = notice(house, kind, locale)
    letter, raw = written(found)
    assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
    assert raw.isascii()
    assert len(raw) < 100_000
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    text = body(letter)
    assert all(len(line) <= COLUMNS or re.fullmatch(r" *https://\S+", line) for line in text.splitlines())
    for link in re.findall(r"https?://\S+", text):
        assert len(link) <= 76, "faults.md B33"
        assert re.fullmatch(r"https://[A-Za-z0-9./_-]*[A-Za-z0-9_-]", link), "faults.md B32"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert letter["Precedence"] is None
    assert letter["Content-Language"] == locale
    if kind != "confirm":
        unsubscribe = f"List-Unsubscribe: <{PUBLIC}/u/{found.links.unsubscribe}>\r\n"
        assert unsubscribe.encode() in raw, "faults.md B12: it stands on one line"
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "acta " + house.loaded.get(MATCH).last.head[:8] in text  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_written_again_is_the_same_but_for_its_date(house: House, kind: str) -> None:
    """A retried letter prints the same links, and receivers know it by its Message-ID."""
    found = notice(house, kind, "es")
    first = compose(found, FROM, PUBLIC, NOW).as_bytes()
    later = compose(found, FROM, PUBLIC, NOW + 3_600_000).as_bytes()
    changed = [(a, b) for a, b in zip(first.split(b"\r\n"), later.split(b"\r\n"), strict=True) if a != b]
    assert len(changed) == 1
    assert changed[0][0].startswith(b"Date: ")


def test_threads_are_of_a_seat_in_a_match(house: House) -> None:
    """faults.md B34: no two matches or seats share a root; all letters of a seat do."""
    found = notice(house, "turn", "en")
    roots = {
        written(replace(found, number=number, what=what))[0]["References"]
        for number in (1, 2)
        for what in ("turn", "unfinished")
    }
    assert roots == {f"<g-{MATCH}.s-{number}.root@example.org>" for number in (1, 2)}
    assert written(found)[0]["Message-ID"] == f"<g-{MATCH}.s-{found.number}.t-84.turn@example.org>"
    assert written(found)[0]["Subject"] == "[Zooloretto K7Q2] Óscar, Ana"


class _Tags(HTMLParser):
    """The tags of a page, and the text in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[str]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, [name for name, _ in attrs]))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("kind", ["turn", "result", "invitation"])
def test_whatever_a_name_holds_breaks_no_header_and_runs_nowhere(
    house: House, kind: str, attack: str
) -> None:
    """faults.md B41: the inputs refuse such names; if one came in by another way, a letter would stand it."""
    found = notice(house, kind, "en")
    plain, _ = written(found)
    hostile = replace(found, names=dict.fromkeys(found.names, attack), inviter=attack)
    letter, raw = written(hostile)
    assert [name for name, _ in letter.items()] == [name for name, _ in plain.items()]
    assert not letter.defects
    for name in ("From", "To", "Message-ID", "References", "List-Unsubscribe"):
        assert letter[name] == plain[name]
    head = raw.partition(b"\r\n\r\n")[0]
    assert not re.search(rb"(?im)^bcc:", head)
    assert not any(ord(sign) < 32 and sign not in "\n" for sign in body(letter))
    page = _Tags(body(letter, "html"))
    assert {tag for tag, _ in page.tags} <= {"html", "head", "meta", "title", "body", "pre", "a"}
    assert all(set(attributes) <= {"lang", "charset", "href"} for _, attributes in page.tags)
    assert "49" not in str(letter["Subject"])


@pytest.mark.parametrize("sign", ["\r", "\n", "\0", "\x1b", "\u202e", "\u2028", "\u2066", "\ud800", "\u200b"])
def test_what_is_not_visible_is_shown_as_a_mark(sign: str) -> None:
    assert clean(f"a{sign}b") == "a\ufffdb"


def test_html_loads_nothing_from_anywhere(house: House) -> None:
    page = body(written(notice(house, "turn", "es"))[0], "html")
    assert page.startswith('<!DOCTYPE html>\n<html lang="es">')
    assert not re.search(r"src=|url\(|<link|<script|<img|<iframe|@import", page)


def test_a_row_of_a_seat_names_seat_and_reader() -> None:
    assert str(LetterRow("turn", "2", "abc")) == "turn:2:abc"
    assert str(LetterRow("invitation", "1", "")) == "invitation:1"
