"""Two worlds that a reader cannot tell apart give him the same letters (design section 5, faults.md A54).

Nothing is blanked but what the design allows: the digests of the match's own log, each at its place, and the eight
digits at the foot. ``python -m tests.drills letter-pairs`` prints one JSON object; exit 1 at any difference.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from referee.games.registry import GAMES
from referee.mail.letters import compose
from referee.service.matches import score_match
from referee.service.notices import find_notice
from referee.store import names, outbox
from referee.store.letters import INVITATION, RESULT, TURN, UNFINISHED
from referee.store.outbox import LetterRow, Row
from referee.words.languages import LANGUAGES
from tests.api.two_worlds import TwoWorlds, World, different
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.noninterference import private_worlds
from tests.service.playing import NOW

KINDS = (TURN, UNFINISHED, RESULT, INVITATION)  # all that tell of a match
_FEWEST, _MOST_MOVES = 10, 40  # between two positions that are told of
_MANY = 20  # differences; more of them would teach nothing
_FOOT_DIGITS = 8


class Occasion(NamedTuple):
    """A pair of worlds that stand at a letter: its kind, whose it is, and how many items are hidden and differ."""

    kind: str
    number: int
    hidden: int
    differing: int


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Compare ``count`` pairs of each kind of letter on servers of their own."""
    with private_worlds(seed, name) as worlds:
        return {"game": name, "seed": seed, **compare_letters(worlds, count, tell)}


def compare_letters(worlds: TwoWorlds, count: int, tell: Tell = tell_nobody, many: int = _MANY) -> Report:
    """Write every letter in both worlds, until there were so many pairs of each kind.

    :param many: so many differences are enough to stop.
    :returns: pairs by kind, differences, the first few of them in words, and the share of hidden items that differ.
    """
    pairs: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    found: list[str] = []
    hidden = differing = 0
    with worlds.installed():
        for occasion in _occasions(worlds):
            difference = _compare(worlds, occasion)
            if difference:
                found.append(f"match {worlds.count}, {occasion.kind} {occasion.number}: {difference}")
            pairs[occasion.kind] += 1
            hidden, differing = hidden + occasion.hidden, differing + occasion.differing
            tell(min(pairs.values()), count)
            if min(pairs.values()) >= count or len(found) >= many:
                break
    return {
        "pairs": dict(pairs),
        "differences": len(found),
        "first": found[:5],
        "hidden_items": hidden,
        "hidden_items_that_differ": round(differing / max(hidden, 1), 3),
    }


def _occasions(worlds: TwoWorlds) -> Iterator[Occasion]:
    """Endless: invitations, positions of random matches of every size, and their ends."""
    for number in itertools.count(1):
        players = worlds.players(number)
        worlds.begin(players, worlds.known.random_options(players, worlds.chance))
        worlds.give_mailboxes()
        for invitation in range(players):
            with worlds.inviting(f"other {number}.{invitation}", LANGUAGES[invitation % len(LANGUAGES)]):
                yield Occasion(INVITATION, 1, *worlds.deals_to_come())
        while worlds.play(worlds.some_moves(_FEWEST, _MOST_MOVES)):
            seat = worlds.chance.choice(worlds.one.load().decisions()).seat
            shares = worlds.imagine(seat)
            yield Occasion(TURN, seat, *shares)
            yield Occasion(UNFINISHED, seat, *shares)
        worlds.play(0)
        for world in worlds:
            score_match(world.house, world.match, world.load().at + 1000)
        for seat in range(1, players + 1):
            yield Occasion(RESULT, seat, *worlds.imagine(seat))


def _compare(worlds: TwoWorlds, occasion: Occasion) -> str | None:
    return different(*(_letter(world, occasion.kind, occasion.number) for world in worlds))


def _letter(world: World, kind: str, number: int) -> bytes:
    """A letter as it goes to the mail server, without what the design lets differ."""
    match = world.load()
    base = match.base_of(number)
    version = base.version if base is not None and kind in (TURN, UNFINISHED) else match.version
    place = match.place_at(number)
    asked = str(LetterRow(kind, str(number), "" if place is None else place.player))
    row = Row(names.outbox(names.shard_of(match.id)), "1-1", outbox.LETTER, match.id, version, asked)
    notice = find_notice(world.house, row)
    assert notice is not None, f"no letter is due: {row}"
    letter = compose(notice, "referee@example.org", "https://play.example.org", NOW).as_bytes()
    foot = f"acta {match.last.head[:_FOOT_DIGITS]}\r\n".encode()
    return world.named(letter.replace(foot, b"acta <head>\r\n"))


DRILLS = tuple(
    Drill(
        f"letter-pairs_{name}",
        partial(run, name=name),
        full=200,
        short=4,
        is_sound=lambda report: not report["differences"],
        alone=False,
    )
    for name in GAMES
)
