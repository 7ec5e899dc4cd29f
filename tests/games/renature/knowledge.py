"""What the tests know of Renature: its invariants, judged by the rule book's own words, and what it hides."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from referee.games.engine import Result, Setup, State, Step, Viewer
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.games.knowing import Knowledge

GAME = game_named("renature")
ANIMALS = "BNSFTAWQOD"
ROWS = [
    "...............",
    ".AA.BB.C.DD.EE.",
    ".......C.......",
    ".FF.GG.C.HH.II.",
    ".F..GG...HH..I.",
    ".FF....J....II.",
    "....K.JJJ.L....",
    ".KKKK.....LLLL.",
    ".K....MMM....L.",
    "...N.MM.MM.P...",
    ".NNN.......PPP.",
    ".NNNN.QQQ.PPPP.",
    "......QQQ......",
    ".RR.QQQQQQQ.SS.",
    "...............",
]
PRINTED = {
    f"{column}{row}": letter
    for row, letters in enumerate(ROWS, 1)
    for column, letter in zip("abcdefghijklmno", letters, strict=True)
}
BLOCKS = {2: 26, 3: 18, 4: 13}
CAPACITIES = {
    2: ((5, 3, 2, 1), (6, 4, 3, 2)),
    3: ((5, 3, 2, 1), (2, 1, 1, 1)),
    4: ((3, 2, 2, 1), (2, 1, 1, 1)),
}


@cache
def neighbours(space: str) -> list[str]:
    column, row = ord(space[0]), int(space[1:])
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{chr(x)}{y}" for x, y in beside if f"{chr(x)}{y}" in PRINTED]


SHORES = {
    area: {
        near
        for space, letter in PRINTED.items()
        if letter == area
        for near in neighbours(space)
        if PRINTED[near] == "."
    }
    for area in "ABCDEFGHIJKLMNPQRS"
}


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise AssertionError(why)


def play_and_judge(players: int, options: dict[str, Any], chance: random.Random, name: str) -> Counter[str]:
    """One whole random game, every state of it judged by the invariants of the rule book.

    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "drill", [b""] * players)
    setup = GAME.deal(players, options, shuffle)
    state = GAME.start(setup)
    game = _Playing(players)
    game.judge(state, f"{name}, start")
    tidy = chance.choice([0.0, 0.5, 0.9])
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = GAME.legal_steps(state, seat)
        _demand(len(owed) == 1 and len(steps) > 0, f"{name}: nothing to do after step {game.steps}")
        texts = [GAME.write(step) for step in steps]
        _demand(len(set(texts)) == len(texts), f"{name}: a step stands twice after step {game.steps}")
        growing = [step for step in steps if GAME.parts(step)["kind"] in ("place", "plant")]
        step = chance.choice(growing if growing and chance.random() < tidy else steps)
        where = f"{name}, step {game.steps + 1} {GAME.write(step)}"
        if GAME.parts(step)["kind"] == "place":
            game.judge_placement(GAME.view(state, None), GAME.parts(step), where)
        before = GAME.view(state, None)
        after, effects = GAME.play(state, seat, step)
        game.note(before, GAME.parts(step), effects, where)
        _judge_reveals(GAME.reveals(state, seat, step), effects, where)
        state = after
        game.judge(state, where)
        _demand(GAME.restore(setup, GAME.save(state)) == state, f"{where}: save and restore")
    game.judge_end(state, f"{name}, end")
    return Counter(steps=game.steps, closed=game.closed, discards=game.discards)


def _judge_reveals(reveals: bool, effects: Any, where: str) -> None:
    hidden = {effect.kind for effect in effects} & {"drawn", "back", "final"}
    _demand(reveals == bool(hidden), f"{where}: reveals")


class _Playing:
    """What was told of one game so far."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.steps = self.closed = self.discards = self.spent = 0
        self.points: Counter[int] = Counter()
        self.shut: list[bool] = []
        self.laid = -1

    def judge_placement(self, view: Mapping[str, Any], placed: Mapping[str, Any], where: str) -> None:
        """The words of rule book 4.1."""
        lying = covered(view)
        halves = {placed["first"]: placed["domino"][0], placed["second"]: placed["domino"][1]}
        touches = False
        for space, animal in halves.items():
            _demand(PRINTED[space] == "." and space not in lying, f"{where}: not free")
            touches |= space in ("b1", "f1", "j1", "n1")
            for near in neighbours(space):
                if near in lying:
                    touches = True
                    matches = animal == lying[near] or view["joker"] in (animal, lying[near])
                    _demand(matches, f"{where}: no match")
        _demand(placed["second"] in neighbours(placed["first"]), f"{where}: not adjacent")
        _demand(touches, f"{where}: not connected")

    def note(self, before: Mapping[str, Any], step: Mapping[str, Any], effects: Any, where: str) -> None:
        self.steps += 1
        self.discards += step["kind"] == "discard"
        if step["kind"] == "plant":
            area = PRINTED[step["space"]]
            lying = {
                space: animal for space, animal in covered(before).items() if space not in before["last"]
            }
            _demand(
                not is_closed(area, lying), f"{where}: a plant in an area that was closed before the domino"
            )
        for effect in effects:
            if effect.kind == "points":
                self.points[effect.seat] += effect.detail["amount"]
            if effect.kind == "token":
                self.closed += 1
            if effect.kind == "clouds" and effect.detail["reason"] == "cost":
                self.spent -= effect.detail["amount"]
            if effect.kind == "dropped":
                self.spent += effect.detail["amount"]

    def judge(self, state: State, where: str) -> None:
        view, facts = GAME.view(state, None), GAME.facts(state)
        self._judge_dominoes(state, view, where)
        self._judge_plants(view, where)
        clouds = [seat["clouds"] for seat in view["seats"]]
        _demand(all(0 <= count <= 6 for count in clouds), f"{where}: clouds of a board")
        left = sum(clouds) + view["waiting"] + sum(spot["clouds"] for spot in view["sky"])
        _demand(left + self.spent == 6 * self.players + 6, f"{where}: clouds lost")
        _demand(
            (facts["next"] == "OVER") == (view["decisions"] == []) and facts["waiting"] == view["waiting"],
            f"{where}: next",
        )
        if view["decisions"]:
            order = [(seat["seat"] - view["start"]) % self.players for seat in view["seats"]]
            for seat, position in zip(view["seats"], order, strict=True):
                expected = 4 - position + self.points[seat["seat"]]
                _demand(seat["score"] == expected, f"{where}: score of seat {seat['seat']}")
        self._judge_areas(view, where)

    def _judge_dominoes(self, state: State, view: Mapping[str, Any], where: str) -> None:
        placed = [domino["domino"] for domino in view["dominoes"]]
        _demand(len(covered(view)) == 2 * len(placed), f"{where}: two dominoes on a space")
        for seat in view["seats"]:
            _demand(seat["hand"] <= 3, f"{where}: hand")
            at_start = view["decisions"] and view["decisions"][0]["name"] == "START"
            if at_start and seat["reserve"]:
                _demand(seat["hand"] == 3, f"{where}: a hand is not refilled")
        everywhere = Counter(placed) + Counter(state.setup.unused)
        for seat in range(1, self.players + 1):
            hand, reserve = state.hands[seat - 1], state.setup.reserves[seat - 1][state.drawn[seat - 1] :]
            everywhere.update((*hand, *reserve, *state.discards[seat - 1]))
        _demand(len(everywhere) == 55 == everywhere.total(), f"{where}: dominoes lost")

    def _judge_plants(self, view: Mapping[str, Any], where: str) -> None:
        own, neutral = CAPACITIES[self.players]
        grown: Counter[tuple[str, int]] = Counter(
            (plant["colour"], plant["type"]) for plant in view["plants"]
        )
        _demand(
            len({plant["space"] for plant in view["plants"]}) == len(view["plants"]), f"{where}: two plants"
        )
        for plant in view["plants"]:
            _demand(PRINTED[plant["space"]] == plant["area"] != ".", f"{where}: a plant in no area")
        for value in range(1, 5):
            left = 0
            for seat in view["seats"]:
                count = seat["own"][value - 1]
                _demand(count + grown[seat["colour"], value] == own[value - 1], f"{where}: own plants")
                _demand(seat["neutral"][value - 1] <= neutral[value - 1], f"{where}: capacity")
                left += seat["neutral"][value - 1]
            total = neutral[value - 1] * self.players
            _demand(left + grown["neutral", value] == total, f"{where}: neutral plants")

    def _judge_areas(self, view: Mapping[str, Any], where: str) -> None:
        if self.laid != len(view["dominoes"]):
            lying = covered(view)
            self.shut = [is_closed(area, lying) for area in SHORES]
            self.laid = len(view["dominoes"])
        phase = view["decisions"][0]["name"] if view["decisions"] else "OVER"
        for area, shut in zip(view["areas"], self.shut, strict=True):
            if area["taken_by"]:
                _demand(shut, f"{where}: token of open area {area['area']}")
            elif phase in ("START", "END", "OVER"):
                _demand(not shut, f"{where}: closed area {area['area']} keeps its token")

    def judge_end(self, state: State, where: str) -> None:
        view, result = GAME.view(state, None), GAME.result(state)
        _demand(all(seat["hand"] == seat["reserve"] == 0 for seat in view["seats"]), f"{where}: hands")
        laid = len(view["dominoes"])
        _demand(laid + self.discards == self.players * BLOCKS[self.players], f"{where}: dominoes played")
        standings = []
        for seat, score, lines in zip(view["seats"], result.scores, result.breakdown, strict=True):
            parts = [points for key, points in lines.items() if key not in ("total", "tokens")]
            _demand(seat["score"] == score == lines["total"] == sum(parts), f"{where}: total")
            _demand(lines["tokens"] == len(seat["tokens"]), f"{where}: tokens")
            standings.append((score, lines["tokens"]))
        for one, rank in zip(standings, result.ranks, strict=True):
            _demand(rank == 1 + sum(other > one for other in standings), f"{where}: ranks")


def covered(view: Mapping[str, Any]) -> dict[str, str]:
    """Every covered space and its animal."""
    lying = {half["space"]: half["animal"] for half in view["halves"]}
    for placed in view["dominoes"]:
        lying[placed["first"]], lying[placed["second"]] = placed["domino"]
    return lying


def is_closed(area: str, lying: Mapping[str, str]) -> bool:
    """The words of rule book 4.5: every stream space next to the area is covered or isolated."""

    for space in SHORES[area]:
        if space not in lying:
            for near in neighbours(space):
                if PRINTED[near] == "." and near not in lying:
                    return False
    return True


def hidden_items(state: State, viewer: Viewer) -> list[str]:
    """Hands and discards of the others, all reserves, the undealt dominoes, the backs that the viewer has not seen."""
    items: list[str] = []
    for seat in range(1, state.setup.players + 1):
        if seat != viewer:
            items += (*state.hands[seat - 1], *state.discards[seat - 1])
        items += state.setup.reserves[seat - 1][state.drawn[seat - 1] :]
    items += state.setup.unused
    backs = {row["id"]: row["back"] for row in GAME.components["area_tokens"]["list"]}
    for token, taker in zip(state.setup.tokens, state.takers, strict=True):
        # The sizes 3, 7 and 13 have one token each: nothing is hidden there.
        if token not in ("t3a", "t7a", "t13a") and (viewer is None or taker != viewer):
            items.append(f"{token[:-1]} {backs[token]}")
    return [] if not GAME.decisions(state) else items


def setup_of(state: State, imagined: State) -> Setup:
    """The dominoes that lie on the board stay where they were dealt; the others are those of the imagined state.

    What a seat discarded in the one world it discards in the other from the same place of its block.
    """
    hands, reserves = [], []
    for place in range(state.setup.players):
        block = [*state.setup.hands[place], *state.setup.reserves[place]]
        drawn = state.drawn[place]
        others = dict(zip(state.hands[place], imagined.hands[place], strict=True))
        others.update(zip(state.discards[place], imagined.discards[place], strict=True))
        waiting = state.setup.reserves[place][drawn:]
        others.update(zip(waiting, imagined.setup.reserves[place][imagined.drawn[place] :], strict=True))
        block = [others.get(domino, domino) for domino in block]
        hands.append(tuple(block[:3]))
        reserves.append(tuple(block[3:]))
    return replace(
        state.setup,
        hands=tuple(hands),
        reserves=tuple(reserves),
        unused=imagined.setup.unused,
        tokens=imagined.setup.tokens,
        tokens_box=imagined.setup.tokens_box,
    )


def readable(state: State, everywhere: bool = False) -> dict[str, Step]:
    """The texts that can be read and may be played in this match by the seat to act.

    Left out are placements of dominoes that are not in its hand: there are 2.8 million of them.

    :param everywhere: with texts that no position allows, too: placements on land, plants on the stream.
    """
    texts = ["+0", "DROP", "OK", "AGAIN", "END"]
    texts += [f"X {domino}" for domino in GAME.components["dominoes"]["list"]]
    texts += [f"J {animal}" for animal in ANIMALS]
    for space, area in PRINTED.items():
        if area != "." or everywhere:
            texts.append(f"R {space}")
            texts += [f"+{value}{neutral} {space}" for value in "1234" for neutral in ("", "N")]
    if state.seat:
        texts += placements_of(state.hands[state.seat - 1], everywhere)
    return {text: GAME.read(text, state, 1) for text in texts}


def placements_of(dominoes: tuple[str, ...], everywhere: bool) -> list[str]:
    """The canonical placements of some dominoes on two adjacent spaces, of the stream or anywhere."""
    order = list(PRINTED)
    return [
        f"P {domino} {first}-{second}"
        for domino in dict.fromkeys(dominoes)
        for first in PRINTED
        for second in neighbours(first)
        if (everywhere or PRINTED[first] == PRINTED[second] == ".")
        and (domino[0] != domino[1] or order.index(first) < order.index(second))
    ]


def secrets_of(imagined: State, seat: int, moves: list[list[str]]) -> list[list[str]]:
    """The sealed moves of a seat with the dominoes that it discards in the imagined world."""
    discards = iter(imagined.discards[seat - 1])
    return [[f"X {next(discards)}" if step.startswith("X ") else step for step in move] for move in moves]


def _standings(result: Result) -> list[tuple[int, int]]:
    """Points and tokens, the best first."""
    return sorted(((lines["total"], lines["tokens"]) for lines in result.breakdown), reverse=True)


def _tokens_decide(state: State, result: Result) -> bool:
    """Do two seats share the best score, and does one of them win by its tokens?"""
    first, second, *_ = _standings(result)
    return first[0] == second[0] and first[1] != second[1]


def _first_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(1) == 2


def _second_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(2) == 2


KNOWLEDGE = Knowledge(
    random_options=lambda players, chance: {},
    play_and_judge=play_and_judge,
    hidden_items=hidden_items,
    setup_of=setup_of,
    readable=readable,
    # The rules by concern: rules.py names the decisions, the files beside it hold their sections of the rule book.
    mutated=(
        "rules.py",
        "flow.py",
        "clouds.py",
        "areas.py",
        "stream.py",
        "draft.py",
        "setup.py",
        "scoring.py",
        "view.py",
    ),
    endings={
        "tokens-decide": (4, _tokens_decide),
        "first-place-shared": (2, _first_place_is_shared),
        "second-place-shared": (3, _second_place_is_shared),
    },
    secrets_of=secrets_of,
    equivalent={
        r"\+ .*zip\(.*, strict=None\)": "the lists are of one length by construction; `strict` only guards that",
        r"\+ +(self|longer)\._fits\[joker\] = None": "what a memo does not know is worked out anew, and is the same",
    },
)
