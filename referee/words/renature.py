"""Renature in words: animals, plants, steps and effects, in English and Spanish.

Steps are said as an instruction (``Plant a bush on c2.``), effects as what happened (``Seat 2 gets 3 points.``).
"""

from collections.abc import Mapping
from typing import Any

from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.seats import Names, seat_name

Parts = Mapping[str, Any]

# --------------------------------------------------------------------------------------------- animals, plants

ANIMALS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "B": "butterfly",
        "N": "snail",
        "S": "salamander",
        "F": "frog",
        "T": "turtle",
        "A": "bat",
        "W": "woodpecker",
        "Q": "squirrel",
        "O": "owl",
        "D": "badger",
    },
    "es": {
        "B": "mariposa",
        "N": "caracol",
        "S": "salamandra",
        "F": "rana",
        "T": "tortuga",
        "A": "murciélago",
        "W": "pájaro carpintero",
        "Q": "ardilla",
        "O": "búho",
        "D": "tejón",
    },
}
# A plant by its value, with N if it is neutral.
PLANTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "1": "a turf",
        "2": "a bush",
        "3": "a pine",
        "4": "an oak",
        "1N": "a neutral turf",
        "2N": "a neutral bush",
        "3N": "a neutral pine",
        "4N": "a neutral oak",
    },
    "es": {
        "1": "una hierba",
        "2": "un arbusto",
        "3": "un pino",
        "4": "un roble",
        "1N": "una hierba neutral",
        "2N": "un arbusto neutral",
        "3N": "un pino neutral",
        "4N": "un roble neutral",
    },
}
COUNTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "point": "1 point",
        "points": "{} points",
        "cloud": "1 cloud",
        "clouds": "{} clouds",
        "domino": "1 domino",
        "dominoes": "{} dominoes",
    },
    "es": {
        "point": "1 punto",
        "points": "{} puntos",
        "cloud": "1 nube",
        "clouds": "{} nubes",
        "domino": "1 dominó",
        "dominoes": "{} dominós",
    },
}


def animal_name(animal: str, language: Language) -> str:
    """An animal by its code: ``snail``."""
    return ANIMALS[language][animal]


def domino_name(domino: str, language: Language) -> str:
    """A domino by its two animals and its code: ``snail-owl (NO)``."""
    one, two = (animal_name(animal, language) for animal in domino)
    return f"{one}-{two} ({domino})"


def plant_name(value: int, is_neutral: bool, language: Language) -> str:
    """A plant with its article: ``a neutral bush``."""
    return PLANTS[language][f"{value}{'N' if is_neutral else ''}"]


def counted(count: int, one: str, many: str, language: Language) -> str:
    """How many there are of something: ``1 point``, ``2 points``.

    :param one: the key of the words for one; ``many``: for any other number.
    """
    return COUNTS[language][one if abs(count) == 1 and count > 0 else many].format(count)


# ------------------------------------------------------------------------------------------------------- steps

STEPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "place": "Place {one} on {first}, {two} on {second} ({domino}).",
        "discard": "Discard the domino {domino}.",
        "plant": "Plant {plant} on {space}.",
        "no-plant": "Plant nothing.",
        "joker": "Make the {animal} the joker, for 2 clouds.",
        "return": "Take back the plant on {space}, for clouds.",
        "drop": "Give up the waiting clouds.",
        "close": "Go on without taking back a plant.",
        "again": "Take another turn, for 3 clouds.",
        "end": "End the turn.",
    },
    "es": {
        "place": "Colocar {one} en {first}, {two} en {second} ({domino}).",
        "discard": "Descartar el dominó {domino}.",
        "plant": "Plantar {plant} en {space}.",
        "no-plant": "No plantar nada.",
        "joker": "Nombrar comodín a {animal}, por 2 nubes.",
        "return": "Recuperar la planta de {space}, por nubes.",
        "drop": "Renunciar a las nubes que esperan.",
        "close": "Seguir sin recuperar ninguna planta.",
        "again": "Jugar otro turno, por 3 nubes.",
        "end": "Terminar el turno.",
    },
}
# The same steps as what somebody did. All begin with who did it.
TOLD: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "place": "{who} places {one} on {first}, {two} on {second}.",
        "discard": "{who} discards the domino {domino}.",
        "plant": "{who} plants {plant} on {space}.",
        "no-plant": "{who} plants nothing.",
        "joker": "{who} makes the {animal} the joker.",
        "return": "{who} takes back the plant on {space}.",
        "drop": "{who} gives up the waiting clouds.",
        "close": "{who} takes back no plant.",
        "again": "{who} takes another turn.",
        "end": "{who} ends the turn.",
    },
    "es": {
        "place": "{who} coloca {one} en {first}, {two} en {second}.",
        "discard": "{who} descarta el dominó {domino}.",
        "plant": "{who} planta {plant} en {space}.",
        "no-plant": "{who} no planta nada.",
        "joker": "{who} nombra comodín a {animal}.",
        "return": "{who} recupera la planta de {space}.",
        "drop": "{who} renuncia a las nubes que esperan.",
        "close": "{who} no recupera ninguna planta.",
        "again": "{who} juega otro turno.",
        "end": "{who} termina el turno.",
    },
}
# A step with what it acts on.
CHOICES: Mapping[Language, Mapping[str, str]] = {
    "en": {"return": "Take back {plant} from {space}, for {clouds}."},
    "es": {"return": "Recuperar {plant} de {space}, por {clouds}."},
}
# The kinds of step in the order of the rule book, by the group in which a page shows them.
GROUPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "place": "Place a domino",
        "discard": "Discard a domino",
        "plant": "Plant",
        "no-plant": "Plant nothing",
        "close": "Go on",
        "drop": "Give up clouds",
        "end": "End the turn",
        "again": "Another turn, for 3 clouds",
        "joker": "Change the joker, for 2 clouds",
        "return": "Take back a plant, for as many clouds as it is worth",
    },
    "es": {
        "place": "Colocar un dominó",
        "discard": "Descartar un dominó",
        "plant": "Plantar",
        "no-plant": "No plantar nada",
        "close": "Seguir",
        "drop": "Renunciar a nubes",
        "end": "Terminar el turno",
        "again": "Otro turno, por 3 nubes",
        "joker": "Cambiar el comodín, por 2 nubes",
        "return": "Recuperar una planta, por tantas nubes como vale",
    },
}
_KINDS = tuple(GROUPS["en"])

# The lines of a result.
BREAKDOWN: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "game": "During the game",
        "open": "Open areas",
        "clouds": "Clouds left",
        "plants": "Plants left",
        "backs": "Backs of the area tokens",
        "total": "Points",
        "tokens": "Area tokens (for ties)",
    },
    "es": {
        "game": "Durante la partida",
        "open": "Zonas abiertas",
        "clouds": "Nubes restantes",
        "plants": "Plantas restantes",
        "backs": "Reversos de las fichas de zona",
        "total": "Puntos",
        "tokens": "Fichas de zona (para empates)",
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
    return STEPS[language][parts["kind"]].format(**_words_of_step(parts, language))


def told_step(parts: Parts, seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana plants a bush on c2.``

    :param parts: of the step, ``kind`` first.
    """
    who = seat_name(seat, language, names, begins=True)
    return TOLD[language][parts["kind"]].format(who=who, **_words_of_step(parts, language))


def sentence_for_choice(
    parts: Parts, view: Mapping[str, Any], language: Language, names: Names = None
) -> str:
    """Say a step that can be chosen, with the plant that it would take back.

    :param view: the position in which it can be chosen.
    """
    if parts["kind"] == "return":
        for plant in view.get("plants", ()):
            if plant["space"] == parts["space"]:
                name = plant_name(plant["type"], plant["colour"] == "neutral", language)
                price = counted(plant["type"], "cloud", "clouds", language)
                return CHOICES[language]["return"].format(plant=name, space=parts["space"], clouds=price)
    return sentence_for_step(parts, language, names)


def _words_of_step(parts: Parts, language: Language) -> dict[str, Any]:
    """What fills the gaps of a step's sentence."""
    words: dict[str, Any] = dict(parts)
    if parts["kind"] == "place":
        words["one"], words["two"] = (animal_name(animal, language) for animal in parts["domino"])
    if parts["kind"] == "discard":
        words["domino"] = domino_name(parts["domino"], language)
    if parts["kind"] == "plant":
        words["plant"] = plant_name(parts["type"], parts["neutral"], language)
    if parts["kind"] == "joker":
        words["animal"] = animal_name(parts["animal"], language)
    return words


# ----------------------------------------------------------------------------------------------------- effects

EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "clouds/cost": "{who} pays {clouds}.",
        "clouds/taken": "{who} takes {clouds} from the board.",
        "clouds/room": "{who} makes room for {clouds} that waited.",
        "waiting": "{who} has no room for {clouds}.",
        "dropped": "{who} gives up {clouds}.",
        "joker": "The joker is now the {animal}.",
        "returned": "{who} takes back {plant} from {space}.",
        "points/plant": "{who} gets {points} for the plant in area {area}.",
        "points/major": "Area {area} closes: {who} has most and gets {points}.",
        "points/minor": "Area {area} closes: {who} is second and gets {points}.",
        "points/alone": "Area {area} closes: {who} is alone there and gets {points}.",
        "token": "{who} takes the token of area {area} ({major}/{minor}).",
        "back": "Its back shows {points}.",
        "discarded": "{who} has put {dominoes} aside so far, unseen.",
        "refilled": "{who} draws a domino; {left} in the reserve.",
        "drawn": "It is {domino}.",
        "final": "{who} ends with {total}.",
        "match-over": "The match is over.",
    },
    "es": {
        "clouds/cost": "{who} paga {clouds}.",
        "clouds/taken": "{who} toma {clouds} del tablero.",
        "clouds/room": "{who} hace sitio a {clouds} que esperaban.",
        "waiting": "{who} no tiene sitio para {clouds}.",
        "dropped": "{who} renuncia a {clouds}.",
        "joker": "El comodín es ahora: {animal}.",
        "returned": "{who} recupera {plant} de {space}.",
        "points/plant": "{who} recibe {points} por la planta en la zona {area}.",
        "points/major": "Se cierra la zona {area}: {who} tiene la mayoría y recibe {points}.",
        "points/minor": "Se cierra la zona {area}: {who} queda en segundo lugar y recibe {points}.",
        "points/alone": "Se cierra la zona {area}: {who} está a solas y recibe {points}.",
        "token": "{who} toma la ficha de la zona {area} ({major}/{minor}).",
        "back": "En el reverso hay {points}.",
        "discarded": "{who} ha apartado hasta ahora {dominoes}, sin mostrar.",
        "refilled": "{who} roba un dominó; en la reserva quedan {left}.",
        "drawn": "Es {domino}.",
        "final": "{who} termina con {total}.",
        "match-over": "La partida ha terminado.",
    },
}
_IN_MID_SENTENCE = frozenset({"points/major", "points/minor", "points/alone"})


def sentence_for_effect(effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what happened.

    :param effect: ``kind``, ``seat`` and ``detail`` as the game writes them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    detail = effect["detail"]
    kind = f"{effect['kind']}/{detail['reason']}" if "reason" in detail else str(effect["kind"])
    words = _words_of_effect(str(effect["kind"]), detail, language)
    if effect["seat"]:
        words["who"] = seat_name(effect["seat"], language, names, begins=kind not in _IN_MID_SENTENCE)
    return EFFECTS[language][kind].format(**words)


def _words_of_effect(kind: str, detail: Mapping[str, Any], language: Language) -> dict[str, Any]:
    words: dict[str, Any] = dict(detail)
    if kind in ("clouds", "waiting", "dropped"):
        words["clouds"] = counted(abs(detail["amount"]), "cloud", "clouds", language)
    if kind == "points":
        words["points"] = counted(detail["amount"], "point", "points", language)
    if kind == "back":
        words["points"] = counted(detail["points"], "point", "points", language)
    if kind == "joker":
        words["animal"] = animal_name(detail["animal"], language)
    if kind == "returned":
        words["plant"] = plant_name(detail["type"], detail["neutral"], language)
    if kind == "discarded":
        words["dominoes"] = counted(detail["count"], "domino", "dominoes", language)
    if kind == "drawn":
        words["domino"] = domino_name(detail["domino"], language)
    if kind == "final":
        words["total"] = counted(detail["total"], "point", "points", language)
    return words


# ------------------------------------------------------------------------------------------------------- rules

RULES_ES: Mapping[str, str] = {
    "match-over": "la partida ha terminado.",
    "not-to-move": "no le toca a este asiento.",
    "wrong-decision": "no responde a la decisión pendiente.",
    "not-in-hand": "ese dominó no está en la mano.",
    "no-stream-space": "ahí no hay arroyo.",
    "not-adjacent": "esas casillas no son contiguas.",
    "space-covered": "esa casilla está cubierta.",
    "no-match": "un vecino muestra otro animal y ninguno de los dos es el comodín.",
    "not-connected": "un dominó va junto a otro o sobre una casilla inicial.",
    "not-on-board": "esa planta no queda en el tablero personal.",
    "no-area-space": "esa casilla no es de ninguna zona.",
    "not-beside-domino": "esa casilla no está junto al dominó recién colocado.",
    "space-planted": "en esa casilla ya hay una planta.",
    "same-joker": "ese animal ya es el comodín.",
    "no-plant": "en esa casilla no hay ninguna planta.",
    "not-yours": "esa planta es de otro asiento.",
    "just-planted": "esa planta aún no ha puntuado.",
    "no-room": "en el tablero personal no queda sitio para esa planta.",
    "not-enough-clouds": "no hay nubes suficientes para pagarlo.",
    "no-domino": "para otro turno hace falta un dominó en la mano.",
}

WORDS = GameWords(
    step=sentence_for_step,
    effect=sentence_for_effect,
    told=told_step,
    choice=sentence_for_choice,
    group=group_of_step,
    breakdown=BREAKDOWN,
    rules_es=RULES_ES,
    switches={"en": {}, "es": {}},
    catalogues={
        "steps": STEPS,
        "effects": EFFECTS,
        "animals": ANIMALS,
        "plants": PLANTS,
        "counts": COUNTS,
        "steps told": TOLD,
        "choices": CHOICES,
        "groups of steps": GROUPS,
        "lines of a result": BREAKDOWN,
    },
)
