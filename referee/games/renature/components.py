"""The component data of Renature as tables; the numbers stand in ``components.yaml`` alone."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

COMPONENTS: Mapping[str, Any] = yaml.safe_load(
    files(__package__).joinpath("components.yaml").read_text(encoding="utf-8")
)


class Token(NamedTuple):
    """One area token: its front is seen by all, its back by its taker alone (rule book, section 3)."""

    id: str
    major: int  # also the size of the areas on which it can lie
    minor: int
    back: int


class Table(NamedTuple):
    """What depends on the number of players (rule book, section 2)."""

    dominoes: int  # of each seat, hand and reserve together
    unused: int  # dominoes that nobody gets
    plants: tuple[int, ...]  # of a player board by kind: at the start, and at most


# Animals are numbered in joker-track order; a domino's text has its animals in that order.
ANIMALS: tuple[str, ...] = tuple(animal["code"] for animal in COMPONENTS["animals"]["list"])
ANIMAL_INDEX: Mapping[str, int] = {code: number for number, code in enumerate(ANIMALS)}
START_JOKER = ANIMAL_INDEX[COMPONENTS["joker"]["start"]]
DOMINOES: tuple[str, ...] = tuple(COMPONENTS["dominoes"]["list"])
HAND_SIZE: int = COMPONENTS["dominoes"]["hand_size"]

# The kinds of plant on a player board: own ones by ascending value, then neutral ones by ascending value.
VALUES: tuple[int, ...] = tuple(plant["value"] for plant in COMPONENTS["plant_types"]["list"])
TYPES = len(VALUES)
KINDS = 2 * TYPES
KIND_VALUES: tuple[int, ...] = VALUES + VALUES

COLOURS: tuple[str, ...] = tuple(COMPONENTS["colours"]["players"])
NEUTRAL: str = COMPONENTS["colours"]["neutral"]
COLOURS_BY_PLAYERS: Mapping[int, tuple[str, ...]] = {
    int(players): tuple(colours)
    for players, colours in COMPONENTS["colours"]["colours_by_player_count"].items()
}

CLOUD_SPACES: int = COMPONENTS["player_board"]["cloud_spaces"]  # of a player board
START_CLOUDS: int = COMPONENTS["clouds"]["start_per_player"]
JOKER_COST: int = COMPONENTS["clouds"]["cost_joker"]
AGAIN_COST: int = COMPONENTS["clouds"]["cost_extra_turn"]
POINTS_PER_CLOUD: int = COMPONENTS["clouds"]["end_points_each"]
START_SCORES: tuple[int, ...] = tuple(COMPONENTS["score_start"]["list"])  # by turn position

TOKENS: Mapping[str, Token] = {
    token.id: token for token in (Token(**row) for row in COMPONENTS["area_tokens"]["list"])
}
TOKEN_SIZES: tuple[int, ...] = tuple(sorted({token.major for token in TOKENS.values()}))


def tokens_of_size(size: int) -> list[str]:
    """The ids of the tokens of one size, in the order of the data."""
    return [token.id for token in TOKENS.values() if token.major == size]


def _plants(rows: Mapping[str, Mapping[str, int]]) -> tuple[int, ...]:
    return tuple(rows[owner][str(value)] for owner in ("own", "neutral") for value in VALUES)


TABLES: Mapping[int, Table] = {
    int(players): Table(
        dealt["each"], dealt["unused"], _plants(COMPONENTS["player_board"]["plants"][players])
    )
    for players, dealt in COMPONENTS["dominoes"]["deal"].items()
}
