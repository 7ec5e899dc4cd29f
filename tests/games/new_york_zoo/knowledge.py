"""What the tests know of New York Zoo: its options, its invariants, its endings. Nothing is hidden."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from clients.choosing import choose_greedy
from clients.evaluate_new_york_zoo import choices
from referee.games.engine import Result, Setup, State, Step, Viewer
from referee.games.new_york_zoo import notation
from referee.games.new_york_zoo.pieces import DISTINCT, place
from referee.games.new_york_zoo.steps import ACQUIRE, ACQUIRE_BOTH, bonus, breed, populate
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.games.knowing import Knowledge

GAME = game_named("new_york_zoo")
SPECIES = "MFKPA"
BOARDS = GAME.components["boards"]["sides"]
TILES = GAME.components["enclosure_tiles"]["tiles"]
ATTRACTIONS = GAME.components["attractions"]["pieces"]
SUPPLY = {"a2": 6, "a3i": 3, "a3l": 3, "a4i": 1, "a4o": 1, "a6": 1, "a8": 1}
MOST_STEPS = {1: 400, 2: 4000, 3: 4000, 4: 4000, 5: 4000}
BOARDS_OF = {
    2: ["2P1", "2P2"],
    3: ["3P1", "3P2", "3P3"],
    4: ["4P1", "4P2", "4P3", "4P4"],
    5: ["5P1", "5P2", "5P3", "5P4", "5P5"],
}
ALL_MARKERS = ["0", "1", "2", "3", "4+"]


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise AssertionError(why)


def random_options(players: int, chance: random.Random) -> dict[str, Any]:
    return {
        "bonus_breed_scope": chance.choice(["different_species", "any_other_enclosure"]),
        "attraction_may_be_declined": chance.random() < 0.5,
        "shared_victory_on_full_tie": chance.random() < 0.5,
        "solo_board": chance.choice(["S3", "S4"]) if players == 1 else "S3",
        "quick_two_player": players == 2 and chance.random() < 0.5,
    }


def play_and_judge(players: int, options: dict[str, Any], chance: random.Random, name: str) -> Counter[str]:
    """One whole random game, every state of it judged by the invariants of the rule book.

    :raises AssertionError: naming the game, the step and the invariant that does not hold.
    """
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "drill", [b""] * players)
    setup = GAME.deal(players, options, shuffle)
    state = GAME.start(setup)
    judge = _Judge(players, GAME.check_options(players, options), GAME.write_setup(setup))
    judge.look(GAME.view(state, None), GAME.facts(state), f"{name}, start")
    number = 0
    while owed := GAME.decisions(state):
        decision, seat = owed[0]
        steps = GAME.legal_steps(state, seat)
        texts = [GAME.write(step) for step in steps]
        _demand(len(owed) == 1 and len(steps) > 0, f"{name}: nothing to do after step {number}")
        _demand(len(set(texts)) == len(texts), f"{name}: a step stands twice after step {number}")
        _demand(GAME.default_step(state, seat) in steps, f"{name}: the default is legal after step {number}")
        step = chance.choice(steps)
        state, effects = GAME.play(state, seat, step)
        number += 1
        where = f"{name}, step {number} {GAME.write(step)}"
        judge.note(decision, seat, GAME.turn(state), GAME.write(step), effects, where)
        judge.look(GAME.view(state, None), GAME.facts(state), where)
        _demand(GAME.restore(setup, GAME.save(state)) == state, f"{where}: save and restore")
        _demand(number <= MOST_STEPS[players], f"{name}: the game does not end")
    judge.end(GAME.view(state, None), GAME.result(state), f"{name}, result")
    return Counter(steps=number)


class _Judge:
    """What must hold after every step, worked out from views and effects alone."""

    def __init__(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        self.players = players
        self.options = options
        self.boards = [options["solo_board"]] if players == 1 else BOARDS_OF[players]
        self.tiles = {tile for stack in setup["stacks"].values() for tile in stack}
        _demand(self.tiles == set(TILES), "a whole deal")
        removed = 15 if players == 1 else 3 if options["quick_two_player"] else 0
        self.tiles_in_play = 45 - removed
        self.before: Mapping[str, Any] | None = None
        self.turn = self.states = 0
        self.asked: list[tuple[str, int]] = []  # line and seat of each NORMAL of this turn
        self.crossed: list[str] = []
        self.line: str | None = None

    def note(self, decision: str, seat: int, turn: int, text: str, effects: Any, where: str) -> None:
        """Who is asked in a turn: the active seat first, line by line in the order crossed."""
        before = self.before
        assert before is not None
        if before["turn"] != self.turn:
            self.turn, self.asked, self.crossed = before["turn"], [], []
        if decision in ("WALK", "PLACE", "POPULATE", "ANIMAL", "ANIMAL2") and not before["is_breeding"]:
            _demand(seat == before["active"], f"{where}: MAIN belongs to the active seat")
        if decision == "WALK":
            self.crossed = [effect.detail["species"] for effect in effects if effect.kind == "crossed"]
        if decision == "NORMAL":
            self.asked.append((before["lines"][0], seat))
            places = [
                (self.crossed.index(line), (one - before["active"]) % self.players)
                for line, one in self.asked
            ]
            _demand(places == sorted(set(places)), f"{where}: the order of breeding")
        if decision == "BONUS":
            _demand(self.players <= 3 and self.asked[-1][1] == seat, f"{where}: bonus breeding")
        _demand(turn - before["turn"] in (0, 1), f"{where}: turns")

    def look(self, view: Mapping[str, Any], facts: Mapping[str, Any], where: str) -> None:
        """Judge one state."""
        _demand([zoo["board"] for zoo in view["zoos"]] == self.boards, f"{where}: boards")
        laid: Counter[str] = Counter()
        tiles = [tile for bay in view["stacks"] for tile in bay["tiles"]]
        tiles += [tile for hand in view["hands"] for tile in hand]
        for zoo in view["zoos"]:
            _judge_zoo(zoo, view, where)
            laid.update(each["attraction"].partition("@")[0] for each in zoo["attractions"])
            tiles += [each["tile"].partition("@")[0] for each in zoo["enclosures"]]
        _demand(len(set(tiles)) == len(tiles) == self.tiles_in_play, f"{where}: tiles")
        for kind, number in SUPPLY.items():
            _demand(view["attractions"][kind] == number - laid[kind] >= 0, f"{where}: supply of {kind}")
        self._judge_facts(view, facts, where)
        self.states += 1
        if self.states % 8 == 0:
            imagined = GAME.imagine(view, lambda label, items: list(items))
            _demand(GAME.view(imagined, None) == view, f"{where}: imagine")
        if self.before is not None:
            _judge_change(self.before, view, where)
        self.before = view

    def _judge_facts(self, view: Mapping[str, Any], facts: Mapping[str, Any], where: str) -> None:
        owed = view["decisions"]
        expected: dict[str, Any] = {
            "el": view["elephant"],
            "tiles": sum(len(bay["tiles"]) for bay in view["stacks"]),
            "att": [view["attractions"][kind] for kind in SUPPLY],
            "unc": [zoo["uncovered"] for zoo in view["zoos"]],
            "houses": ["".join(zoo["houses"]) for zoo in view["zoos"]],
            "enc": [
                " ".join(f"{e['species']}{e['count']}" if e["count"] else "-" for e in zoo["enclosures"])
                for zoo in view["zoos"]
            ],
            "next": f"{owed[0]['name']} {owed[0]['seat']}" if owed else "OVER",
        }
        if self.players == 1:
            expected["solo"] = view["solo"]
            _demand(view["solo"]["laps"] <= 2, f"{where}: laps")
            markers = view["solo"]["markers"]
            _demand(markers == [each for each in ALL_MARKERS if each in markers], f"{where}: markers")
        _demand(facts == expected, f"{where}: facts")

    def end(self, view: Mapping[str, Any], result: Result, where: str) -> None:
        """Judge the result."""
        complete = [zoo["uncovered"] == 0 for zoo in view["zoos"]]
        _demand(any(complete) or (self.players == 1 and view["solo"]["laps"] == 2), f"{where}: the end")
        totals = []
        for zoo, line in zip(view["zoos"], result.breakdown, strict=True):
            penned = sum(each["count"] for each in zoo["enclosures"])
            expected = {
                "uncovered": zoo["uncovered"],
                "complete": zoo["uncovered"] == 0,
                "penned": penned,
                "housed": len(zoo["houses"]),
                "animals": penned + len(zoo["houses"]),
            }
            _demand(line == expected, f"{where}: breakdown")
            totals.append((-zoo["uncovered"], line["animals"]))
        if self.players == 1:
            laps, elephant = view["solo"]["laps"], view["elephant"]
            ahead = next(n for n in range(1, 26) if (elephant + n - 1) % 25 + 1 == 10)
            best = -view["zoos"][0]["uncovered"] if not complete[0] else ahead if laps < 2 else 0
            _demand(result.scores == [best] and result.ranks == [1], f"{where}: solo")
            return
        _demand(result.scores == [total[0] for total in totals], f"{where}: scores")
        for seat, (total, rank) in enumerate(zip(totals, result.ranks, strict=True), 1):
            better = sum(other > total for other in totals)
            if not self.options["shared_victory_on_full_tie"] and total[0] == 0:
                earlier = [(view["active"] + n - 1) % self.players + 1 for n in range(self.players)]
                ahead_of = earlier[: earlier.index(seat)]
                better += sum(totals[other - 1] == total for other in ahead_of)
            _demand(rank == 1 + better, f"{where}: ranks")


def _judge_zoo(zoo: Mapping[str, Any], view: Mapping[str, Any], where: str) -> None:
    printed = BOARDS[zoo["board"]]["rows"]
    whole = _cells_of(tuple(printed), "#")
    free = _cells_of(tuple(zoo["rows"]), ".")
    covered = [cell for each in (*zoo["enclosures"], *zoo["attractions"]) for cell in each["cells"]]
    _demand(len(set(covered)) == len(covered), f"{where}: pieces overlap")
    _demand(set(covered) | free == whole and not set(covered) & free, f"{where}: cells")
    _demand(len(free) == zoo["uncovered"], f"{where}: uncovered")
    for each in zoo["enclosures"]:
        tile = each["tile"].partition("@")[0]
        _demand(_has_shape(each["tile"], each["cells"], TILES[tile]["shape"]), f"{where}: {tile}")
        _demand(len(each["cells"]) == each["size"] == TILES[tile]["size"], f"{where}: size of {tile}")
        waits = each["enclosure"] in view["full"] and view["decisions"][0]["seat"] == zoo["seat"]
        _demand(0 <= each["count"] < each["size"] + waits, f"{where}: {tile} too full")
        _demand((each["species"] is None) == (each["count"] == 0), f"{where}: species of {tile}")
        _demand(each["species"] is None or each["species"] in SPECIES, f"{where}: a species")
    for each in zoo["attractions"]:
        kind = each["attraction"].partition("@")[0]
        _demand(
            _has_shape(each["attraction"], each["cells"], ATTRACTIONS[kind]["shape"]),
            f"{where}: {kind}",
        )
    _demand(len(zoo["houses"]) <= zoo["house_places"] == BOARDS[zoo["board"]]["houses"], f"{where}: houses")
    _demand(zoo["houses"] == sorted(zoo["houses"]), f"{where}: order of houses")


def _judge_change(before: Mapping[str, Any], view: Mapping[str, Any], where: str) -> None:
    for old, new in zip(before["zoos"], view["zoos"], strict=True):
        names = [each["tile"] for each in old["enclosures"]]
        _demand([each["tile"] for each in new["enclosures"]][: len(names)] == names, f"{where}: a tile moved")
        laid = [each["attraction"] for each in old["attractions"]]
        _demand(
            [each["attraction"] for each in new["attractions"]][: len(laid)] == laid,
            f"{where}: an attraction moved",
        )


@lru_cache(500)
def _cells_of(rows: tuple[str, ...], sign: str) -> frozenset[str]:
    """The names of the cells that show a sign."""
    return frozenset(
        f"{column}{number}"
        for number, row in enumerate(rows, 1)
        for column, shown in zip("ABCDEFGHIJKLMN", row, strict=False)
        if shown == sign
    )


@cache
def _cell(name: str) -> tuple[int, int]:
    return "ABCDEFGHIJKLMN".index(name[0]), int(name[1:]) - 1


def _shape(cells: Any) -> frozenset[tuple[int, int]]:
    """The same set for all turns and mirrors of a shape."""
    points = list(cells)
    forms = []
    for turn in range(8):
        turned = [(x, y) if turn < 4 else (-x, y) for x, y in points]
        for _ in range(turn % 4):
            turned = [(-y, x) for x, y in turned]
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        forms.append(sorted((x - left, y - top) for x, y in turned))
    return frozenset(min(forms))


@cache
def _printed_shape(rows: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    return _shape((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")


_KNOWN: dict[str, list[str]] = {}  # cells of placements that were judged before


def _has_shape(text: str, cells: list[str], printed: list[str]) -> bool:
    """Are the cells of a placement the printed shape, turned or mirrored, with the corner that the text names?"""
    if text in _KNOWN:
        return _KNOWN[text] == cells
    points = [_cell(cell) for cell in cells]
    corner = (min(x for x, _ in points), min(y for _, y in points))
    _KNOWN[text] = cells
    return _cell(text.partition("@")[2][:2]) == corner and _shape(points) == _printed_shape(tuple(printed))


# ------------------------------------------------------------------------------------------- what drills ask


def hidden_items(state: State, viewer: Viewer) -> list[str]:
    """Nothing is hidden from anybody."""
    return []


def setup_of(state: State, imagined: State) -> Setup:
    """The same deal: the imagined state is the state itself."""
    return state.setup


def readable(state: State) -> Mapping[str, Step]:
    """The texts that can be read, without pieces that lie out of reach and enclosures that nobody has."""
    return {step.text: step for step in _readable(state)}


def _readable(state: State) -> Iterator[Step]:
    yield from notation.FIXED.values()
    most = max(len(zoo.pens) for zoo in state.zoos) + 2
    numbers = range(1, most + 1)
    litters = list(product(numbers, (False, True)))
    for species in SPECIES:
        yield from ACQUIRE[species][: most + 1]
        yield from (ACQUIRE_BOTH[species][number] for number in numbers)
        yield from (populate(species, (one,)) for one in range(most + 1))
        yield from (populate(species, two) for two in combinations_with_replacement(range(most + 1), 2))
    for make in (breed, bonus):
        yield make(())
        yield from (make((litter,)) for litter in litters)
    yield from (breed(two) for two in product(litters, repeat=2))
    for piece in _pieces_near(state):
        for picture, row, column in product(DISTINCT[piece], range(9), range(14)):
            yield place(piece, picture, column, row)


def _pieces_near(state: State) -> list[str]:
    """The attractions, the piece in work, what a seat has in hand, and the top tiles of the next bays."""
    bays = [bay for bay in GAME.view(state, None)["stacks"] if bay["tiles"]]
    bays.sort(key=lambda bay: (bay["space"] - state.elephant) % 25)
    near = bays if len(state.zoos) == 1 else bays[:5]
    tiles = [bay["tiles"][-1] for bay in near] + [tile for hand in state.hands for tile in hand]
    return list(dict.fromkeys([*ATTRACTIONS, *tiles, *([state.piece] if state.piece else [])]))


def _complete(state: State) -> list[int]:
    return [seat for seat, zoo in enumerate(state.zoos, 1) if zoo.is_complete]


def _is_solo_end(complete: bool) -> Any:
    return lambda state, result: state.zoos[0].is_complete is complete


def _in_own_turn(state: State, result: Result) -> bool:
    """Has the active seat alone a complete zoo?"""
    return _complete(state) == [state.active]


def _by_breeding(state: State, result: Result) -> bool:
    """Has another seat than the active one completed its zoo, which only breeding does?"""
    return any(seat != state.active for seat in _complete(state))


def _animals_decide(state: State, result: Result) -> bool:
    """Are two complete zoos ranked by their animals?"""
    animals = [result.breakdown[seat - 1]["animals"] for seat in _complete(state)]
    return len(set(animals)) > 1


def _first_place_is_shared(state: State, result: Result) -> bool:
    return result.ranks.count(1) == 2


def _order_decides(state: State, result: Result) -> bool:
    """Are two complete zoos with as many animals ranked by the order of the last turn?"""
    animals = [result.breakdown[seat - 1]["animals"] for seat in _complete(state)]
    return len(animals) == 2 and len(set(animals)) == 1 and sorted(result.ranks) == [1, 2]


def _animals_decide_behind(state: State, result: Result) -> bool:
    """Are two zoos with equally many uncovered cells, behind the winner, ranked by their animals?"""
    behind = {(score, rank) for score, rank in zip(result.scores, result.ranks, strict=True) if score < 0}
    return len({score for score, _ in behind}) < len(behind)


def _rank_is_shared(state: State, result: Result) -> bool:
    return len(set(result.ranks)) < len(result.ranks)


_LOOKED_AT = 6  # moves of the elephant that a good solo player thinks through
_PLANS: dict[Any, tuple[int, Step]] = {}  # by state without its set-up: what led to the best end so far


def _looking_ahead(state: State, seat: int, chance: random.Random) -> Step:
    """A good solo player, as random play never completes a zoo: follows the best end that greedy play has found."""
    if state.own.board.name == "S4":  # too hard for it
        return GAME.default_step(state, seat)
    if state.phase == "WALK":
        if state.turn == 1:
            _PLANS.clear()
        liked = sorted(choices(state, seat), key=lambda choice: -choice.worth)[:_LOOKED_AT]
        for choice in liked:
            _rehearse(state, choice.steps[0], chance)
    return _PLANS[state[1:]][1]


def _rehearse(state: State, step: Step, chance: random.Random) -> None:
    """Play a step and go on greedily to the end; remember it where no better end is known."""
    line = []
    while True:
        line.append((state[1:], step))
        state, _ = GAME.play(state, 1, step)
        if not GAME.decisions(state):
            break
        step = GAME.read(choose_greedy(GAME, state, 1, chance)[0], state, 1)
    score = GAME.result(state).scores[0]
    for key, played in line:
        if key not in _PLANS or _PLANS[key][0] < score:
            _PLANS[key] = (score, played)


_NEARLY = 2  # uncovered cells at which a zoo waits for the other one


def _together(state: State, seat: int, chance: random.Random) -> Step:
    """At random, but two seats complete their zoos in one breeding or not at all: so ties come about."""
    legal: Any = GAME.legal_steps(state, seat)
    own, other = state.zoos[seat - 1], state.zoos[2 - seat]
    if state.phase == "WALK" and own.uncovered <= 7:
        return chance.choice([step for step in legal if _stays_open(state, seat, step)] or legal)
    if not state.is_breeding or not (other.is_complete or _can_follow(state, other)):
        if state.phase == "ATTRACTION" and own.uncovered <= _NEARLY:
            return chance.choice(
                [step for step in legal if step.text[1] in "0" + "1" * (own.uncovered > 1)] or legal
            )
        return chance.choice(legal)
    if state.phase == "NORMAL" and own.uncovered <= _NEARLY:
        return max(legal, key=lambda step: (sum(_is_last(own, n) for n, _ in step.litters), chance.random()))
    if state.phase == "ATTRACTION":
        return max(legal, key=lambda step: int(step.text[1]))
    return chance.choice(legal)


def _stays_open(state: State, seat: int, step: Step) -> bool:
    return not GAME.play(state, seat, step)[0].piece


def _is_last(zoo: Any, number: int) -> bool:
    """Is one animal missing in the enclosure?"""
    pen = zoo.pens[number - 1]
    return bool(pen.animals + 1 == pen.size)


def _can_follow(state: State, zoo: Any) -> bool:
    """Can the zoo be completed later in this breeding, by a birth of the same line?"""
    births = any(pen.species == state.lines[0] and pen.animals + 1 == pen.size for pen in zoo.pens)
    return births and zoo.uncovered <= _NEARLY


def _quick(state: State, result: Result) -> bool:
    return bool(state.setup.options["quick_two_player"])


KNOWLEDGE = Knowledge(
    random_options=random_options,
    play_and_judge=play_and_judge,
    hidden_items=hidden_items,
    setup_of=setup_of,
    readable=readable,
    # The rules by concern: rules.py names the decisions, the files beside it hold their sections of the rule book.
    mutated=(
        "rules.py",
        "pieces.py",
        "zoo.py",
        "walking.py",
        "placing.py",
        "animals.py",
        "breeding.py",
        "flow.py",
        "setup.py",
        "scoring.py",
        "view.py",
    ),
    endings={
        "quick": (2, _quick),
        "in-own-turn": (3, _in_own_turn),
        "by-breeding": (2, _by_breeding),
        "animals-decide": (2, _animals_decide),
        "first-place-shared": (2, _first_place_is_shared),
        "order-decides": (2, _order_decides),
        "animals-decide-behind": (4, _animals_decide_behind),
        "rank-shared": (5, _rank_is_shared),
        "solo-complete": (1, _is_solo_end(True)),
        "solo-incomplete": (1, _is_solo_end(False)),
    },
    skilled={
        "solo-complete": _looking_ahead,
        "animals-decide": _together,
        "first-place-shared": _together,
        "order-decides": _together,
    },
    equivalent={
        r"\+ .*zip\(.*, strict=None\)": "the lists are of one length by construction; `strict` only guards that",
        r"\+ *@lru_cache\(.*\)": "how much is remembered changes no answer",
    },
)
