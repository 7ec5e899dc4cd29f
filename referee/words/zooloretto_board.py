"""The words of Zooloretto's board, and the board told in sentences."""

from collections.abc import Mapping
from typing import Any

from referee.games.zooloretto.board import WORDS, legend
from referee.words import trucks_board
from referee.words.kinds import BoardWords
from referee.words.languages import Language
from referee.words.seats import Names
from referee.words.trucks_board import Teller, begun
from referee.words.zooloretto import area_name, tile_name

View = Mapping[str, Any]

_SPANISH: Mapping[str, str] = {
    **trucks_board.SPANISH,
    "stalls": "puestos",
    "male": "macho",
    "female": "hembra",
    "mated": "ya tuvo cría",
    "offspring": "cría",
    "species/C": "camello",
    "species/E": "elefante",
    "species/F": "flamenco",
    "species/K": "canguro",
    "species/L": "leopardo",
    "species/M": "chimpancé",
    "species/P": "panda",
    "species/Z": "cebra",
    "stall/S1": "quiosco",
    "stall/S2": "carrito",
    "stall/S3": "aperitivos",
    "stall/S4": "palomitas",
}

PICTURE: Mapping[Language, Mapping[str, str]] = {"en": WORDS, "es": _SPANISH}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks_board.PROSE["en"],
        "left": "Tiles in the main pile: {main}; in the end pile: {end}.",
        "area": "{area} (spaces: {spaces}): {tiles}. Stalls (spaces: {stall_spaces}): {stalls}.",
        "barn": "{area}: {tiles}.",
    },
    "es": {
        **trucks_board.PROSE["es"],
        "left": "Losetas en la pila principal: {main}; en la pila final: {end}.",
        "area": "{area} (espacios: {spaces}): {tiles}. Puestos (espacios: {stall_spaces}): {stalls}.",
        "barn": "{area}: {tiles}.",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: the table, each truck, each part of each zoo."""
    words = PROSE[language]
    teller = Teller(view, words, language, names, tile_name)
    piles = words["left"].format(main=view["main_pile"], end=view["end_pile"]) if "left" in view else None
    lines = teller.table(piles)
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        barn = words["barn"].format(area=begun(area_name("B", language)), tiles=teller.tiles(zoo["barn"]))
        lines += [teller.zoo(zoo, coins), *(_area(area, teller) for area in zoo["areas"]), barn]
    return lines + teller.removed()


def _area(area: View, teller: Teller) -> str:
    return teller.words["area"].format(
        area=begun(area_name(area["area"], teller.language)),
        spaces=area["spaces"],
        tiles=teller.tiles(area["animals"]),
        stall_spaces=area["stall_spaces"],
        stalls=teller.tiles(area["stalls"]),
    )


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=lambda view, lettering: legend(view["species"], lettering),
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
