"""The words of Aquaretto's board, and the board told in sentences."""

from collections.abc import Mapping
from typing import Any

from referee.games.aquaretto.board import WORDS, legend
from referee.words import trucks_board
from referee.words.aquaretto import ALL_OF, tile_name
from referee.words.kinds import BoardWords
from referee.words.languages import Language
from referee.words.seats import Names, listed
from referee.words.trucks_board import Teller

View = Mapping[str, Any]

_SPANISH: Mapping[str, str] = {
    **trucks_board.SPANISH,
    "RESOLVE": "{} debe colocar lo pendiente",
    "crew/C": "C cajeros",
    "crew/K": "K cuidadores",
    "crew/M": "M gerente",
    "species": "especies",
    "large": "L ampliaciones grandes",
    "small": "S ampliaciones pequeñas",
    "depot": "depósito, la superior al final",
    "trainer": "entrenador",
    "free": "espacio libre",
    "entrance": "entrada",
    "species/D": "delfín",
    "species/O": "orca",
    "species/S": "león marino",
    "species/T": "tortuga marina",
    "species/H": "hipopótamo",
    "species/C": "cocodrilo",
    "species/P": "pingüino",
    "species/B": "oso polar",
    "mark/F": "hembra fértil",
    "mark/M": "macho fértil",
    "mark/A": "adulto sin marca",
    "mark/E": "pez",
    "mark/Z": "rayo",
    "mark/Y": "cría",
}

PICTURE: Mapping[Language, Mapping[str, str]] = {"en": WORDS, "es": _SPANISH}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks_board.PROSE["en"],
        "RESOLVE": "{who} is to place what is due, of {hand}.",
        "left": "Tiles in the main stack: {main}; in the reserve: {reserve}.",
        "basin": "Basin of {animals} ({number}): {tiles}.",
        "free": "Free spaces ({number}): {cells}.",
        "full": "No space is free.",
        "crew": "Cashiers: {cashiers} of 2. Keepers: {keepers} of 2. Managers: {managers} of 1.",
        "trainers": "Trainers on {cells}.",
        "limits": "Species: {species} of {allowed}. Expansions built: {large} of 2 large, {small} of 2 small.",
        "depot": "Depot, bottom to top: {tiles}.",
        "on": "{tile} on {cell}",
    },
    "es": {
        **trucks_board.PROSE["es"],
        "RESOLVE": "{who} debe colocar lo pendiente, de {hand}.",
        "left": "Losetas en la pila principal: {main}; en la reserva: {reserve}.",
        "basin": "Cuenca de {animals} ({number}): {tiles}.",
        "free": "Espacios libres ({number}): {cells}.",
        "full": "No hay ningún espacio libre.",
        "crew": "Cajeros: {cashiers} de 2. Cuidadores: {keepers} de 2. Gerentes: {managers} de 1.",
        "trainers": "Entrenadores en {cells}.",
        "limits": "Especies: {species} de {allowed}. Ampliaciones construidas: {large} de 2 grandes, {small} de 2 pequeñas.",
        "depot": "Depósito, de abajo arriba: {tiles}.",
        "on": "{tile} en {cell}",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: the table, each truck, each part of each zoo."""
    words = PROSE[language]
    teller = Teller(view, words, language, names, tile_name)
    lines = teller.table(words["left"].format(main=view["main_stack"], reserve=view["reserve"]))
    for zoo, coins in zip(view["zoos"], view["coins"], strict=True):
        lines += [teller.zoo(zoo, coins), *_zoo(zoo, teller)]
    return lines + teller.removed()


def _zoo(zoo: View, teller: Teller) -> list[str]:
    words, language = teller.words, teller.language
    lines = []
    species = list(dict.fromkeys(each["tile"][0] for each in zoo["tiles"]))
    for letter in species:
        tiles = [
            words["on"].format(tile=tile_name(each["tile"], language), cell=each["cell"])
            for each in zoo["tiles"]
            if each["tile"][0] == letter
        ]
        animals, shown = ALL_OF[language][letter], listed(tiles, language)
        lines.append(words["basin"].format(animals=animals, number=len(tiles), tiles=shown))
    taken = {each["cell"] for each in zoo["tiles"]} | set(zoo["trainers"])
    free = [cell for cell in zoo["spaces"] if cell not in taken]
    lines.append(words["free"].format(number=len(free), cells=" ".join(free)) if free else words["full"])
    lines.append(words["crew"].format(**zoo))
    if zoo["trainers"]:
        lines.append(words["trainers"].format(cells=listed(zoo["trainers"], language)))
    sizes = [each["size"] for each in zoo["expansions"]]
    lines.append(
        words["limits"].format(
            species=len(species),
            allowed=zoo["species_allowed"],
            large=sizes.count("L"),
            small=sizes.count("S"),
        )
    )
    in_depot = [tile_name(tile, language) for tile in zoo["depot"]]
    lines.append(words["depot"].format(tiles=listed(in_depot, language) or words["empty"]))
    return lines


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=lambda view, lettering: legend(view["species"], lettering),
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
