"""The facts of a state as the trace writes them (rule book, "Facts")."""

from referee.games.renature.components import ANIMALS, TYPES
from referee.games.renature.scoring import scores
from referee.games.renature.spaces import AREAS
from referee.games.renature.state import State, next_text
from referee.strict_json import Json


def facts(state: State) -> dict[str, Json]:
    """All facts, hidden ones too."""
    return {
        "next": next_text(state),
        "scores": scores(state),
        "clouds": list(state.clouds),
        "waiting": state.waiting,
        "sky": list(state.sky),
        "joker": ANIMALS[state.joker],
        "hands": [" ".join(hand) for hand in state.hands],
        "boards": [board_text(board) for board in state.boards],
        "tokens": ["".join(areas_of(state, seat)) for seat in range(1, state.setup.players + 1)],
    }


def board_text(board: tuple[int, ...]) -> str:
    """A player board: own plants by ascending type, a blank, neutral ones, one digit each."""
    own, neutral = board[:TYPES], board[TYPES:]
    return f"{''.join(map(str, own))} {''.join(map(str, neutral))}"


def areas_of(state: State, seat: int) -> list[str]:
    """The areas whose tokens a seat has collected, in letter order."""
    return [letter for letter, taker in zip(AREAS, state.takers, strict=True) if taker == seat]
