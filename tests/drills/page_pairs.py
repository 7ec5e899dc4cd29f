"""Two worlds that a viewer cannot tell apart give him the same pages (design section 5, faults.md A54, A55).

``python -m tests.drills page-pairs`` prints one JSON object; exit 1 at any difference.
"""

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from werkzeug.test import TestResponse

from referee.games.registry import GAMES
from referee.matches.links import turn_token, unsubscribe_token, write_token
from referee.matches.match import Match
from referee.service.mailboxes import NUMBERS
from referee.store.letters import TURN
from referee.web import matches
from referee.words.languages import LANGUAGES
from tests.api.two_worlds import TwoWorlds, World
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.noninterference import counted, private_worlds

SESSION = "s" * 43
_FEWEST, _MOST_MOVES = 3, 30  # between two positions that are looked at
Ask = Callable[[World], TestResponse]
Pair = tuple[str, int, int, Mapping[str, Ask]]  # where it stands, items hidden and differing, what to ask


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Compare ``count`` pairs on servers of their own."""
    with private_worlds(seed, name) as worlds:
        return {"game": name, "seed": seed, **compare_pages(worlds, count, tell)}


def compare_pages(worlds: TwoWorlds, count: int, tell: Tell = tell_nobody) -> Report:
    """Look at every page in both worlds, in the midst of random matches and at invitations to others.

    :returns: pairs, answers compared by status, differences, the first few of them in words, and the share of
        hidden items that differ.
    """
    statuses: Counter[str] = Counter()
    found: list[str] = []
    hidden = differing = 0
    with worlds.installed(), _same_forms():
        for done, (where, items, moved, asked) in enumerate(itertools.islice(_pairs(worlds), count), start=1):
            for name, ask in asked.items():
                difference = worlds.compare(counted(ask, statuses))
                if difference:
                    found.append(f"{where}, {name}: {difference}")
            hidden, differing = hidden + items, differing + moved
            tell(done, count)
    return {
        "pairs": count,
        "answers": dict(sorted(statuses.items())),
        "differences": len(found),
        "first": found[:5],
        "hidden_items": hidden,
        "hidden_items_that_differ": round(differing / max(hidden, 1), 3),
    }


def _pairs(worlds: TwoWorlds) -> Iterator[Pair]:
    """Endless: in each match an invitation to another one, then positions with some of their viewers."""
    for number in itertools.count(1):
        players = worlds.players(number)
        worlds.begin(players, worlds.known.random_options(players, worlds.chance), "public")
        worlds.give_mailboxes()
        sign_in(worlds, 1)
        with worlds.inviting(f"other {number}", LANGUAGES[number % len(LANGUAGES)]) as token:
            yield f"invitation {number}", *worlds.deals_to_come(), pages_of_an_invitation(worlds.one, token)
        is_running = True
        while is_running:
            is_running = worlds.play(worlds.some_moves(_FEWEST, _MOST_MOVES))
            owing = [decision.seat for decision in worlds.one.load().decisions()]
            for viewer in [None, *owing[:1], worlds.chance.randint(1, players)]:
                items, moved = worlds.imagine(viewer)
                sign_in(worlds, viewer)
                match = worlds.one.load()
                yield f"match {number}, viewer {viewer}", items, moved, pages(match, viewer, worlds.one)


@contextmanager
def _same_forms() -> Iterator[None]:
    """The forms of both worlds get the same random words."""
    with patch.object(matches.secrets, "token_hex", lambda count: "0" * 2 * count):
        yield


def pages(match: Match, viewer: int | None, world: World) -> Mapping[str, Ask]:
    """Every page that a viewer may look at in the midst of a match, and forms that are refused."""
    asked: dict[str, Ask] = {
        "the match": get(f"/matches/{match.id}"),
        "the match, Spanish": get(f"/matches/{match.id}", language="es"),
        "the start page": get("/"),
        "signing in": get("/sign-in", back=f"/matches/{match.id}"),
        "signing in, Spanish": get("/sign-in", language="es"),
        "settings of nobody": get("/settings"),
    }
    if viewer is None:
        return asked
    key = world.house.link_key
    token = turn_token(match, viewer)
    link, old = write_token(token, key), write_token(token._replace(base=match.players + 2), key)
    off = write_token(unsubscribe_token(world.people[viewer - 1].id, NUMBERS[TURN]), key)
    legal = [match.rules.write(step) for step in match.rules.legal_steps(match.state, viewer)]
    asked |= {
        "my matches": get("/me", signed_in=True),
        "settings": get("/settings", signed_in=True),
        "unsubscribing": get(f"/u/{off}"),
        "unsubscribing, signed in": get(f"/u/{off}", signed_in=True),
        "an untouched form of unsubscribing": post(f"/u/{off}", {"act": "off"}),
        "the match, signed in": get(f"/matches/{match.id}", signed_in=True),
        "the turn": get(f"/m/{link}"),
        "the turn, Spanish": get(f"/m/{link}", language="es"),
        "the turn, signed in": get(f"/m/{link}", signed_in=True),
        "an old turn": get(f"/m/{old}"),
        "a quick link": get(f"/m/{link}/2"),
        "the first step twice": get(f"/m/{link}", step=[*legal[:1], *legal[:1]]),
        "a line": get(f"/m/{link}", line=" ".join(legal[:2]).lower()),
        "no line": get(f"/m/{link}", line="T9 QQ"),
        "an untouched form": post(f"/m/{link}", {"link": link, "step": (legal or ["D"])[0]}),
        "a form without its link": post(f"/m/{link}", {"step": (legal or ["D"])[0]}),
    }
    revealing = [step for step in legal if _reveals(match, viewer, step)]
    if revealing:
        asked["a step that reveals, and more"] = get(f"/m/{link}", step=[revealing[0], legal[-1]])
        asked["a step that reveals"] = get(f"/m/{link}", step=revealing[0])
    for step in legal[:2] + legal[-1:]:
        asked[f"the step {step}"] = get(f"/m/{link}", step=step)
    return asked


def _reveals(match: Match, seat: int, text: str) -> bool:
    return match.rules.reveals(match.state, seat, match.rules.read(text, match.state, seat))


def pages_of_an_invitation(world: World, token: str) -> Mapping[str, Ask]:
    """Every page by which somebody is invited to a match whose deal is fixed already, and forms that are refused."""
    return {
        "the invitation": get(f"/i/{token}"),
        "the invitation, signed in": get(f"/i/{token}", signed_in=True),
        "an untouched form": post(f"/i/{token}", {"link": token, "name": "Zoë"}),
        "a form with a wrong word": post(f"/i/{token}", {"link": token, "name": "Zoë", "word": "ZZZ"}),
        "the open match, not invited": get(f"/matches/{world.match}"),
        "the open match, signed in": get(f"/matches/{world.match}", signed_in=True),
        "the start page": get("/"),
    }


def get(path: str, language: str = "en", signed_in: bool = False, **query: Any) -> Ask:
    def ask(world: World) -> TestResponse:
        headers = {"Accept-Language": language, **({"Cookie": f"session={SESSION}"} if signed_in else {})}
        return world.door.client.get(path, query_string=query, headers=headers)

    return ask


def post(path: str, fields: dict[str, str]) -> Ask:
    return lambda world: world.door.client.post(path, data=fields, headers={"Sec-Fetch-Site": "same-origin"})


def sign_in(worlds: TwoWorlds, seat: int | None) -> None:
    """Sign the player of a seat in, by the same cookie in both worlds."""
    for world in worlds if seat is not None else ():
        digest = hashlib.sha256(SESSION.encode()).hexdigest()
        world.house.mailboxes.keep_session(digest, world.people[seat - 1].id)  # type: ignore[operator]


DRILLS = tuple(
    Drill(
        f"page-pairs_{name}",
        partial(run, name=name),
        full=200,
        short=6,
        is_sound=lambda report: not report["differences"],
        alone=False,
    )
    for name in GAMES
)
