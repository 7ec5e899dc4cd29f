"""What the tests know of Zooloretto: its options, its invariants, what it hides."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.engine import Result, Setup, State, Viewer
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from referee.games.zooloretto.steps import readable
from tests.games.knowing import SHARED_BY_TRUCKS, Knowledge

GAME = game_named("zooloretto")
SPECIES = "CEFKLMPZ"
SPACES = {"5": (5, 1), "4": (4, 2), "6": (6, 1), "X1": (5, 1), "X2": (5, 1)}
REMOVED = {2: 3, 3: 2, 4: 1, 5: 0}
EXPANSIONS = {2: 2, 3: 1, 4: 1, 5: 1}
CAPACITIES = {2: [3, 2, 1], 3: [3] * 3, 4: [3] * 4, 5: [3] * 5}
MAIN_PILE = {2: 64, 3: 75, 4: 86, 5: 97}
ROUNDS = {2: (11, 33), 3: (9, 26), 4: (8, 22), 5: (7, 20)}
COINS_IN_BOX = 30


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise AssertionError(why)


def random_options(players: int, chance: random.Random) -> dict[str, Any]:
    return {
        "species_removed": chance.choice(["random", chance.sample(SPECIES, REMOVED[players])]),
        "start_player": chance.choice(["random", chance.randint(1, players)]),
        "show_remaining_tiles": chance.random() < 0.5,
        "bank_is_finite": chance.random() < 0.5,
        "stall_move_to_barn": chance.random() < 0.5,
    }


def play_and_judge(players: int, options: dict[str, Any], chance: random.Random, name: str) -> Counter[str]:
    """One whole random game, every state of it judged by the invariants of the rule book.

    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "drill", [b""] * players)
    setup = GAME.deal(players, options, shuffle)
    written = GAME.write_setup(setup)
    all_tiles: Counter[str] = Counter(written["deck"])
    state = GAME.start(setup)
    seen = _Seen()
    number = draws = 0
    _judge(GAME.view(state, None), GAME.facts(state), seen, all_tiles, f"{name}, start")
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = GAME.legal_steps(state, seat)
        _demand(len(owed) == 1 and len(steps) > 0, f"{name}: nothing to do after step {number}")
        texts = [GAME.write(step) for step in steps]
        _demand(len(set(texts)) == len(texts), f"{name}: a step stands twice after step {number}")
        step = chance.choice(_mixed(steps, chance))
        state, effects = GAME.play(state, seat, step)
        number += 1
        draws += GAME.write(step) == "D"
        seen.note(effects)
        where = f"{name}, step {number} {GAME.write(step)}"
        _judge(GAME.view(state, None), GAME.facts(state), seen, all_tiles, where)
        _demand(GAME.restore(setup, GAME.save(state)) == state, f"{where}: save and restore")
    fewest, most = ROUNDS[players]
    _demand(fewest <= GAME.facts(state)["round"] <= most, f"{name}: rounds")
    _demand(MAIN_PILE[players] < draws <= MAIN_PILE[players] + sum(CAPACITIES[players]), f"{name}: draws")
    _judge_result(GAME.result(state), f"{name}, result")
    return Counter(steps=number)


def _mixed(steps: Any, chance: random.Random) -> Any:
    """Money actions crowd the list when purses are full: half of the time choose among the others."""
    others = [step for step in steps if GAME.parts(step)["kind"] in ("draw", "load", "take", "place")]
    return others if others and chance.random() < 0.5 else steps


class _Seen:
    """What the effects told: coin tiles taken, offspring, tiles that left the game."""

    def __init__(self) -> None:
        self.coin_tiles = 0
        self.removed: Counter[str] = Counter()
        self.last_round = False

    def note(self, effects: Any) -> None:
        for effect in effects:
            if effect.kind == "coins" and effect.detail["reason"] == "coin-tiles":
                self.coin_tiles += effect.detail["amount"]
            if effect.kind == "removed":
                self.removed.update(effect.detail["tiles"])
            if effect.kind == "last-round":
                self.last_round = True


def _judge(
    view: Mapping[str, Any], facts: Mapping[str, Any], seen: _Seen, all_tiles: Counter[str], where: str
) -> None:
    players = view["players"]
    tiles: Counter[str] = Counter(view["hand"]) + Counter(view["removed"])
    for zoo in view["zoos"]:
        _judge_zoo(zoo, players, where)
        tiles.update(zoo["barn"])
        for area in zoo["areas"]:
            tiles.update(area["animals"] + area["stalls"])
    for truck, capacity in zip(view["trucks"], CAPACITIES[players], strict=True):
        _demand(truck["capacity"] == capacity and len(truck["tiles"]) <= capacity, f"{where}: truck too full")
        _demand(not (truck["taken_by"] and truck["tiles"]), f"{where}: a taken truck is empty")
        tiles.update(truck["tiles"])
    _judge_species(tiles, where)
    money = view["bank"] + sum(view["coins"])
    _demand(money == COINS_IN_BOX + seen.coin_tiles, f"{where}: bank and coins")
    _demand(min(view["coins"]) >= 0, f"{where}: a purse below 0")
    _demand(view["bank"] >= 0 or not view["options"]["bank_is_finite"], f"{where}: the bank below 0")
    takers = [truck["taken_by"] for truck in view["trucks"] if truck["taken_by"]]
    _demand(len(set(takers)) == len(takers), f"{where}: two trucks for one seat")
    _demand(len(view["trucks"]) - len(takers) >= players - len(takers), f"{where}: trucks left")
    _demand(Counter(view["removed"]) == seen.removed, f"{where}: tiles that left the game")
    _demand(view["last_round"] == seen.last_round == (facts["left"] < 15), f"{where}: last round")
    if view["options"]["show_remaining_tiles"]:
        _demand(view["left"] == facts["left"] == view["main_pile"] + view["end_pile"], f"{where}: piles")
    else:
        _demand(not view.keys() & {"left", "main_pile", "end_pile"}, f"{where}: piles are not shown")
    # Every square tile is undrawn, in sight, or was a coin tile that became a coin.
    square = Counter({t: n for t, n in _unmated(tiles).items() if not t.endswith("O")})
    square["$"] += seen.coin_tiles
    _demand(square <= all_tiles, f"{where}: more tiles than the game has")
    _demand(square.total() + facts["left"] == all_tiles.total(), f"{where}: tiles lost")


def _judge_zoo(zoo: Mapping[str, Any], players: int, where: str) -> None:
    names = [area["area"] for area in zoo["areas"]]
    _demand(
        names == list(SPACES)[: len(names)] and 3 <= len(names) <= 3 + EXPANSIONS[players], f"{where}: areas"
    )
    for area in zoo["areas"]:
        animals, stalls = area["animals"], area["stalls"]
        spaces, stall_spaces = SPACES[area["area"]]
        _demand(len({tile[0] for tile in animals}) <= 1, f"{where}: two species in {area['area']}")
        _demand(len(animals) <= spaces and len(stalls) <= stall_spaces, f"{where}: {area['area']} too full")
        _demand(all(tile[0] in SPECIES for tile in animals), f"{where}: no animal in {area['area']}")
        _demand(
            all(tile in ("S1", "S2", "S3", "S4") for tile in stalls), f"{where}: no stall at {area['area']}"
        )
        forms = {tile[1:] for tile in animals}
        _demand(not {"M", "F"} <= forms, f"{where}: an unmated pair in {area['area']}")


def _judge_species(tiles: Counter[str], where: str) -> None:
    for species in SPECIES:
        born = tiles[species + "O"]
        mated = (tiles[species + "M+"], tiles[species + "F+"])
        _demand(mated == (born, born) and born <= 2, f"{where}: offspring of {species}")


def _unmated(tiles: Counter[str]) -> Counter[str]:
    unmated: Counter[str] = Counter()
    for tile, number in tiles.items():
        unmated[tile.rstrip("+")] += number
    return unmated


def _judge_result(result: Any, where: str) -> None:
    standings = [
        (score, entry["coins"]) for score, entry in zip(result.scores, result.breakdown, strict=True)
    ]
    for one, rank in zip(standings, result.ranks, strict=True):
        _demand(rank == 1 + sum(other > one for other in standings), f"{where}: ranks")
    for score, entry in zip(result.scores, result.breakdown, strict=True):
        lines = [points for key, points in entry.items() if key not in ("total", "coins")]
        _demand(score == entry["total"] == sum(lines), f"{where}: total")


def hidden_items(state: State, viewer: Viewer) -> list[str]:
    """The undrawn tiles, hidden from all alike."""
    return list(state.setup.deck[state.drawn :])


def setup_of(state: State, imagined: State) -> Setup:
    """The tiles that were drawn, and then those of the imagined state."""
    return replace(state.setup, deck=state.setup.deck[: state.drawn] + tuple(hidden_items(imagined, None)))


def _totals(result: Result) -> list[tuple[int, int]]:
    return [(score, entry["coins"]) for score, entry in zip(result.scores, result.breakdown, strict=True)]


def _coins_decide(state: State, result: Result) -> bool:
    """Do two seats share the best score, and does one of them win by its coins?"""
    best = sorted(_totals(result), reverse=True)[:2]
    return best[0][0] == best[1][0] and best[0][1] != best[1][1]


def _first_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(1) == 2


def _second_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(2) == 2


KNOWLEDGE = Knowledge(
    random_options=random_options,
    play_and_judge=play_and_judge,
    hidden_items=hidden_items,
    setup_of=setup_of,
    readable=lambda state: readable(state.setup.players),
    # The rules by concern: rules.py names the decisions, the files beside it hold their sections of the rule book.
    mutated=(
        "rules.py",
        "placing.py",
        "money.py",
        "pens.py",
        "zoo.py",
        "setup.py",
        "scoring.py",
        "view.py",
        *SHARED_BY_TRUCKS,
    ),
    endings={
        "coins-decide": (2, _coins_decide),
        "first-place-shared": (3, _first_place_is_shared),
        "second-place-shared": (4, _second_place_is_shared),
    },
    equivalent={
        r"\+ .*zip\(.*, strict=None\)": "the lists are of one length by construction; `strict` only guards that",
        r"\+ +mask = masks\.get\(None\)": "what a memo does not find is worked out anew, and is the same",
        r"\+\w+ = TypeVar\(None\)": "the name of a type variable is seen by nobody at run time",
    },
)
