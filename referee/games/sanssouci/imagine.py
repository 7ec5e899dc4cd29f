"""A random full state that looks the same to a viewer: what a search bot may use, and the pairs of the tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.engine import InvalidPosition
from referee.games.sanssouci.components import (
    DECK,
    MISSIONS,
    MISSIONS_EACH,
    PLACE_INDEX,
    PLACES,
    SIDES,
    SQUARE_INDEX,
    numerals_in_play,
    tiles_in_play,
)
from referee.games.sanssouci.garden import read_rows
from referee.games.sanssouci.scoring import column_points, mission_points, row_points
from referee.games.sanssouci.state import NOTHING, NOWHERE, OVER, SIDE, Codes, Own, Setup, State
from referee.games.shuffle import Shuffle
from referee.strict_json import Json

View = Mapping[str, Any]


def imagine(view: Mapping[str, Json], shuffle: Shuffle) -> State:
    """A random full state that yields this view.

    Labels ``imagine-tiles``, ``imagine-cards-1..n``, ``imagine-missions``, ``imagine-side-1..n``,
    ``imagine-numerals``: the order of the undrawn tiles, hands and piles, missions, secret sides, numerals.

    :raises InvalidPosition: nothing fits the view (only a rule case can show such a position).
    """
    gardens = view["gardens"]
    stacks = _imagine_stacks(view, shuffle)
    cards = [_imagine_cards(garden, shuffle) for garden in gardens]
    missions = _imagine_missions(gardens, shuffle)
    options = view["options"]
    setup = Setup(
        players=view["players"],
        options=options,
        gardens=tuple(garden["side"] for garden in gardens),
        decks=tuple(
            (*garden["played"], *hand, *pile) for garden, (hand, pile) in zip(gardens, cards, strict=True)
        ),
        missions=missions,
        tiles=_tiles(view, stacks),
        expansions=tuple(garden["expansion"]["board"] for garden in gardens) if options["expansion"] else (),
        numerals=_imagine_numerals(view, stacks, shuffle) if "tops" in view else (),
        rules_version=view["rules_version"],
    )
    shown = tuple(read_rows(garden["rows"], tuple(garden["nobles"])) for garden in gardens)
    finals = [0] * setup.players
    phase = view["decisions"][0]["name"] if view["decisions"] else OVER
    if phase == OVER:
        finals = [
            row_points(garden) + column_points(garden) + mission_points(garden, own)
            for garden, own in zip(shown, missions, strict=True)
        ]
    pending = view["pending"] or {"place": None, "target": None}
    return State(
        setup=setup,
        phase=phase,
        seat=view["seat"] or 0,
        turns=view["turns"],
        owns=tuple(
            Own(
                garden=drawn,
                hand=hand,
                pile=pile,
                played=tuple(garden["played"]),
                points=garden["score"] - final,
                marks=garden["marks"],
            )
            for garden, drawn, (hand, pile), final in zip(gardens, shown, cards, finals, strict=True)
        ),
        sides=_imagine_sides(gardens, phase, shuffle) if options["expansion"] else (),
        display=tuple(place["symbol"] or NOTHING for place in view["display"]),
        stacks=stacks,
        taken=PLACE_INDEX.get(pending["place"], NOWHERE),
        target=SQUARE_INDEX.get(pending["target"], NOWHERE),
    )


def _imagine_stacks(view: View, shuffle: Shuffle) -> tuple[Codes, ...]:
    """The undrawn tiles in a random order, dealt to stacks of the sizes that are seen."""
    undrawn = [symbol for symbol, count in view["undrawn"].items() for _ in range(count)]
    order = shuffle("imagine-tiles", undrawn)
    stacks, first = [], 0
    for size in view["stacks"]:
        stacks.append(tuple(order[first : first + size]))
        first += size
    return tuple(stacks)


def _tiles(view: View, stacks: Sequence[Codes]) -> Codes:
    """A list of tiles whose last ones, dealt to the stacks, are the undrawn ones: a set-up for this state."""
    tiles = tiles_in_play(view["players"])
    gone = list((Counter(tiles) - Counter(symbol for stack in stacks for symbol in stack)).elements())
    dealt: list[str] = tiles[len(PLACES) :]
    for number, stack in enumerate(stacks):
        size = len(dealt[number :: len(stacks)])
        if len(stack) > size:  # only in a rule case
            return ()
        drawn, gone = gone[: size - len(stack)], gone[size - len(stack) :]
        if len(drawn) + len(stack) < size:
            return ()
        dealt[number :: len(stacks)] = [*drawn, *stack]
    return (*gone, *dealt)


def _imagine_cards(garden: View, shuffle: Shuffle) -> tuple[Codes, Codes]:
    """Hand and pile of a seat: the own 18 cards but those that are seen, in a random order."""
    seen = [*garden["played"], *(garden["hand"] or ())]
    unseen = list(_without(DECK, seen))
    order = shuffle(f"imagine-cards-{garden['seat']}", unseen)
    drawn = 0 if garden["hand"] is not None else garden["hand_size"]
    if drawn + garden["pile"] > len(order):
        raise InvalidPosition(f"no deck fits this view: seat {garden['seat']} has more cards than there are")
    hand = order[:drawn] if garden["hand"] is None else garden["hand"]
    return tuple(sorted(hand)), tuple(order[drawn : drawn + garden["pile"]])


def _imagine_missions(gardens: Sequence[View], shuffle: Shuffle) -> tuple[Codes, ...]:
    """The missions that are seen, and for the other seats random ones of the rest."""
    seen = [mission for garden in gardens for mission in garden["missions"] or ()]
    order = shuffle("imagine-missions", list(_without(MISSIONS, seen)))
    missions = []
    for garden in gardens:
        if garden["missions"] is None:
            missions.append(tuple(order[:MISSIONS_EACH]))
            order = order[MISSIONS_EACH:]
        else:
            missions.append(tuple(garden["missions"]))
    return tuple(missions)


def _imagine_sides(gardens: Sequence[View], phase: str, shuffle: Shuffle) -> Codes:
    """The sides that are seen, and a random one for a seat that has chosen in secret."""
    sides = []
    for garden in gardens:
        expansion = garden["expansion"]
        side = expansion["side"] or NOTHING
        if phase == SIDE and expansion["has_chosen"] and not side:
            side = shuffle(f"imagine-side-{garden['seat']}", SIDES)[0]
        sides.append(side)
    return tuple(sides)


def _imagine_numerals(view: View, stacks: Sequence[Codes], shuffle: Shuffle) -> Codes:
    """The numerals on top as they are seen, all others random ones of those in play."""
    in_play = numerals_in_play(view["players"])
    hidden = shuffle(
        "imagine-numerals", list(_without(in_play, [top for top in view["tops"] if top is not None]))
    )
    dealt: list[str | None] = [None] * (len(in_play) - len(PLACES))
    for number, (stack, top) in enumerate(zip(stacks, view["tops"], strict=True)):
        own = list(range(len(dealt)))[number :: len(stacks)]
        if stack:
            dealt[own[len(own) - len(stack)]] = top
    filled = iter(hidden)
    return tuple(numeral or next(filled) for numeral in [*[None] * len(PLACES), *dealt])


def _without(cards: Sequence[str], seen: Sequence[str]) -> Sequence[str]:
    """The cards but those that are seen, in their order."""
    gone = Counter(seen)
    left = []
    for card in cards:
        if gone[card] > 0:
            gone[card] -= 1
        else:
            left.append(card)
    return left
