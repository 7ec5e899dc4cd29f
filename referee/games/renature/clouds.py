"""Cloud actions: what a seat can pay for, and what paying does (rule book 4.8)."""

from referee.games.renature import effects
from referee.games.renature.components import AGAIN_COST, CLOUD_SPACES, JOKER_COST, KIND_VALUES
from referee.games.renature.draft import Draft, changed
from referee.games.renature.state import KIND_PLACES, State


def can_change_joker(state: State | Draft) -> bool:
    """Can the active seat pay for another joker?"""
    return state.clouds[state.seat - 1] >= JOKER_COST


def can_go_again(state: State | Draft) -> bool:
    """Can the active seat buy another turn? It begins with a domino, so it needs one."""
    return state.clouds[state.seat - 1] >= AGAIN_COST and bool(state.hands[state.seat - 1])


def returnable(state: State | Draft) -> int:
    """The spaces whose plant the active seat may take back: own or neutral, payable, with room on its board."""
    seat = state.seat
    purse = state.clouds[seat - 1]
    found = 0
    if purse:
        plants, board, capacities = state.plants, state.boards[seat - 1], state.setup.capacities
        for kind, place in enumerate(KIND_PLACES[state.setup.players][seat]):
            if KIND_VALUES[kind] <= purse and board[kind] < capacities[kind]:
                found |= plants[place]
        if state.planted:
            found &= ~(1 << state.planted.space)  # not before it has scored
    return found


def has_cloud_action(state: State | Draft) -> bool:
    """Is there anything that the active seat could do with its clouds?"""
    purse = state.clouds[state.seat - 1]
    return bool(purse and (purse >= JOKER_COST or can_go_again(state) or returnable(state)))


def pay(draft: Draft, cost: int) -> None:
    """Take clouds from the active seat's board."""
    draft.add_clouds(-cost)
    draft.effects.append(effects.clouds(draft.seat, -cost, "cost"))


def take_clouds(draft: Draft, place: int) -> None:
    """Take all clouds of a cloud space of the board; those without room wait (4.3)."""
    draft.waiting = draft.sky[place]
    draft.sky = changed(draft.sky, place, 0)
    move_in(draft, "taken")
    if draft.waiting:
        draft.effects.append(effects.waiting(draft.seat, draft.waiting))


def move_in(draft: Draft, reason: str) -> None:
    """Let as many waiting clouds onto the active seat's board as have room."""
    amount = min(draft.waiting, CLOUD_SPACES - draft.clouds[draft.seat - 1])
    if amount:
        draft.waiting -= amount
        draft.add_clouds(amount)
        draft.effects.append(effects.clouds(draft.seat, amount, reason))
