"""A random world that looks the same to a viewer: for the tests of what leaks, and for players that search."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.games.engine import InvalidPosition
from referee.games.renature.areas import kind_at, up_to_each_value
from referee.games.renature.components import (
    ANIMAL_INDEX,
    DOMINOES,
    NEUTRAL,
    TABLES,
    TOKEN_SIZES,
    TOKENS,
    TYPES,
    VALUES,
    tokens_of_size,
)
from referee.games.renature.position import stream_of
from referee.games.renature.spaces import AREA_SIZES, AREAS, SPACES, mask_of
from referee.games.renature.state import OVER, Dominoes, Setup, State, no_plants
from referee.games.renature.steps import GROWS, place_step
from referee.games.shuffle import Shuffle
from referee.strict_json import Json

View = Mapping[str, Json]


def imagine(view: View, shuffle: Shuffle) -> State:
    """A random full state that yields this view.

    Labels ``imagine-dominoes`` for what nobody has shown to the viewer, ``imagine-tokens-2`` and so on for the backs.
    In the imagined set-up the first dominoes of a seat's block are its discards, then come hand and reserve.

    :raises InvalidPosition: no deal fits the view (only a rule case can show such a position).
    """
    dealt = _deal(view, shuffle)
    tokens, box = _lay_tokens(view, shuffle)
    setup = Setup(
        players=view["players"],
        options=view["options"],
        start=view["start"],
        colours=tuple(seat["colour"] for seat in view["seats"]),
        hands=tuple(gone + hand for gone, hand in zip(dealt.discards, dealt.hands, strict=True)),
        reserves=dealt.reserves,
        unused=dealt.unused,
        tokens=tokens,
        tokens_box=box,
        rules_version=view["rules_version"],
    )
    phase, seat = OVER, 0
    for owed in view["decisions"]:
        phase, seat = owed["name"], owed["seat"]
    plants = _plants(view)
    kind = kind_at(plants, view["players"], seat, SPACES[view["planted"]]) if view["planted"] else None
    return State(
        setup=setup,
        phase=phase,
        seat=seat,
        turn=view["turn"],
        stream=stream_of(
            tuple(
                place_step(placed["domino"], SPACES[placed["first"]], SPACES[placed["second"]])
                for placed in view["dominoes"]
            ),
            tuple((SPACES[half["space"]], ANIMAL_INDEX[half["animal"]]) for half in view["halves"]),
        ),
        last=mask_of(SPACES[name] for name in view["last"]),
        joker=ANIMAL_INDEX[view["joker"]],
        plants=plants,
        up_to=up_to_each_value(plants),
        planted=GROWS[kind][SPACES[view["planted"]]] if kind is not None else None,
        waiting=view["waiting"],
        sky=tuple(spot["clouds"] for spot in view["sky"]),
        clouds=tuple(seat["clouds"] for seat in view["seats"]),
        boards=tuple((*seat["own"], *seat["neutral"]) for seat in view["seats"]),
        scores=_game_scores(view),
        hands=dealt.hands,
        drawn=(0,) * view["players"],
        discards=dealt.discards,
        takers=tuple(area["taken_by"] or 0 for area in view["areas"]),
    )


class _Dealt(NamedTuple):
    hands: tuple[Dominoes, ...]
    reserves: tuple[Dominoes, ...]
    discards: tuple[Dominoes, ...]
    unused: Dominoes


def _deal(view: View, shuffle: Shuffle) -> _Dealt:
    """Deal what the viewer has not seen: to each seat hand, discards and reserve, then what nobody got."""
    unseen = shuffle("imagine-dominoes", unseen_dominoes(view))

    def draw(count: int) -> Dominoes:
        drawn = tuple(unseen[:count])
        if len(drawn) < count:
            raise _no_deal_fits()
        del unseen[:count]
        return drawn

    hands, reserves, discards = [], [], []
    for known in view["seats"]:
        hand, gone = _known_dominoes(view, known["seat"])
        hands.append(tuple(sorted(draw(known["hand"]))) if hand is None else hand)
        discards.append(draw(known["discarded"]) if gone is None else gone)
        reserves.append(draw(known["reserve"]))
    if "revealed" in view:
        unused = tuple(view["revealed"]["unused"])
    else:
        unused = draw(TABLES[view["players"]].unused)
    if unseen:
        raise _no_deal_fits()
    return _Dealt(tuple(hands), tuple(reserves), tuple(discards), unused)


def _known_dominoes(view: View, seat: int) -> tuple[Dominoes | None, Dominoes | None]:
    """Hand and discards of a seat as far as the viewer knows them."""
    if seat == view["viewer"]:
        return tuple(view["own"]["hand"]), tuple(view["own"]["discarded"])
    if "revealed" in view:
        return None, tuple(view["revealed"]["discarded"][seat - 1])
    return None, None


def unseen_dominoes(view: View) -> list[str]:
    """The dominoes that the viewer has not seen, in the order of the data.

    :raises InvalidPosition: a domino is seen twice (only a rule case can show such a position).
    """
    seen = Counter(placed["domino"] for placed in view["dominoes"])
    for known in view["seats"]:
        for dominoes in _known_dominoes(view, known["seat"]):
            seen.update(dominoes or ())
    if "revealed" in view:
        seen.update(view["revealed"]["unused"])
    if any(count > 1 for count in seen.values()):
        raise _no_deal_fits()
    return [domino for domino in DOMINOES if not seen[domino]]


def _no_deal_fits() -> InvalidPosition:
    return InvalidPosition("no deal fits this view: more or fewer dominoes are seen than the game has")


def _lay_tokens(view: View, shuffle: Shuffle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tokens of the areas and of the box: with the backs that the viewer knows, the others shuffled."""
    known = _known_backs(view)
    laid: dict[str, str] = {}
    box: list[str] = []
    for size in TOKEN_SIZES:
        ids = tokens_of_size(size)
        areas = [area for area, here in zip(AREAS, AREA_SIZES, strict=True) if here == size]
        for area in areas:
            if area in known:
                laid[area] = _take_with_back(ids, known[area])
        left = _box_order(view, size, ids) if "revealed" in view else shuffle(f"imagine-tokens-{size}", ids)
        for area in areas:
            if area not in laid:
                laid[area] = left.pop(0)
        box += left
    return tuple(laid[area] for area in AREAS), tuple(box)


def _take_with_back(ids: list[str], back: int) -> str:
    """Take a token with this back from those of a size that are left."""
    for token in ids:
        if TOKENS[token].back == back:
            ids.remove(token)
            return token
    raise InvalidPosition(
        f"no deal fits this view: more tokens with {back} on the back are seen than there are"
    )


def _known_backs(view: View) -> dict[str, int]:
    entries: Sequence[Mapping[str, Json]] = ()
    if "revealed" in view:
        entries = view["revealed"]["backs"]
    elif "own" in view:
        entries = view["own"]["backs"]
    return {entry["area"]: entry["points"] for entry in entries}


def _box_order(view: View, size: int, ids: list[str]) -> list[str]:
    """The boxed tokens of a size in the order in which they were revealed."""
    points = [entry["points"] for entry in view["revealed"]["box"] if entry["major"] == size]
    left = list(ids)
    return [_take_with_back(left, back) for back in points]


def _plants(view: View) -> tuple[int, ...]:
    owners = [*(seat["colour"] for seat in view["seats"]), NEUTRAL]
    plants = list(no_plants(view["players"]))
    for plant in view["plants"]:
        place = owners.index(plant["colour"]) * TYPES + VALUES.index(plant["type"])
        plants[place] |= 1 << SPACES[plant["space"]]
    return tuple(plants)


def _game_scores(view: View) -> tuple[int, ...]:
    """The scores before final scoring."""
    if "revealed" in view:
        return tuple(view["revealed"]["game_scores"])
    return tuple(seat["score"] for seat in view["seats"])
