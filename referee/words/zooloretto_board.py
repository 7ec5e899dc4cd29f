"""The words of Zooloretto's board, and the board told in sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.zooloretto.board import WORDS, legend
from referee.words.kinds import BoardWords
from referee.words.languages import Language
from referee.words.seats import Names, listed, seat_name
from referee.words.zooloretto import area_name, tile_name

View = Mapping[str, Any]

_SPANISH: Mapping[str, str] = {
    "round": "ronda {}",
    "bank": "banca {}",
    "piles": "pilas {} + {}",
    "last-round": "última ronda",
    "over": "La partida ha terminado.",
    "TURN": "Le toca jugar a {}",
    "LOAD": "{} debe cargar la loseta robada",
    "PLACE": "{} debe colocar",
    "truck": "Camión {}",
    "taken": "tomado por {}",
    "Seat": "Asiento {}",
    "seat": "asiento {}",
    "coin": "{} moneda",
    "coins": "{} monedas",
    "point": "{} punto",
    "points": "{} puntos",
    "began": "empezó la ronda",
    "stalls": "puestos",
    "removed": "Fuera del juego",
    "male": "macho",
    "female": "hembra",
    "mated": "ya tuvo cría",
    "offspring": "cría",
    "coin-tile": "moneda",
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
        "over": "The match is over.",
        "TURN": "{who} is to take a turn.",
        "LOAD": "{who} is to load {hand} on a truck.",
        "PLACE": "{who} is to place {hand}.",
        "bank": "Round {round}. Coins in the bank: {bank}.",
        "left": "Tiles in the main pile: {main}; in the end pile: {end}.",
        "last-round": "This is the last round.",
        "truck": "Truck {truck} (spaces: {spaces}): {tiles}.",
        "taken": "Truck {truck} is taken by {who}.",
        "zoo": "{who}. Coins: {coins}. Points: {points}.",
        "area": "{area} (spaces: {spaces}): {tiles}. Stalls (spaces: {stall_spaces}): {stalls}.",
        "barn": "{area}: {tiles}.",
        "removed": "Out of the game: {tiles}.",
        "empty": "empty",
    },
    "es": {
        "over": "La partida ha terminado.",
        "TURN": "Le toca jugar: {who}.",
        "LOAD": "{who} debe cargar {hand} en un camión.",
        "PLACE": "{who} debe colocar {hand}.",
        "bank": "Ronda {round}. Monedas en la banca: {bank}.",
        "left": "Losetas en la pila principal: {main}; en la pila final: {end}.",
        "last-round": "Esta es la última ronda.",
        "truck": "Camión {truck} (espacios: {spaces}): {tiles}.",
        "taken": "El camión {truck} está tomado por {who}.",
        "zoo": "{who}. Monedas: {coins}. Puntos: {points}.",
        "area": "{area} (espacios: {spaces}): {tiles}. Puestos (espacios: {stall_spaces}): {stalls}.",
        "barn": "{area}: {tiles}.",
        "removed": "Fuera del juego: {tiles}.",
        "empty": "sin losetas",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: the table, each truck, each part of each zoo."""
    words = PROSE[language]
    lines = [_to_act(view, language, names), words["bank"].format(**view)]
    if "left" in view:
        lines.append(words["left"].format(main=view["main_pile"], end=view["end_pile"]))
    if view["last_round"]:
        lines.append(words["last-round"])
    lines += [_truck(truck, language, names) for truck in view["trucks"]]
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        who = seat_name(zoo["seat"], language, names, begins=True)
        lines.append(words["zoo"].format(who=who, coins=coins, points=zoo["score"]))
        lines += [_area(area, language) for area in zoo["areas"]]
        lines.append(
            words["barn"].format(area=_begun(area_name("B", language)), tiles=_tiles(zoo["barn"], language))
        )
    if view["removed"]:
        lines.append(words["removed"].format(tiles=_tiles(view["removed"], language)))
    return lines


def _to_act(view: View, language: Language, names: Names) -> str:
    words = PROSE[language]
    if not view["decisions"]:
        return words["over"]
    owed = view["decisions"][0]
    who = seat_name(owed["seat"], language, names, begins=True)
    return words[owed["name"]].format(who=who, hand=_tiles(view["hand"], language))


def _truck(truck: View, language: Language, names: Names) -> str:
    words = PROSE[language]
    if truck["taken_by"]:
        return words["taken"].format(truck=truck["truck"], who=seat_name(truck["taken_by"], language, names))
    return words["truck"].format(
        truck=truck["truck"], spaces=truck["capacity"], tiles=_tiles(truck["tiles"], language)
    )


def _area(area: View, language: Language) -> str:
    return PROSE[language]["area"].format(
        area=_begun(area_name(area["area"], language)),
        spaces=area["spaces"],
        tiles=_tiles(area["animals"], language),
        stall_spaces=area["stall_spaces"],
        stalls=_tiles(area["stalls"], language),
    )


def _tiles(tiles: Sequence[str], language: Language) -> str:
    """Names of tiles, each kind once, with how often it lies there: ``a camel (2) and a kiosk``."""
    if not tiles:
        return PROSE[language]["empty"]
    kinds = Counter(tile_name(tile, language) for tile in tiles)
    return listed([name if count == 1 else f"{name} ({count})" for name, count in kinds.items()], language)


def _begun(text: str) -> str:
    return text[0].upper() + text[1:]


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=lambda view, lettering: legend(view["species"], lettering),
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
