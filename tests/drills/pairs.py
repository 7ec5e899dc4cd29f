"""Non-interference: pairs of worlds made by ``imagine`` look the same at every door of the engine.

``python -m tests.drills pairs`` for all games, ``pairs_zooloretto`` and so on for one; fails at any difference.
"""

import random
from functools import partial
from typing import Any

from referee.games.engine import Game, IllegalStep, State, Viewer
from referee.games.registry import GAMES, game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.games.knowing import knowledge_of

_TRIED = 12  # texts of steps, of all that can be read, that are tried in both worlds


def run(count: int, seed: int, tell: Tell = tell_nobody, *, name: str) -> Report:
    """Make ``count`` pairs from states of random games and compare all that each viewer is given.

    :returns: pairs, differences, the first few of them in words, and the share of hidden items that are other ones in
        the second world.
    """
    game, known, chance = game_named(name), knowledge_of(name), random.Random(seed)
    found: list[str] = []
    hidden = differing = pairs = number = 0
    while pairs < count:
        players = game.players[number % len(game.players)]
        number += 1
        for state in some_states(game, players, known.random_options(players, chance), chance):
            if pairs == count:
                break
            viewer = chance.choice([None, *range(1, players + 1)])
            shuffle = seeded_shuffle(chance.randbytes(32), "pair", [])
            other = game.imagine(game.view(state, viewer), shuffle)
            found += [f"game {number}: {text}" for text in differences(game, state, other, viewer, chance)]
            one, two = known.hidden_items(state, viewer), known.hidden_items(other, viewer)
            hidden += len(one)
            differing += sum(a != b for a, b in zip(one, two, strict=True))
            pairs += 1
            tell(pairs, count)
    return {
        "game": name,
        "seed": seed,
        "pairs": pairs,
        "differences": len(found),
        "first": found[:3],
        "hidden_items": hidden,
        "hidden_items_that_differ": round(differing / max(hidden, 1), 3),
    }


def differences(
    game: Game, one: State, two: State, viewer: Viewer, chance: random.Random | None = None
) -> list[str]:
    """The doors through which the viewer can tell the two worlds apart, in words.

    :param chance: chooses texts to try; without it none are tried.
    """
    texts = _texts(game, one, chance)
    doors = {
        "view": lambda state: game.view(state, viewer),
        "board": lambda state: game.board(game.view(state, viewer)),
        "decisions": game.decisions,
        "turn": game.turn,
        "legal_steps": lambda state: _legal(game, state, viewer),
        "default_step": lambda state: _default(game, state, viewer),
        "reveals": lambda state: _reveals(game, state, viewer),
        "refusals": lambda state: [_refusal(game, state, viewer, text) for text in texts],
    }
    found = [f"{door} differs" for door, look in doors.items() if look(one) != look(two)]
    return found + _told_differently(game, one, two, viewer)


def _owes(game: Game, state: State, viewer: Viewer) -> bool:
    return any(decision.seat == viewer for decision in game.decisions(state))


def _legal(game: Game, state: State, viewer: Viewer) -> list[str]:
    """In order: the order and the number must tell nothing either."""
    return [] if viewer is None else [game.write(step) for step in game.legal_steps(state, viewer)]


def _default(game: Game, state: State, viewer: Viewer) -> str | None:
    if viewer is None or not _owes(game, state, viewer):
        return None
    return game.write(game.default_step(state, viewer))


def _reveals(game: Game, state: State, viewer: Viewer) -> list[bool]:
    if viewer is None:
        return []
    return [game.reveals(state, viewer, step) for step in game.legal_steps(state, viewer)]


def _texts(game: Game, state: State, chance: random.Random | None) -> list[str]:
    if chance is None:
        return []
    texts = sorted(knowledge_of(game.name).readable(state))
    return chance.sample(texts, min(_TRIED, len(texts)))


def _refusal(game: Game, state: State, viewer: Viewer, text: str) -> Any:
    """What the viewer hears when he tries a step, legal or not."""
    if viewer is None or not _owes(game, state, viewer):
        return None
    try:
        game.play(state, viewer, game.read(text, state, viewer))
    except IllegalStep as refused:
        return refused.rule, refused.why
    return None


def _told_differently(game: Game, one: State, two: State, viewer: Viewer) -> list[str]:
    """The steps, possible in both worlds, of which the viewer is told differently, or that he sees end differently."""
    found = []
    for decision in game.decisions(one):
        seat = decision.seat
        possible = {game.write(step) for step in game.legal_steps(two, seat)}
        for step in game.legal_steps(one, seat):
            if game.write(step) not in possible:
                continue
            told = [_told(game, state, seat, step, viewer) for state in (one, two)]
            if told[0] != told[1]:
                found.append(f"tell of {game.write(step)} by seat {seat} differs")
    return found


def _told(game: Game, state: State, seat: int, step: Any, viewer: Viewer) -> Any:
    """What is told of a step, and the view after it; of one that reveals, only what could be foreseen."""
    after, effects = game.play(state, seat, step)
    if game.reveals(state, seat, step):
        return game.tell(seat, step, game.foreseen(effects), viewer)
    return game.tell(seat, step, effects, viewer), game.view(after, viewer)


def some_states(game: Game, players: int, options: dict[str, Any], chance: random.Random) -> list[State]:
    """About every eighth state of one random game, the first always: there the most is hidden."""
    shuffle = seeded_shuffle(trace_seed(chance.randrange(2**32)), "pairs", [b""] * players)
    state = game.start(game.deal(players, game.check_options(players, options), shuffle))
    states = [state]
    while owed := game.decisions(state):
        if chance.random() < 1 / 8:
            states.append(state)
        seat = chance.choice(owed).seat
        state, _ = game.play(state, seat, chance.choice(game.legal_steps(state, seat)))
    return states


DRILLS = tuple(
    Drill(
        f"pairs_{name}",
        partial(run, name=name),
        full=10_000,
        short=100,
        is_sound=lambda report: not report["differences"],
        alone=False,
    )
    for name in GAMES
)
