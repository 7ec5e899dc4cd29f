"""What the tests know of Sanssouci: its options, its invariants, what it hides."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.games.engine import Result, Setup, State, Viewer
from referee.games.registry import game_named
from referee.games.sanssouci.steps import READABLE
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.games.knowing import Knowledge

GAME = game_named("sanssouci")
SIDES = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"]
TILES = {2: 45, 3: 63, 4: 81}
SYMBOLS = ["LAB", "STA", "PAV", "FIG", "STE", "FOU", "ROS", "HER", "VIN"]
DECK = ["WO", "WF", "WT", "GO", "GF", "GT", "OF", "OT", *SYMBOLS, "ANY"]
ROUNDS = 18
PRINTED = 15


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise AssertionError(why)


def random_options(players: int, chance: random.Random) -> dict[str, Any]:
    choice = chance.choice(["random", "given", "same"])
    boards = chance.sample("ABCD", players)
    named = {
        "random": None,
        "given": [board + chance.choice("12") for board in boards],
        "same": [chance.choice(SIDES)],
    }
    return {
        "expansion": chance.random() < 0.5,
        "garden_choice": choice,
        "garden_sides": named[choice],
        "stack_choice": chance.random() < 0.5,
        "start_seat": chance.randint(1, players),
    }


def play_and_judge(players: int, options: dict[str, Any], chance: random.Random, name: str) -> Counter[str]:
    """One whole random game, every state of it judged by the invariants of the rule book.

    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "drill", [b""] * players)
    setup = GAME.deal(players, options, shuffle)
    state = GAME.start(setup)
    before = GAME.view(state, None)
    turns = number = 0
    while owed := GAME.decisions(state):
        decision = chance.choice(owed)
        seat = decision.seat
        _demand(len(owed) == 1 or decision.name == "SIDE", f"{name}: several seats at {decision.name}")
        texts = [GAME.write(step) for step in GAME.legal_steps(state, seat)]
        where = f"{name}, step {number}"
        _demand(0 < len(set(texts)) == len(texts) <= 60, f"{where}: legal steps")
        if decision.name == "PLAY":
            _judge_turn(GAME.view(state, None), options, players, where)
        step = chance.choice(GAME.legal_steps(state, seat))
        reveals = GAME.reveals(state, seat, step)
        state, _ = GAME.play(state, seat, step)
        number += 1
        after = GAME.view(state, None)
        _judge_step(before, after, f"{where} {GAME.write(step)}")
        if decision.name != "SIDE":
            has_ended = after["turns"] > turns
            _demand(reveals == has_ended, f"{where}: every turn ends with a reveal, and nothing else is one")
            turns = after["turns"]
        _demand(GAME.restore(setup, GAME.save(state)) == state, f"{where}: save and restore")
        before = after
    _judge_end(before, GAME.result(state), players, options, name)
    return Counter(steps=number)


def _judge_turn(view: Mapping[str, Any], options: dict[str, Any], players: int, where: str) -> None:
    """What holds before every turn (rule book, sections 2 and 8)."""
    turns = view["turns"]
    _demand(all(place["symbol"] for place in view["display"]), f"{where}: ten tiles on display")
    _demand(view["seat"] == (options["start_seat"] - 1 + turns) % players + 1, f"{where}: whose turn")
    _demand(view["round"] == turns // players + 1 and view["turn"] == turns + 1, f"{where}: round and turn")
    _demand(sum(view["stacks"]) == TILES[players] - 10 - turns, f"{where}: one tile a turn")
    _demand(view["pending"] is None, f"{where}: nothing is pending")
    for garden in view["gardens"]:
        own = len(garden["played"])
        first = (garden["seat"] - options["start_seat"]) % players
        _demand(own == (turns - first + players - 1) // players, f"{where}: own turns")
        _demand(garden["hand_size"] == min(2, ROUNDS - own), f"{where}: hand")
        _demand(garden["pile"] == max(0, 16 - own), f"{where}: draw pile")
        squares = "".join(garden["rows"])
        _demand(54 - squares.count(".") == PRINTED + own, f"{where}: filled squares")
        _demand(squares.count("P") == PRINTED, f"{where}: printed squares")


def _judge_step(before: Mapping[str, Any], after: Mapping[str, Any], where: str) -> None:
    """What no step may break."""
    for old, new in zip(before["gardens"], after["gardens"], strict=True):
        squares = zip("".join(old["rows"]), "".join(new["rows"]), strict=True)
        changed = [(was, held) for was, held in squares if was != held]
        _demand(
            len(changed) <= 1 and all(was == "." for was, _ in changed),
            f"{where}: a tile is placed, and none is moved",
        )
        moved = [(was, row) for was, row in zip(old["nobles"], new["nobles"], strict=True) if was != row]
        _demand(len(moved) <= 1 and all(was < row for was, row in moved), f"{where}: nobles go ahead")
        for column, row in enumerate(new["nobles"]):
            _demand(row == 0 or new["rows"][row - 1][column] in "PS", f"{where}: where a noble stands")
        _demand(Counter(new["played"]) <= Counter(DECK), f"{where}: own cards")
        _demand(new["gardeners"] == "".join(new["rows"]).count("K"), f"{where}: gardeners")
    _demand(sum(after["undrawn"].values()) == sum(after["stacks"]), f"{where}: undrawn tiles")
    shown = Counter(place["symbol"] for place in after["display"] if place["symbol"])
    each = TILES[after["players"]] // 9
    for column, symbol in enumerate(SYMBOLS):
        laid = sum(row[column] == "S" for garden in after["gardens"] for row in garden["rows"])
        _demand(after["undrawn"][symbol] + shown[symbol] + laid <= each, f"{where}: tiles of {symbol}")


def _judge_end(
    view: Mapping[str, Any], result: Any, players: int, options: dict[str, Any], where: str
) -> None:
    _demand(view["turns"] == view["turn"] == ROUNDS * players, f"{where}: turns")
    _demand(sum(place["symbol"] is not None for place in view["display"]) == 9, f"{where}: nine tiles left")
    _demand(set(view["stacks"]) == {0}, f"{where}: stacks are empty")
    for garden in view["gardens"]:
        _demand((garden["hand_size"], garden["pile"]) == (0, 0), f"{where}: cards left")
        _demand(Counter(garden["played"]) == Counter(DECK), f"{where}: every card was played")
        _demand(len(garden["missions"]) == 2, f"{where}: missions are shown")
    missions = [mission for garden in view["gardens"] for mission in garden["missions"]]
    _demand(len(set(missions)) == 2 * players, f"{where}: each mission once")
    _judge_result(view, result, options["expansion"], where)


def _judge_result(view: Mapping[str, Any], result: Any, has_expansion: bool, where: str) -> None:
    standings = [(entry["total"], entry["gardeners"]) for entry in result.breakdown]
    for garden, score, rank, entry in zip(
        view["gardens"], result.scores, result.ranks, result.breakdown, strict=True
    ):
        lines = [points for key, points in entry.items() if key not in ("total", "gardeners")]
        _demand(score == garden["score"] == entry["total"] == sum(lines), f"{where}: total")
        _demand(
            rank == 1 + sum(other > (score, entry["gardeners"]) for other in standings), f"{where}: ranks"
        )
        rows, nobles = garden["rows"], garden["nobles"]
        bonuses = sum(bonus for row, bonus in zip(rows[1:], (8, 7, 6, 5, 4), strict=True) if "." not in row)
        _demand(entry["rows"] == bonuses, f"{where}: rows")
        full = sum(all(row[column] != "." for row in rows) for column in range(9))
        _demand(entry["columns"] == 5 * full, f"{where}: columns")
        reached = sum(nobles[SYMBOLS.index(mission)] for mission in garden["missions"])
        _demand(entry["missions"] == reached, f"{where}: missions")
        _demand(entry["nobles"] >= sum(nobles), f"{where}: a noble scores at least its last row")
        _demand(has_expansion or entry["marks"] == 0, f"{where}: marks")


def hidden_items(state: State, viewer: Viewer) -> list[str]:
    """Undrawn tiles, draw piles, hands and missions of others, sides chosen in secret, numerals below the top."""
    setup = state.setup
    items = [symbol for stack in state.stacks for symbol in stack]
    for seat, own in enumerate(state.owns, 1):
        items += own.pile
        if seat != viewer:
            items += own.hand
            if GAME.decisions(state):
                items += setup.missions[seat - 1]
            if state.phase == "SIDE":
                items.append(state.sides[seat - 1])
    return items


def setup_of(state: State, imagined: State) -> Setup:
    """What was drawn stays in its order, then come the cards and tiles of the imagined state.

    A card that is still in hand takes the place of the one that is in hand there.
    """
    setup = state.setup
    decks = []
    for deck, own, other in zip(setup.decks, state.owns, imagined.owns, strict=True):
        drawn = list(deck[: len(deck) - len(own.pile)])
        held = Counter(own.hand) - Counter(other.hand)
        instead = list((Counter(other.hand) - Counter(own.hand)).elements())
        for place in range(len(drawn) - 1, -1, -1):
            if held[drawn[place]] > 0:
                held[drawn[place]] -= 1
                drawn[place] = instead.pop()
        decks.append((*drawn, *other.pile))
    tiles = list(setup.tiles[10:])
    count = setup.stack_count
    for number, (left, others) in enumerate(zip(state.stacks, imagined.stacks, strict=True)):
        queue = tiles[number::count]
        tiles[number::count] = [*queue[: len(queue) - len(left)], *others]
    return replace(
        setup, decks=tuple(decks), tiles=(*setup.tiles[:10], *tiles), missions=imagined.setup.missions
    )


def secrets_of(imagined: State, seat: int, moves: list[list[str]]) -> list[list[str]]:
    """The side that the seat has chosen in the imagined world."""
    return [[f"SIDE {imagined.sides[seat - 1]}"] for _ in moves]


def _gardeners_decide(state: State, result: Result) -> bool:
    """The two best have as many points, and more gardeners made one of them the first."""
    best = [score for score, rank in zip(result.scores, result.ranks, strict=True) if rank <= 2]
    return result.ranks.count(1) == 1 and len(best) > 1 and len(set(best)) == 1


def _first_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(1) == 2


def _second_place_is_shared(state: State, result: Result) -> bool:
    return sorted(result.ranks)[:3] == [1, 2, 2]


KNOWLEDGE = Knowledge(
    random_options=random_options,
    play_and_judge=play_and_judge,
    hidden_items=hidden_items,
    setup_of=setup_of,
    secrets_of=secrets_of,
    readable=lambda state: READABLE,
    # The rules by concern: rules.py names the decisions, the files beside it hold their sections of the rule book.
    mutated=("rules.py", "placing.py", "flow.py", "garden.py", "setup.py", "scoring.py", "view.py"),
    endings={
        "gardeners-decide": (2, _gardeners_decide),
        "first-place-shared": (3, _first_place_is_shared),
        "second-place-shared": (4, _second_place_is_shared),
    },
    equivalent={
        r"\+ .*zip\(.*, strict=(None|False)\)": "the lists are of one length by construction; `strict` only guards that",
        r"\+(_Action|Played) = None": "an alias that annotations alone use",
        r"\+    if (\(reach & BESIDE\[square\]\) or True|reach \| BESIDE\[square\]):": "a flood from a square that touches nothing changes nothing",
        r"\+    CROSS\[square\] *\|": "a wider neighbourhood floods more often, to the same end",
        r"\+ALL = \(1 << WIDTH \* HEIGHT\) - 2": "a1 is printed in every garden: it is never free, and floods begin there",
        r"\+ALL = \(2 << WIDTH \* HEIGHT\) - 1": "a bit beyond the last square is no square",
        r"\+_KEPT = .*": "how much a cache keeps changes no answer",
        r"\+@lru_cache\(None\)": "how much a cache keeps changes no answer",
    },
)
