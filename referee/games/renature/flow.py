"""The step machine of a turn: what passes by itself, closing, refill, the next turn and the end (rule book 4, 4.5, 4.7).

Each ``arrive_at_...`` brings the draft to a decision, or through it where the book lets it pass.
"""

from collections.abc import Sequence

from referee.games.renature import effects
from referee.games.renature.areas import awards, plant_points
from referee.games.renature.clouds import has_cloud_action, move_in, returnable
from referee.games.renature.components import TOKENS
from referee.games.renature.draft import Draft, changed
from referee.games.renature.scoring import breakdowns
from referee.games.renature.spaces import AREA_OF, BESIDE
from referee.games.renature.state import END, OVER, OVERFLOW, PLANT, PRECLOSE, START


def arrive_at_start(draft: Draft) -> None:
    """Begin a turn; a seat without a domino is skipped (only a position of a rule case begins so)."""
    draft.phase = START
    if not draft.hands[draft.seat - 1]:
        pass_on(draft)


def arrive_at_plant(draft: Draft) -> None:
    """Ask for a plant, unless none can come beside the domino just placed."""
    beside = BESIDE[draft.last]
    if beside & ~draft.up_to[-1]:
        has_choice = any(draft.boards[draft.seat - 1]) or returnable(draft)
    else:
        has_choice = beside and returnable(draft) & beside
    if has_choice:
        draft.phase = PLANT
    else:
        arrive_at_preclose(draft)


def arrive_at_overflow(draft: Draft) -> None:
    """Let waiting clouds move in, as far as there is room; the plant scores when none waits any more (4.3)."""
    if draft.waiting:
        move_in(draft, "room")
    if draft.waiting:
        draft.phase = OVERFLOW
    else:
        score_plant(draft)


def score_plant(draft: Draft) -> None:
    """Give the points for the plant just placed (4.4), and go on to closing."""
    seat, planted = draft.seat, draft.planted
    assert planted is not None
    draft.planted = None
    amount = plant_points(draft.up_to, planted)
    draft.score(seat, amount)
    draft.effects.append(effects.points(seat, amount, "plant", AREA_OF[planted.space]))
    arrive_at_preclose(draft)


def arrive_at_preclose(draft: Draft) -> None:
    """Ask before closing, if an area closes and the seat could return a plant."""
    areas = closing(draft)
    if areas and returnable(draft):
        draft.phase = PRECLOSE
    else:
        close(draft, areas)


def closing(draft: Draft) -> list[int]:
    """The areas that are closed and still have their token, in letter order."""
    takers = draft.takers
    return [area for area in draft.stream.closed if not takers[area]]


def close(draft: Draft, areas: Sequence[int]) -> None:
    """Score the areas that close; the active seat takes their tokens, whoever scored (4.5, 4.6)."""
    seat = draft.seat
    for area in areas:
        token = TOKENS[draft.setup.tokens[area]]
        for award in awards(draft.plants, area, token.major, token.minor):
            draft.score(award.seat, award.amount)
            draft.effects.append(effects.points(award.seat, award.amount, award.reason, area))
        draft.takers = changed(draft.takers, area, seat)
        draft.effects.append(effects.token(seat, area, token.major, token.minor))
        draft.effects.append(effects.back(seat, area, token.back))
    refill(draft)


def refill(draft: Draft) -> None:
    """Draw the next domino of the reserve, if there is one (4.7)."""
    seat = draft.seat
    reserve, drawn = draft.setup.reserves[seat - 1], draft.drawn[seat - 1]
    if drawn < len(reserve):
        domino = reserve[drawn]
        draft.drawn = changed(draft.drawn, seat - 1, drawn + 1)
        hand = tuple(sorted((*draft.hands[seat - 1], domino)))
        draft.hands = changed(draft.hands, seat - 1, hand)
        draft.effects.append(effects.refilled(seat, len(reserve) - drawn - 1))
        draft.effects.append(effects.drawn(seat, domino))
    arrive_at_end(draft)


def arrive_at_end(draft: Draft) -> None:
    """Ask for cloud actions at the end of the turn, if there is one that can be paid."""
    if has_cloud_action(draft):
        draft.phase = END
    else:
        pass_on(draft)


def pass_on(draft: Draft) -> None:
    """The next seat that has a domino begins its turn; if nobody has one, the match is over."""
    players = draft.setup.players
    draft.last = 0
    for step in range(1, players + 1):
        seat = (draft.seat + step - 1) % players + 1
        if draft.hands[seat - 1]:
            draft.phase, draft.seat = START, seat
            draft.turn += 1
            return
    _finish(draft)


def _finish(draft: Draft) -> None:
    """Final scoring (section 5); the scores of the game stay, the result adds to them."""
    draft.phase, draft.seat = OVER, 0
    for seat, lines in enumerate(breakdowns(draft), 1):
        draft.effects.append(effects.final(seat, lines))
    draft.effects.append(effects.MATCH_OVER)
