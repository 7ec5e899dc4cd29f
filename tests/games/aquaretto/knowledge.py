"""What the tests know of Aquaretto: its options, its invariants, what it hides."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.engine import Setup, State, Step, Viewer
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.games.aquaretto.helping import CELLS, GAME, texts
from tests.games.knowing import SHARED_BY_TRUCKS, Knowledge
from tests.games.zooloretto.knowledge import KNOWLEDGE as ZOOLORETTO

SPECIES = "DOSTHCPB"
REMOVED = {2: 3, 3: 2, 4: 1, 5: 0}
CAPACITIES = {2: [3, 2, 1], 3: [3] * 3, 4: [3] * 4, 5: [3] * 5}
MAIN_STACK = {2: 50, 3: 61, 4: 72, 5: 83}
ROUNDS = {2: (8, 40), 3: (6, 30), 4: (6, 26), 5: (5, 24)}
COINS_IN_BOX = 30
COWORKERS = 16
BASE = [
    "J13",
    "K13",
    "L13",
    "I12",
    "J12",
    "K12",
    "L12",
    "M12",
    "I11",
    "J11",
    "K11",
    "L11",
    "M11",
    "J10",
    "K10",
    "L10",
    "M10",
    "K9",
    "L9",
]


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise AssertionError(why)


def random_options(players: int, chance: random.Random) -> dict[str, Any]:
    return {
        "species_removed": chance.choice(["random", chance.sample("THCPB", REMOVED[players])]),
        "start_player": chance.choice(["random", chance.randint(1, players)]),
        "offspring_trainable": chance.random() < 0.5,
    }


def play_and_judge(players: int, options: dict[str, Any], chance: random.Random, name: str) -> Counter[str]:
    """One whole random game, every state of it judged by the invariants of the rule book.

    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "drill", [b""] * players)
    setup = GAME.deal(players, options, shuffle)
    all_tiles: Counter[str] = Counter(GAME.write_setup(setup)["deck"])
    state = GAME.start(setup)
    seen = _Seen()
    number = draws = 0
    _judge(GAME.view(state, None), GAME.facts(state), seen, all_tiles, f"{name}, start")
    while owed := GAME.decisions(state):
        seat = owed[0].seat
        steps = GAME.legal_steps(state, seat)
        _demand(len(owed) == 1 and len(steps) > 0, f"{name}: nothing to do after step {number}")
        written = [GAME.write(step) for step in steps]
        _demand(len(set(written)) == len(written), f"{name}: a step stands twice after step {number}")
        step = chance.choice(_mixed(steps, chance))
        state, effects = GAME.play(state, seat, step)
        number += 1
        draws += GAME.write(step) == "D"
        seen.note(effects)
        where = f"{name}, step {number} {GAME.write(step)}"
        _judge(GAME.view(state, None), GAME.facts(state), seen, all_tiles, where)
        if number % 5 == 0:
            _demand(GAME.restore(setup, GAME.save(state)) == state, f"{where}: save and restore")
    fewest, most = ROUNDS[players]
    _demand(fewest <= GAME.facts(state)["round"] <= most, f"{name}: rounds")
    _demand(MAIN_STACK[players] < draws <= MAIN_STACK[players] + sum(CAPACITIES[players]), f"{name}: draws")
    _judge_result(GAME.result(state), f"{name}, result")
    return Counter(steps=number)


def _mixed(steps: Any, chance: random.Random) -> Any:
    """Places of expansions and coworkers crowd the list: half of the time choose among the others."""
    others = [step for step in steps if GAME.parts(step)["kind"] not in ("expand", "move-coworker")]
    return others if others and chance.random() < 0.5 else steps


class _Seen:
    """What the effects told: coin tiles taken, tiles that left the game; and the zoos that were judged."""

    def __init__(self) -> None:
        self.coin_tiles = 0
        self.removed: Counter[str] = Counter()
        self.last_round = False
        self.judged: dict[int, tuple[Mapping[str, Any], Counter[str]]] = {}

    def pairs_of(self, zoo: Mapping[str, Any], where: str) -> Counter[str]:
        """The pairs of a zoo by species; it is judged anew only when it is another than before."""
        before, pairs = self.judged.get(zoo["seat"], ({}, Counter()))
        if zoo != before:
            pairs = _judge_zoo(zoo, where)
            self.judged[zoo["seat"]] = (zoo, pairs)
        return pairs

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
    hand = [tile for tile in view["hand"] if tile != "W" and not tile.endswith("Y")]
    tiles: Counter[str] = Counter(hand) + Counter(view["removed"])
    born: Counter[str] = Counter()
    for zoo in view["zoos"]:
        born += seen.pairs_of(zoo, where)
        tiles.update(zoo["depot"])
        tiles.update(each["tile"] for each in zoo["tiles"])
    _demand(all(count <= 2 for count in born.values()), f"{where}: more than two offspring of a species")
    due = [tile for tile in view["hand"] if tile.endswith("Y")]
    young = Counter({tile[0]: count for tile, count in (tiles + Counter(due)).items() if tile.endswith("Y")})
    _demand(young == born, f"{where}: as many offspring as pairs")
    coworkers = sum(
        zoo["cashiers"] + zoo["keepers"] + zoo["managers"] + len(zoo["trainers"]) for zoo in view["zoos"]
    )
    _demand(coworkers + view["hand"].count("W") <= COWORKERS, f"{where}: coworkers")
    for truck, capacity in zip(view["trucks"], CAPACITIES[players], strict=True):
        _demand(truck["capacity"] == capacity and len(truck["tiles"]) <= capacity, f"{where}: truck too full")
        _demand(not (truck["taken_by"] and truck["tiles"]), f"{where}: a taken truck is empty")
        tiles.update(truck["tiles"])
    money = view["bank"] + sum(view["coins"])
    _demand(money == COINS_IN_BOX + seen.coin_tiles, f"{where}: bank and coins")
    _demand(min(view["coins"]) >= 0 and view["bank"] >= 0, f"{where}: a purse below 0")
    takers = [truck["taken_by"] for truck in view["trucks"] if truck["taken_by"]]
    _demand(len(set(takers)) == len(takers), f"{where}: two trucks for one seat")
    _demand(len(view["trucks"]) - len(takers) >= players - len(takers), f"{where}: trucks left")
    _demand(Counter(view["removed"]) == seen.removed, f"{where}: tiles that left the game")
    _demand(view["last_round"] == seen.last_round == (facts["left"] < 15), f"{where}: last round")
    _demand(view["left"] == facts["left"] == view["main_stack"] + view["reserve"], f"{where}: stacks")
    # Every tile of the deck is undrawn, in sight, or was a coin tile that became a coin.
    of_deck = Counter({tile: count for tile, count in tiles.items() if not tile.endswith("Y")})
    of_deck["$"] += seen.coin_tiles
    _demand(of_deck <= all_tiles, f"{where}: more tiles than the game has")
    _demand(of_deck.total() + facts["left"] == all_tiles.total(), f"{where}: tiles lost")


def _judge_zoo(zoo: Mapping[str, Any], where: str) -> Counter[str]:
    """Judge one zoo; gives its pairs by species."""
    spaces = set(zoo["spaces"])
    _demand(len(spaces) == len(zoo["spaces"]) and spaces >= set(BASE), f"{where}: spaces")
    sizes = Counter(each["size"] for each in zoo["expansions"])
    _demand(len(spaces) == len(BASE) + 4 * sizes["L"] + 3 * sizes["S"], f"{where}: expansions overlap")
    _demand(max(sizes.values(), default=0) <= 2, f"{where}: more than two expansions of a size")
    cells = [each["cell"] for each in zoo["tiles"]] + zoo["trainers"]
    _demand(len(set(cells)) == len(cells) and set(cells) <= spaces, f"{where}: one thing on a space")
    _demand(zoo["cashiers"] <= 2 and zoo["keepers"] <= 2 and zoo["managers"] <= 1, f"{where}: crew")
    at = {each["cell"]: each["tile"] for each in zoo["tiles"]}
    species = {tile[0] for tile in at.values()}
    _demand(len(species) <= 3 + sizes["L"] == zoo["species_allowed"], f"{where}: species")
    for cell, tile in at.items():
        for other in beside(cell):
            _demand(at.get(other, tile)[0] == tile[0], f"{where}: two species touch at {cell}")
    pairs: Counter[str] = Counter()
    for letter in species:
        own = {cell for cell, tile in at.items() if tile[0] == letter}
        _demand(_is_connected(own), f"{where}: the basin of {letter} falls apart")
        marks = Counter(at[cell][1] for cell in own)
        pairs[letter] = min(marks["F"], marks["M"])
    return +pairs


def beside(cell: str) -> list[str]:
    """The names of the edge neighbours of a cell, on the grid or not."""
    column, row = cell[0], int(cell[1:])
    return [
        f"{column}{row - 1}",
        f"{column}{row + 1}",
        f"{chr(ord(column) - 1)}{row}",
        f"{chr(ord(column) + 1)}{row}",
    ]


def near(spaces: list[str]) -> list[str]:
    """The cells at most three steps away: where the box of an expansion that touches a space can begin."""
    found = set(spaces)
    for _ in range(3):
        found |= {other for cell in found for other in beside(cell)}
    return [cell for cell in CELLS if cell in found]


def _is_connected(cells: set[str]) -> bool:
    reached = set(list(cells)[:1])
    while further := {other for cell in reached for other in beside(cell) if other in cells} - reached:
        reached |= further
    return reached == cells


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


def readable(state: State) -> Mapping[str, Step]:
    """The steps about what lies in sight, on cells near the zoo of the seat to act: others can't be played now."""
    view = GAME.view(state, None)
    zoo = view["zoos"][(state.seat or 1) - 1]
    cells = near(zoo["spaces"])
    tiles = {*view["hand"], *(tile for truck in view["trucks"] for tile in truck["tiles"])} - {"$", "W"}
    tiles |= {each["depot"][-1] for each in view["zoos"] if each["depot"]}
    origins = ["C", "K", "M", "K12", "I9", *zoo["trainers"]]
    written = dict.fromkeys(texts(view["players"], cells, sorted(tiles), origins))
    return {text: GAME.read(text, state, state.seat or 1) for text in written}


KNOWLEDGE = Knowledge(
    random_options=random_options,
    play_and_judge=play_and_judge,
    hidden_items=hidden_items,
    setup_of=setup_of,
    readable=readable,
    # The rules by concern: rules.py names the decisions, the files beside it hold their sections of the rule book.
    mutated=(
        "rules.py",
        "placing.py",
        "money.py",
        "building.py",
        "grid.py",
        "ground.py",
        "zoo.py",
        "setup.py",
        "scoring.py",
        "view.py",
        *SHARED_BY_TRUCKS,
    ),
    endings=ZOOLORETTO.endings,  # a match ends and ties are broken as there
    equivalent={
        r"\+ .*zip\(.*, strict=None\)": "the lists are of one length by construction; `strict` only guards that",
        r"\+\w+ = TypeVar\(None\)": "the name of a type variable is seen by nobody at run time",
        r"\+@lru_cache\(\d+\)": "how many results a memo keeps is seen by nobody",
    },
)
