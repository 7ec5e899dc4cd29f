"""Aquaretto in words: tiles, places, coworkers, steps and effects, in English and Spanish.

Steps are said as an instruction (``Take truck 2.``), effects as what happened (``Seat 2 gets 1 coin.``).
Names of animals: rule book, section 1. What Zooloretto says alike stands in ``trucks.py``.
"""

from collections.abc import Mapping
from typing import Any

from referee.words import trucks
from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.seats import Names, seat_name
from referee.words.trucks import contracted

Parts = Mapping[str, Any]

# ----------------------------------------------------------------------------------------------- tiles, places

SPECIES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "D": "a dolphin",
        "O": "an orca",
        "S": "a sea lion",
        "T": "a sea turtle",
        "H": "a hippopotamus",
        "C": "a crocodile",
        "P": "a penguin",
        "B": "a polar bear",
    },
    "es": {
        "D": "un delfín",
        "O": "una orca",
        "S": "un león marino",
        "T": "una tortuga marina",
        "H": "un hipopótamo",
        "C": "un cocodrilo",
        "P": "un pingüino",
        "B": "un oso polar",
    },
}
ALL_OF: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "D": "dolphins",
        "O": "orcas",
        "S": "sea lions",
        "T": "sea turtles",
        "H": "hippopotami",
        "C": "crocodiles",
        "P": "penguins",
        "B": "polar bears",
    },
    "es": {
        "D": "delfines",
        "O": "orcas",
        "S": "leones marinos",
        "T": "tortugas marinas",
        "H": "hipopótamos",
        "C": "cocodrilos",
        "P": "pingüinos",
        "B": "osos polares",
    },
}
MARKS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "A": "{a} {species}",
        "F": "a fertile female {species}",
        "M": "a fertile male {species}",
        "E": "{a} {species} with a fish",
        "Z": "{a} {species} with a flash",
        "Y": "a young {species}",
    },
    "es": {
        "A": "{a} {species}",
        "F": "una hembra fértil de {species}",
        "M": "un macho fértil de {species}",
        "E": "{a} {species} con pez",
        "Z": "{a} {species} con rayo",
        "Y": "una cría de {species}",
    },
}
OTHER_TILES: Mapping[Language, Mapping[str, str]] = {
    "en": {"$": "a coin tile", "W": "a coworker"},
    "es": {"$": "una loseta de moneda", "W": "un colaborador"},
}
# Where a tile lies.
TILE_PLACES: Mapping[Language, Mapping[str, str]] = {
    "en": {"cell": "on {cell}", "D": "in the depot"},
    "es": {"cell": "en {cell}", "D": "en el depósito"},
}
# What a coworker is, or becomes, at a place.
JOBS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "C": "cashier",
        "K": "keeper",
        "M": "manager",
        "cell": "trainer on {cell}",
        "D": "idle in the depot",
    },
    "es": {
        "C": "cajero",
        "K": "cuidador",
        "M": "gerente",
        "cell": "entrenador en {cell}",
        "D": "ocioso en el depósito",
    },
}
CORNERS: Mapping[Language, Mapping[str, str]] = {
    "en": {"NW": "north-west", "NE": "north-east", "SW": "south-west", "SE": "south-east"},
    "es": {"NW": "noroeste", "NE": "noreste", "SW": "suroeste", "SE": "sureste"},
}


def tile_name(tile: str, language: Language) -> str:
    """A tile with its article: ``a fertile male dolphin``; a coworker in hand too."""
    if tile in OTHER_TILES[language]:
        return OTHER_TILES[language][tile]
    article, species = SPECIES[language][tile[0]].split(" ", 1)
    return MARKS[language][tile[1]].format(a=article, species=species)


def job_name(place: str, language: Language) -> str:
    """What a coworker is at a place: ``keeper``, ``trainer on K10``."""
    return _at(JOBS[language], place)


def _at(words: Mapping[str, str], place: str) -> str:
    """The words of a place, or those of cells with the cell's name."""
    return words[place] if place in words else words["cell"].format(cell=place)


# ------------------------------------------------------------------------------------------------------- steps

STEPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.STEPS["en"],
        "place": "Place {tile} {place}.",
        "offspring": "Place the offspring {place}.",
        "coworker": "Let the coworker become {job}.",
        "move": "Move {tile} from the depot: {place}.",
        "move-coworker": "Let the {from} become {job}.",
        "buy": "Buy {tile} from the depot of {owner} and put it {place}.",
        "discard": "Discard the top tile of the depot.",
        "expand-L": "Build a large expansion at {cell}.",
        "expand-S": "Build a small expansion at {cell}, without its {corner} corner.",
    },
    "es": {
        **trucks.STEPS["es"],
        "place": "Colocar {tile} {place}.",
        "offspring": "Colocar la cría {place}.",
        "coworker": "Emplear al colaborador como {job}.",
        "move": "Mover {tile} del depósito: {place}.",
        "move-coworker": "Emplear al {from} como {job}.",
        "buy": "Comprar {tile} del depósito de {owner} y colocar la loseta {place}.",
        "discard": "Descartar la loseta superior del depósito.",
        "expand-L": "Construir una ampliación grande en {cell}.",
        "expand-S": "Construir una ampliación pequeña en {cell}, sin su esquina {corner}.",
    },
}
# The same steps as what somebody did. All begin with who did it.
TOLD: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.TOLD["en"],
        "place": "{who} places {tile} {place}.",
        "offspring": "{who} places the offspring {place}.",
        "coworker": "{who} lets the coworker become {job}.",
        "move": "{who} moves {tile} from the depot: {place}.",
        "move-coworker": "{who} lets the {from} become {job}.",
        "buy": "{who} buys {tile} from the depot of {owner} and puts it {place}.",
        "discard": "{who} discards the top tile of the depot.",
        "expand-L": "{who} builds a large expansion at {cell}.",
        "expand-S": "{who} builds a small expansion at {cell}, without its {corner} corner.",
    },
    "es": {
        **trucks.TOLD["es"],
        "place": "{who} coloca {tile} {place}.",
        "offspring": "{who} coloca la cría {place}.",
        "coworker": "{who} emplea al colaborador como {job}.",
        "move": "{who} mueve {tile} del depósito: {place}.",
        "move-coworker": "{who} emplea al {from} como {job}.",
        "buy": "{who} compra {tile} del depósito de {owner} y coloca la loseta {place}.",
        "discard": "{who} descarta la loseta superior del depósito.",
        "expand-L": "{who} construye una ampliación grande en {cell}.",
        "expand-S": "{who} construye una ampliación pequeña en {cell}, sin su esquina {corner}.",
    },
}
# What a step acts on, where the board is at hand.
CHOICES: Mapping[Language, Mapping[str, str]] = {
    "en": {"discard": "Discard {tile}, the top tile of the depot.", "offspring": "Place {tile} {place}."},
    "es": {
        "discard": "Descartar {tile}, la loseta superior del depósito.",
        "offspring": "Colocar {tile} {place}.",
    },
}
# The kinds of step in the order of the rule book, by the group in which a page shows them.
GROUPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.GROUPS["en"],
        "offspring": "Place the offspring",
        "coworker": "Place the coworker",
        "move": "Move a tile of your depot, for 1 coin",
        "move-coworker": "Move a coworker, for 1 coin",
        "buy": "Buy from another depot, for 2 coins",
        "discard": "Discard from your depot, for 2 coins",
        "expand-L": "Build a large expansion, for 2 coins",
        "expand-S": "Build a small expansion, for 1 coin",
    },
    "es": {
        **trucks.GROUPS["es"],
        "offspring": "Colocar la cría",
        "coworker": "Colocar al colaborador",
        "move": "Mover una loseta del depósito, por 1 moneda",
        "move-coworker": "Mover a un colaborador, por 1 moneda",
        "buy": "Comprar en otro depósito, por 2 monedas",
        "discard": "Descartar del depósito, por 2 monedas",
        "expand-L": "Construir una ampliación grande, por 2 monedas",
        "expand-S": "Construir una ampliación pequeña, por 1 moneda",
    },
}
_GROUPS_IN_ORDER = tuple(GROUPS["en"])

# The lines of a result.
BREAKDOWN: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "animals": "Animals in the zoo",
        "cashier": "Cashiers",
        "keeper": "Keepers",
        "trainer": "Trainers",
        "depot": "Animals in the depot",
        "total": "Points",
        "coins": "Coins (for ties)",
    },
    "es": {
        "animals": "Animales en el zoo",
        "cashier": "Cajeros",
        "keeper": "Cuidadores",
        "trainer": "Entrenadores",
        "depot": "Animales en el depósito",
        "total": "Puntos",
        "coins": "Monedas (para empates)",
    },
}


def _form(parts: Parts) -> str:
    """The key of a step's sentence and group."""
    kind = str(parts["kind"])
    return f"{kind}-{parts['size']}" if kind == "expand" else kind


def group_of_step(parts: Parts, language: Language) -> tuple[int, str]:
    """The group of a step: its place among the groups, and its title."""
    form = _form(parts)
    return _GROUPS_IN_ORDER.index(form), GROUPS[language][form]


def sentence_for_step(parts: Parts, language: Language, names: Names = None) -> str:
    """Say a step.

    :param parts: of the step as the game writes them, ``kind`` first.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    return contracted(STEPS[language][_form(parts)].format(**_words_of_step(parts, language, names)))


def told_step(parts: Parts, seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana takes truck 2.``

    :param parts: of the step, ``kind`` first.
    """
    words = _words_of_step(parts, language, names)
    words["who"] = seat_name(seat, language, names, begins=True)
    return contracted(TOLD[language][_form(parts)].format(**words))


def sentence_for_choice(
    parts: Parts, view: Mapping[str, Any], language: Language, names: Names = None
) -> str:
    """Say a step that can be chosen, with the tiles that it is about.

    :param view: the position in which it can be chosen.
    """
    said = trucks.choice_of_truck(parts, view, language, tile_name)
    if said:
        return said
    kind = str(parts["kind"])
    words = _words_of_step(parts, language, names)
    about = []
    if kind == "discard":
        about = view["zoos"][view["seat"] - 1]["depot"][-1:]
    elif kind == "offspring":
        about = [tile for tile in view["hand"] if tile.endswith("Y")]
    if not about:
        return sentence_for_step(parts, language, names)
    words["tile"] = tile_name(about[0], language)
    return contracted(CHOICES[language][kind].format(**words))


def _words_of_step(parts: Parts, language: Language, names: Names) -> dict[str, Any]:
    """What fills the gaps of a step's sentence."""
    words: dict[str, Any] = dict(parts)
    if "tile" in parts:
        words["tile"] = tile_name(parts["tile"], language)
    if "from" in parts:
        words["from"] = job_name(parts["from"], language)
    if "to" in parts:
        if parts["kind"] in ("coworker", "move-coworker"):
            words["job"] = job_name(parts["to"], language)
        else:
            words["place"] = _at(TILE_PLACES[language], parts["to"])
    if parts["kind"] == "buy":
        words["owner"] = seat_name(parts["seat"], language, names)
    if "corner" in parts:
        words["corner"] = CORNERS[language][parts["corner"]]
    return words


# ----------------------------------------------------------------------------------------------------- effects

EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **trucks.EFFECTS["en"],
        "coins/bonus": "{who} gets {coins} for the basin of {animals}.",
        "offspring/due": "{who} gets {tile}.",
        "offspring/depot": "{who} gets {tile}: no space is left for it, it goes to the depot.",
        "coworker/due": "{who} gets a coworker.",
        "coworker/supply": "{who} gets no coworker: no place is left for one.",
        "last-round": "The reserve has been begun: this is the last round.",
    },
    "es": {
        **trucks.EFFECTS["es"],
        "coins/bonus": "{who} recibe {coins} por la cuenca de {animals}.",
        "offspring/due": "{who} recibe {tile}.",
        "offspring/depot": "{who} recibe {tile}: no queda espacio y va al depósito.",
        "coworker/due": "{who} recibe un colaborador.",
        "coworker/supply": "{who} no recibe ningún colaborador: no queda sitio para él.",
        "last-round": "Se ha empezado la reserva: esta es la última ronda.",
    },
}


def sentence_for_effect(effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what happened.

    :param effect: ``kind``, ``seat`` and ``detail`` as the game writes them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    detail = effect["detail"]
    reason = detail.get("reason") or detail.get("outcome")
    kind = f"{effect['kind']}/{reason}" if reason else str(effect["kind"])
    words = trucks.words_of_effect(effect, language, names, tile_name)
    if detail.get("area"):
        words["animals"] = ALL_OF[language][detail["area"]]
    return EFFECTS[language][kind].format(**words)


# ------------------------------------------------------------------------------------------------------- rules

RULES_ES: Mapping[str, str] = {
    **trucks.RULES_ES,
    "no-space": "esa casilla no es un espacio de este zoo.",
    "space-taken": "ese espacio está ocupado.",
    "other-species": "al lado hay una loseta de otra especie.",
    "apart-from-basin": "ese espacio no está junto a la cuenca de la especie.",
    "too-many-species": "en este zoo no caben más especies.",
    "not-due": "no hay cría o colaborador pendiente.",
    "into-depot": "eso no puede ir al depósito.",
    "no-room": "en ese puesto no queda sitio para otro colaborador.",
    "no-coworker": "ahí no hay ningún colaborador.",
    "same-place": "el origen y el destino son el mismo.",
    "not-on-top": "esa loseta no es la superior del depósito.",
    "depot-empty": "el depósito está vacío.",
    "own-depot": "no se compra en el propio depósito.",
    "no-expansion-left": "no queda ninguna ampliación de ese tamaño.",
    "off-the-grid": "la ampliación se saldría de la cuadrícula A1..U21.",
    "on-the-entrance": "la ampliación taparía la entrada.",
    "on-a-space": "la ampliación taparía un espacio.",
    "apart-from-zoo": "la ampliación no toca ningún espacio del zoo.",
}

# ----------------------------------------------------------------------------------------------------- options

SWITCHES: Mapping[Language, Mapping[str, str]] = {
    "en": {"offspring_trainable": "A trainer can train offspring"},
    "es": {"offspring_trainable": "Un entrenador puede entrenar crías"},
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
        "marks": MARKS,
        "other tiles": OTHER_TILES,
        "places of tiles": TILE_PLACES,
        "jobs": JOBS,
        "corners": CORNERS,
        "steps told": TOLD,
        "choices": CHOICES,
        "groups of steps": GROUPS,
        "lines of a result": BREAKDOWN,
    },
)
