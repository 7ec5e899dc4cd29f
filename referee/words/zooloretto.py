"""Zooloretto in words: tiles, places, steps and effects, in English and Spanish.

Steps are said as an instruction (``Take truck 2.``), effects as what happened (``Seat 2 gets 1 coin.``).
Names of animals and stalls: rule book, section 1; ``components.yaml``, ``stall_names``.
"""

from collections.abc import Mapping
from typing import Any

from referee.words import trucks
from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.seats import Names, seat_name
from referee.words.trucks import contracted

Parts = Mapping[str, Any]

# ------------------------------------------------------------------------------------------------ tiles, areas

_SPECIES_EN = {
    "C": "a camel",
    "E": "an elephant",
    "F": "a flamingo",
    "K": "a kangaroo",
    "L": "a leopard",
    "M": "a chimpanzee",
    "P": "a panda",
    "Z": "a zebra",
}
_SPECIES_ES = {
    "C": "un camello",
    "E": "un elefante",
    "F": "un flamenco",
    "K": "un canguro",
    "L": "un leopardo",
    "M": "un chimpancé",
    "P": "un panda",
    "Z": "una cebra",
}
_ALL_EN = {
    "C": "all camels",
    "E": "all elephants",
    "F": "all flamingos",
    "K": "all kangaroos",
    "L": "all leopards",
    "M": "all chimpanzees",
    "P": "all pandas",
    "Z": "all zebras",
}
_ALL_ES = {
    "C": "todos los camellos",
    "E": "todos los elefantes",
    "F": "todos los flamencos",
    "K": "todos los canguros",
    "L": "todos los leopardos",
    "M": "todos los chimpancés",
    "P": "todos los pandas",
    "Z": "todas las cebras",
}
_FORM_EN = {
    "": "{a} {species}",
    "M": "a fertile male {species}",
    "F": "a fertile female {species}",
    "M+": "a male {species} that has offspring",
    "F+": "a female {species} that has offspring",
    "O": "a young {species}",
}
_FORM_ES = {
    "": "{a} {species}",
    "M": "{a} {species} macho fértil",
    "F": "{a} {species} hembra fértil",
    "M+": "{a} {species} macho que ya tuvo cría",
    "F+": "{a} {species} hembra que ya tuvo cría",
    "O": "una cría de {species}",
}
_OTHER_EN = {
    "S1": "a kiosk",
    "S2": "a barrow",
    "S3": "a snack stall",
    "S4": "a popcorn stall",
    "$": "a coin tile",
}
_OTHER_ES = {
    "S1": "un quiosco",
    "S2": "un carrito",
    "S3": "un puesto de aperitivos",
    "S4": "un puesto de palomitas",
    "$": "una loseta de moneda",
}
_AREA_EN = {
    "5": "enclosure 5",
    "4": "enclosure 4",
    "6": "enclosure 6",
    "X1": "the first expansion",
    "X2": "the second expansion",
    "B": "the barn",
}
_AREA_ES = {
    "5": "el recinto 5",
    "4": "el recinto 4",
    "6": "el recinto 6",
    "X1": "la primera ampliación",
    "X2": "la segunda ampliación",
    "B": "el establo",
}

SPECIES: Mapping[Language, Mapping[str, str]] = {"en": _SPECIES_EN, "es": _SPECIES_ES}
ALL_OF: Mapping[Language, Mapping[str, str]] = {"en": _ALL_EN, "es": _ALL_ES}
FORMS: Mapping[Language, Mapping[str, str]] = {"en": _FORM_EN, "es": _FORM_ES}
OTHER_TILES: Mapping[Language, Mapping[str, str]] = {"en": _OTHER_EN, "es": _OTHER_ES}
AREAS: Mapping[Language, Mapping[str, str]] = {"en": _AREA_EN, "es": _AREA_ES}


def tile_name(tile: str, language: Language) -> str:
    """A tile with its article: ``a fertile male elephant``."""
    if tile in OTHER_TILES[language]:
        return OTHER_TILES[language][tile]
    article, species = SPECIES[language][tile[0]].split(" ", 1)
    return FORMS[language][tile[1:]].format(a=article, species=species)


def area_name(area: str, language: Language) -> str:
    """An enclosure, an expansion or the barn, with its article."""
    return AREAS[language][area]


def _place_name(tile: str, area: str, language: Language) -> str:
    """Where a tile lies: animals in an enclosure, stalls beside it."""
    is_beside = tile.startswith("S") and area != "B"
    name = area_name(area, language)
    if language == "en":
        return f"beside {name}" if is_beside else f"in {name}"
    return f"junto a {name}".replace("a el ", "al ") if is_beside else f"en {name}"


# ------------------------------------------------------------------------------------------------------- steps

STEPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.STEPS["en"],
        "place": "Place {tile} {area}.",
        "move": "Move {tile} from the barn to {to}.",
        "move-stall": "Move {tile} from {from} to {to}.",
        "swap": "Swap the animals of {from} with those of {to}.",
        "swap-barn": "Swap the animals of {from} with {species} of the barn.",
        "buy": "Buy {tile} from the barn of {owner} and put it {area}.",
        "discard": "Discard {tile} from the barn.",
        "expand": "Expand the zoo.",
    },
    "es": {
        **trucks.STEPS["es"],
        "place": "Colocar {tile} {area}.",
        "move": "Mover {tile} del establo a {to}.",
        "move-stall": "Mover {tile} de {from} a {to}.",
        "swap": "Intercambiar los animales de {from} con los de {to}.",
        "swap-barn": "Intercambiar los animales de {from} con {species} del establo.",
        "buy": "Comprar {tile} del establo de {owner} y colocar la loseta {area}.",
        "discard": "Descartar {tile} del establo.",
        "expand": "Ampliar el zoo.",
    },
}


# The same steps as what somebody did. All begin with who did it.
TOLD: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.TOLD["en"],
        "place": "{who} places {tile} {area}.",
        "move": "{who} moves {tile} from the barn to {to}.",
        "move-stall": "{who} moves {tile} from {from} to {to}.",
        "swap": "{who} swaps the animals of {from} with those of {to}.",
        "swap-barn": "{who} swaps the animals of {from} with {species} of the barn.",
        "buy": "{who} buys {tile} from the barn of {owner} and puts it {area}.",
        "discard": "{who} discards {tile} from the barn.",
        "expand": "{who} expands the zoo.",
    },
    "es": {
        **trucks.TOLD["es"],
        "place": "{who} coloca {tile} {area}.",
        "move": "{who} mueve {tile} del establo a {to}.",
        "move-stall": "{who} mueve {tile} de {from} a {to}.",
        "swap": "{who} intercambia los animales de {from} con los de {to}.",
        "swap-barn": "{who} intercambia los animales de {from} con {species} del establo.",
        "buy": "{who} compra {tile} del establo de {owner} y coloca la loseta {area}.",
        "discard": "{who} descarta {tile} del establo.",
        "expand": "{who} amplía el zoo.",
    },
}
# The kinds of step in the order of the rule book, by the group in which a page shows them.
GROUPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.GROUPS["en"],
        "move": "Move a tile, for 1 coin",
        "swap": "Swap animals, for 1 coin",
        "buy": "Buy from another barn, for 2 coins",
        "discard": "Discard from your barn, for 2 coins",
        "expand": "Expand, for 3 coins",
    },
    "es": {
        **trucks.GROUPS["es"],
        "move": "Mover una loseta, por 1 moneda",
        "swap": "Intercambiar animales, por 1 moneda",
        "buy": "Comprar en otro establo, por 2 monedas",
        "discard": "Descartar del establo, por 2 monedas",
        "expand": "Ampliar, por 3 monedas",
    },
}
_KINDS = tuple(GROUPS["en"])

# The lines of a result.
BREAKDOWN: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "5": "Enclosure 5",
        "4": "Enclosure 4",
        "6": "Enclosure 6",
        "X1": "First expansion",
        "X2": "Second expansion",
        "stalls": "Stalls in the zoo",
        "barn_stalls": "Stalls in the barn",
        "barn_animals": "Animals in the barn",
        "total": "Points",
        "coins": "Coins (for ties)",
    },
    "es": {
        "5": "Recinto 5",
        "4": "Recinto 4",
        "6": "Recinto 6",
        "X1": "Primera ampliación",
        "X2": "Segunda ampliación",
        "stalls": "Puestos en el zoo",
        "barn_stalls": "Puestos en el establo",
        "barn_animals": "Animales en el establo",
        "total": "Puntos",
        "coins": "Monedas (para empates)",
    },
}


def group_of_step(parts: Parts, language: Language) -> tuple[int, str]:
    """The group of a step: its place among the groups, and its title."""
    kind = str(parts["kind"])
    return _KINDS.index(kind), GROUPS[language][kind]


def sentence_for_step(parts: Parts, language: Language, names: Names = None) -> str:
    """Say a step.

    :param parts: of the step as the game writes them, ``kind`` first.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    kind, words = _words_of_step(parts, language, names)
    return contracted(STEPS[language][kind].format(**words))


def told_step(parts: Parts, seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana takes truck 2.``

    :param parts: of the step, ``kind`` first.
    """
    kind, words = _words_of_step(parts, language, names)
    words["who"] = seat_name(seat, language, names, begins=True)
    return contracted(TOLD[language][kind].format(**words))


def sentence_for_choice(
    parts: Parts, view: Mapping[str, Any], language: Language, names: Names = None
) -> str:
    """Say a step that can be chosen, with what lies on the truck that it is about.

    :param view: the position in which it can be chosen.
    """
    said = trucks.choice_of_truck(parts, view, language, tile_name)
    return said or sentence_for_step(parts, language, names)


def _words_of_step(parts: Parts, language: Language, names: Names) -> tuple[str, dict[str, Any]]:
    """The key of a step's sentence, and what fills its gaps."""
    kind = str(parts["kind"])
    words: dict[str, Any] = dict(parts)
    tile = str(parts.get("tile", ""))
    if tile:
        words["tile"] = tile_name(tile, language)
    if "area" in parts:
        words["area"] = _place_name(tile, parts["area"], language)
    if kind == "move":
        kind = "move" if parts["from"] == "B" else "move-stall"
        words["from"] = area_name(parts["from"], language)
        words["to"] = area_name(parts["to"], language)
    if kind == "buy":
        words["owner"] = seat_name(parts["seat"], language, names)
    if kind == "swap":
        words["from"], words["to"] = area_name(parts["from"], language), area_name(parts["to"], language)
        if "species" in parts:
            kind = "swap-barn"
            words["species"] = ALL_OF[language][parts["species"]]
    return kind, words


# ----------------------------------------------------------------------------------------------------- effects

EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.EFFECTS["en"],
        "coins/bonus": "{who} gets {coins} for filling {area}.",
        "offspring": "{who} gets {tile}, {area}.",
        "last-round": "The end pile has been begun: this is the last round.",
    },
    "es": {
        **trucks.EFFECTS["es"],
        "coins/bonus": "{who} recibe {coins} por llenar {area}.",
        "offspring": "{who} recibe {tile}, {area}.",
        "last-round": "Se ha empezado la pila final: esta es la última ronda.",
    },
}


def sentence_for_effect(effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what happened.

    :param effect: ``kind``, ``seat`` and ``detail`` as the game writes them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    detail = effect["detail"]
    kind = f"{effect['kind']}/{detail['reason']}" if "reason" in detail else str(effect["kind"])
    words = trucks.words_of_effect(effect, language, names, tile_name)
    if detail.get("area"):
        in_place = effect["kind"] == "offspring"
        words["area"] = (
            _place_name("", detail["area"], language) if in_place else area_name(detail["area"], language)
        )
    return EFFECTS[language][kind].format(**words)


# ------------------------------------------------------------------------------------------------------- rules

RULES_ES: Mapping[str, str] = {
    **trucks.RULES_ES,
    "not-owned": "esa ampliación no se ha comprado.",
    "no-room": "en ese recinto no queda espacio.",
    "other-species": "en ese recinto vive otra especie.",
    "no-stall-space": "junto a ese recinto no queda espacio para un puesto.",
    "not-in-barn": "esa loseta no está en el establo.",
    "not-beside": "ese puesto no está junto a ese recinto.",
    "same-area": "el origen y el destino son el mismo.",
    "into-barn": "un movimiento no puede terminar en el establo.",
    "animals-stay": "un animal solo deja un recinto mediante un intercambio.",
    "swap-needs-enclosure": "un intercambio requiere al menos un recinto.",
    "swap-species-unnamed": "un intercambio con el establo debe nombrar la especie.",
    "swap-empty": "una de las dos partes del intercambio está vacía.",
    "swap-same-species": "las dos partes del intercambio son de la misma especie.",
    "swap-too-small": "una de las dos partes no cabe en su destino.",
    "own-barn": "no se compra en el propio establo.",
    "no-expansion-left": "no queda ninguna ampliación.",
}

# ----------------------------------------------------------------------------------------------------- options

SWITCHES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "show_remaining_tiles": "Show how many tiles are undrawn",
        "bank_is_finite": "The bank pays bonuses only with the coins that it has",
        "stall_move_to_barn": "A stall may be moved into the barn",
    },
    "es": {
        "show_remaining_tiles": "Mostrar cuántas losetas quedan por robar",
        "bank_is_finite": "La banca solo paga bonos con las monedas que tiene",
        "stall_move_to_barn": "Un puesto puede moverse al establo",
    },
}

WORDS = GameWords(
    step=sentence_for_step,
    effect=sentence_for_effect,
    told=told_step,
    choice=sentence_for_choice,
    group=group_of_step,
    breakdown=BREAKDOWN,
    rules_es=RULES_ES,
    switches=SWITCHES,
    catalogues={
        "steps": STEPS,
        "effects": EFFECTS,
        "species": SPECIES,
        "all of a species": ALL_OF,
        "forms": FORMS,
        "other tiles": OTHER_TILES,
        "areas": AREAS,
        "steps told": TOLD,
        "choices": trucks.CHOICES,
        "groups of steps": GROUPS,
        "lines of a result": BREAKDOWN,
    },
)
