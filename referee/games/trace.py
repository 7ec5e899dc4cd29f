"""Write a whole game as a trace: the interchange format of rules, one JSON object a line (docs/traces.md)."""

import json
from collections.abc import Iterator, Mapping

from referee.games.engine import Game
from referee.games.shuffle import label_key, seeded_shuffle, trace_seed, words
from referee.strict_json import Json

MATCH = "trace"  # the match id from which a trace's chance comes
POLICIES = ("random",)


def write_trace(
    game: Game, players: int, seed: int, options: Mapping[str, Json], policy: str = "random"
) -> Iterator[str]:
    """The lines of a trace, without their line ends: same arguments, same bytes.

    :param seed: the number S; the seed is SHA-256 of ``referee-trace-v1``, a zero byte and S in decimal.
    :param policy: ``random``: one word of label ``policy`` a decision, index = word * length >> 32 into
        the sorted legal list.
    :raises InvalidOptions: options that the game does not know, or a number of players that it is not for.
    """
    if policy not in POLICIES:
        raise ValueError(f"no policy is called {policy!r}; there are: {', '.join(POLICIES)}")
    complete = game.check_options(players, options)
    seed_bytes, entropies = trace_seed(seed), [b""] * players
    setup = game.deal(
        players, complete, seeded_shuffle(seed_bytes, MATCH, entropies), rules_version=game.rules_version
    )
    choices = words(label_key(seed_bytes, MATCH, entropies, "policy"))
    yield _line(
        t="setup",
        game=game.name,
        players=players,
        options=complete,
        setup=game.write_setup(setup),
        rules_version=game.rules_version,
    )
    state = game.start(setup)
    number = 0
    while owed := game.decisions(state):
        decision = owed[0]
        steps = {game.write(step): step for step in game.legal_steps(state, decision.seat)}
        legal = sorted(steps)
        chosen = legal[next(choices) * len(legal) >> 32]
        state, _ = game.play(state, decision.seat, steps[chosen])
        number += 1
        yield _line(
            t="step",
            n=number,
            seat=decision.seat,
            decision=decision.name,
            legal=legal,
            step=chosen,
            facts=game.facts(state),
        )
    result = game.result(state)
    yield _line(t="end", scores=result.scores, ranks=result.ranks, breakdown=result.breakdown)


def _line(**members: Json) -> str:
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))
