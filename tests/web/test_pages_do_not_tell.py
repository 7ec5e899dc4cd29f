"""Two worlds that look the same to a viewer give him the same pages, byte by byte; a planted leak is found.

design section 5, "Non-interference"; faults.md A54, A55.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from referee.games.registry import GAMES
from referee.games.zooloretto import rules
from referee.matches.links import turn_token, write_token
from referee.matches.match import Match
from referee.settings import Settings
from referee.web import matches
from referee.words import stories
from tests.api.two_worlds import TwoWorlds, World
from tests.drills.noninterference import two_worlds

PAIRS = 200
PAIRS_THAT_SHOW_A_LEAK = 12
SESSION = "s" * 43
Ask = Callable[[World], TestResponse]


@pytest.fixture
def worlds(
    settings: Settings, log: Redis, cache: Redis, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TwoWorlds]:
    """Two worlds on the test servers, whose forms get the same random words."""
    monkeypatch.setattr(matches.secrets, "token_hex", lambda count: "0" * 2 * count)
    return two_worlds(settings.redis_url, settings.cache_url, seed=11)


def pages(match: Match, viewer: int | None, world: World) -> Mapping[str, Ask]:
    """Every page that a viewer may look at in the midst of a match, and forms that are refused."""
    asked: dict[str, Ask] = {
        "the match": get(f"/matches/{match.id}"),
        "the match, Spanish": get(f"/matches/{match.id}", language="es"),
        "the start page": get("/"),
    }
    if viewer is None:
        return asked
    key = world.house.link_key
    token = turn_token(match, viewer)
    link, old = write_token(token, key), write_token(token._replace(base=match.players + 2), key)
    legal = [match.rules.write(step) for step in match.rules.legal_steps(match.state, viewer)]
    asked |= {
        "my matches": get("/me", signed_in=True),
        "the match, signed in": get(f"/matches/{match.id}", signed_in=True),
        "the turn": get(f"/m/{link}"),
        "the turn, Spanish": get(f"/m/{link}", language="es"),
        "the turn, signed in": get(f"/m/{link}", signed_in=True),
        "an old turn": get(f"/m/{old}"),
        "a quick link": get(f"/m/{link}/2"),
        "a draw": get(f"/m/{link}", step="D"),
        "a draw and more": get(f"/m/{link}", step=["D", "L1"]),
        "a line": get(f"/m/{link}", line="t1 d d"),
        "no line": get(f"/m/{link}", line="T9"),
        "an untouched form": post(f"/m/{link}", {"link": link, "step": "D"}),
        "a form without its link": post(f"/m/{link}", {"step": "D"}),
    }
    for step in legal[:2] + legal[-1:]:
        asked[f"the step {step}"] = get(f"/m/{link}", step=step)
    return asked


def get(path: str, language: str = "en", signed_in: bool = False, **query: Any) -> Ask:
    def ask(world: World) -> TestResponse:
        headers = {"Accept-Language": language, **({"Cookie": f"session={SESSION}"} if signed_in else {})}
        return world.door.client.get(path, query_string=query, headers=headers)

    return ask


def post(path: str, fields: dict[str, str]) -> Ask:
    return lambda world: world.door.client.post(path, data=fields, headers={"Sec-Fetch-Site": "same-origin"})


def noted(ask: Ask, statuses: set[int]) -> Ask:
    """The same question, with the status of its answer noted."""

    def asked(world: World) -> TestResponse:
        answer = ask(world)
        statuses.add(answer.status_code)
        return answer

    return asked


def sign_in(worlds: TwoWorlds, seat: int | None) -> None:
    """Sign the player of a seat in, by the same cookie in both worlds."""
    for world in worlds if seat is not None else ():
        digest = hashlib.sha256(SESSION.encode()).hexdigest()
        world.house.mailboxes.keep_session(digest, world.people[seat - 1].id)  # type: ignore[operator]


def compare(worlds: TwoWorlds, count: int) -> tuple[list[str], set[int]]:
    """The differences of so many pairs, in words, and the statuses that were compared."""
    found: list[str] = []
    statuses: set[int] = set()
    done = number = 0
    with worlds.installed():
        while done < count:
            number += 1
            players = 2 + number % 4
            worlds.begin(players, {"show_remaining_tiles": number % 2 == 0}, "public")
            is_running = True
            while is_running and done < count:
                is_running = worlds.play(worlds.chance.randint(3, 30))
                owing = [decision.seat for decision in worlds.one.load().decisions()]
                for viewer in [None, *owing[:1], worlds.chance.randint(1, players)]:
                    worlds.imagine(viewer)
                    sign_in(worlds, viewer)
                    for name, ask in pages(worlds.one.load(), viewer, worlds.one).items():
                        difference = worlds.compare(noted(ask, statuses))
                        if difference:
                            found.append(f"match {number}, viewer {viewer}, {name}: {difference}")
                    done += 1
    return found, statuses


def test_pages_do_not_depend_on_what_is_hidden_from_their_reader(worlds: TwoWorlds) -> None:
    """200 pairs of worlds through every page of a match."""
    found, statuses = compare(worlds, PAIRS)
    assert found[:3] == []
    assert {200, 403, 422} <= statuses


def test_a_leak_into_the_choices_of_a_page_is_found(
    worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(state: Any, seat: int) -> Any:
        low = bool(state.left) and state.setup.deck[state.drawn] < "K"
        return list(rules.legal_steps(state, seat))[: None if low else 1]

    monkeypatch.setattr(type(GAMES["zooloretto"]), "legal_steps", staticmethod(leaking))
    assert compare(worlds, PAIRS_THAT_SHOW_A_LEAK)[0] != []


def test_a_leak_into_the_story_of_a_page_is_found(worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [""]
    view = type(GAMES["zooloretto"]).view

    def viewed(state: Any, viewer: int | None) -> Any:
        seen[0] = state.setup.deck[state.drawn] if state.left else ""
        return view(state, viewer)

    tell = stories.told_step
    monkeypatch.setattr(type(GAMES["zooloretto"]), "view", staticmethod(viewed))
    monkeypatch.setattr(stories, "told_step", lambda *given: tell(*given) + " " * (seen[0] < "K") + ".")
    assert compare(worlds, PAIRS_THAT_SHOW_A_LEAK)[0] != []
