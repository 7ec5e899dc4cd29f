"""New York Zoo in words: steps and effects, in English and Spanish.

Steps are said as an instruction (``Take no second animal.``), effects as what happened (``The elephant arrives at
space 12.``). Names of animals: rule book, section 1.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.new_york_zoo.components import PAIRS
from referee.games.new_york_zoo.walking import counted_spaces
from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.new_york_zoo_names import (
    ATTRACTIONS,
    MANY,
    OTHERS,
    SPECIES,
    TURN_ORDER,
    TURNS,
    Catalogue,
    animal_name,
    animals_name,
    piece_name,
    place_name,
    turn_key,
)
from referee.words.seats import Names, listed, seat_name

Parts = Mapping[str, Any]

# ------------------------------------------------------------------------------------------------------- steps

STEPS: Catalogue = {
    "en": {
        "walk": "Move the elephant {spaces}.",
        "marker": "Use marker {marker}: move the elephant {spaces}.",
        "marker-0": "Use marker 0: the elephant stays.",
        "far-marker": "Use marker 4+: move the elephant to space {space}.",
        "free-move": "Move the elephant to the next animal space, without a marker.",
        "place": "Place {piece} with its corner on {cell}, {turn}: {cells}.",
        "populate": "Move {animals} into the new enclosure, from {sources}.",
        "acquire": "Put {animal} into {place}.",
        "stop": "Take no second animal.",
        "keep": "Keep one of the animals in a house.",
        "keep-not": "Keep none of the animals.",
        "attraction": "Choose {attraction}.",
        "attraction-none": "Choose no attraction.",
        "breed": "Breed in {litters}.",
        "breed-none": "Breed nowhere.",
        "bonus": "Bonus birth in {litters}.",
        "bonus-none": "Take no bonus birth.",
        "take-up": "Take {tile} in hand.",
    },
    "es": {
        "walk": "Mover el elefante {spaces}.",
        "marker": "Usar el marcador {marker}: mover el elefante {spaces}.",
        "marker-0": "Usar el marcador 0: el elefante se queda.",
        "far-marker": "Usar el marcador 4+: mover el elefante al espacio {space}.",
        "free-move": "Mover el elefante al siguiente espacio de animales, sin marcador.",
        "place": "Colocar {piece} con su esquina en {cell}, {turn}: {cells}.",
        "populate": "Mover {animals} al recinto nuevo, desde {sources}.",
        "acquire": "Poner {animal} en {place}.",
        "stop": "No tomar un segundo animal.",
        "keep": "Conservar uno de los animales en una casa.",
        "keep-not": "No conservar ningún animal.",
        "attraction": "Elegir {attraction}.",
        "attraction-none": "No elegir ninguna atracción.",
        "breed": "Criar en {litters}.",
        "breed-none": "No criar.",
        "bonus": "Cría adicional en {litters}.",
        "bonus-none": "No tomar la cría adicional.",
        "take-up": "Tomar {tile} en la mano.",
    },
}

# The same steps as what somebody did. All begin with who did it.
TOLD: Catalogue = {
    "en": {
        "walk": "{who} moves the elephant {spaces}.",
        "marker": "{who} uses marker {marker} and moves the elephant {spaces}.",
        "marker-0": "{who} uses marker 0: the elephant stays.",
        "far-marker": "{who} uses marker 4+ and moves the elephant to space {space}.",
        "free-move": "{who} moves the elephant to the next animal space.",
        "place": "{who} places {piece} with its corner on {cell}, {turn}: {cells}.",
        "populate": "{who} moves {animals} into the new enclosure, from {sources}.",
        "acquire": "{who} puts {animal} into {place}.",
        "stop": "{who} takes no second animal.",
        "keep": "{who} keeps one of the animals in a house.",
        "keep-not": "{who} keeps none of the animals.",
        "attraction": "{who} chooses {attraction}.",
        "attraction-none": "{who} chooses no attraction.",
        "breed": "{who} breeds in {litters}.",
        "breed-none": "{who} breeds nowhere.",
        "bonus": "{who} has a bonus birth in {litters}.",
        "bonus-none": "{who} takes no bonus birth.",
        "take-up": "{who} takes {tile} in hand.",
    },
    "es": {
        "walk": "{who} mueve el elefante {spaces}.",
        "marker": "{who} usa el marcador {marker} y mueve el elefante {spaces}.",
        "marker-0": "{who} usa el marcador 0: el elefante se queda.",
        "far-marker": "{who} usa el marcador 4+ y mueve el elefante al espacio {space}.",
        "free-move": "{who} mueve el elefante al siguiente espacio de animales.",
        "place": "{who} coloca {piece} con su esquina en {cell}, {turn}: {cells}.",
        "populate": "{who} mueve {animals} al recinto nuevo, desde {sources}.",
        "acquire": "{who} pone {animal} en {place}.",
        "stop": "{who} no toma un segundo animal.",
        "keep": "{who} conserva uno de los animales en una casa.",
        "keep-not": "{who} no conserva ningún animal.",
        "attraction": "{who} elige {attraction}.",
        "attraction-none": "{who} no elige ninguna atracción.",
        "breed": "{who} cría en {litters}.",
        "breed-none": "{who} no cría.",
        "bonus": "{who} tiene una cría adicional en {litters}.",
        "bonus-none": "{who} no toma la cría adicional.",
        "take-up": "{who} toma {tile} en la mano.",
    },
}
# Where a move of the elephant leads, where the board is at hand.
CHOICES: Catalogue = {
    "en": {"bay": "Bay {space}: tile {tile}.", "animals": "Space {space}: {pair}."},
    "es": {"bay": "Espacio {space}: loseta {tile}.", "animals": "Espacio {space}: {pair}."},
}

# The kinds of step in the order of the rule book, by the group in which a page shows them.
GROUPS: Catalogue = {
    "en": {
        "take-up": "Choose the next tile",
        "walk": "Move the elephant",
        "free-move": "Move without a marker",
        "marker": "Use a marker",
        "far-marker": "Use marker 4+",
        "place": "Place, {turn}",
        "populate": "Populate the new enclosure",
        "acquire": "Take an animal",
        "stop": "Stop",
        "keep": "Keep an animal",
        "attraction": "Choose an attraction",
        "breed": "Breed",
        "bonus": "Bonus birth",
    },
    "es": {
        "take-up": "Elegir la próxima loseta",
        "walk": "Mover el elefante",
        "free-move": "Mover sin marcador",
        "marker": "Usar un marcador",
        "far-marker": "Usar el marcador 4+",
        "place": "Colocar, {turn}",
        "populate": "Poblar el recinto nuevo",
        "acquire": "Tomar un animal",
        "stop": "Parar",
        "keep": "Conservar un animal",
        "attraction": "Elegir una atracción",
        "breed": "Criar",
        "bonus": "Cría adicional",
    },
}
_KINDS = tuple(GROUPS["en"])

# The lines of a result.
BREAKDOWN: Catalogue = {
    "en": {
        "uncovered": "Uncovered cells",
        "penned": "Animals in enclosures",
        "housed": "Animals in houses",
        "animals": "Animals (for ties)",
    },
    "es": {
        "uncovered": "Casillas sin cubrir",
        "penned": "Animales en recintos",
        "housed": "Animales en casas",
        "animals": "Animales (para empates)",
    },
}


def group_of_step(parts: Parts, language: Language) -> tuple[int, str]:
    """The group of a step: its place among the groups, and its title; placements are grouped by how they are turned."""
    kind = str(parts["kind"])
    turn = turn_key(parts.get("turn", ""))
    place = _KINDS.index(kind) * len(TURN_ORDER) + TURN_ORDER.index(turn)
    return place, GROUPS[language][kind].format(turn=TURNS[language][turn])


def sentence_for_step(parts: Parts, language: Language, names: Names = None) -> str:
    """Say a step.

    :param parts: of the step as the game writes them, ``kind`` first.
    :param names: of the players by seat; no step of this game names one.
    :raises KeyError: for a kind that the game does not have.
    """
    kind, words = _words_of_step(parts, language)
    return STEPS[language][kind].format(**words)


def told_step(parts: Parts, seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana moves the elephant 2 spaces.``

    :param parts: of the step, ``kind`` first.
    """
    kind, words = _words_of_step(parts, language)
    who = seat_name(seat, language, names, begins=True)
    return TOLD[language][kind].format(who=who, **words)


def sentence_for_choice(
    parts: Parts, view: Mapping[str, Any], language: Language, names: Names = None
) -> str:
    """Say a step that can be chosen; of a move of the elephant also what waits where it ends.

    :param view: the position in which it can be chosen.
    """
    sentence = sentence_for_step(parts, language, names)
    space = _landing(parts, view)
    if space is None:
        return sentence
    if space in PAIRS:
        pair = listed([animal_name(species, language) for species in PAIRS[space]], language)
        return f"{sentence} {CHOICES[language]['animals'].format(space=space, pair=pair)}"
    tile = next(bay["tiles"][-1] for bay in view["stacks"] if bay["space"] == space)
    return f"{sentence} {CHOICES[language]['bay'].format(space=space, tile=tile)}"


def _landing(parts: Parts, view: Mapping[str, Any]) -> int | None:
    """The strip space to which a move of the elephant leads, None for any other step."""
    elephant = int(view["elephant"])
    spaces = counted_spaces(elephant, tuple(tuple(bay["tiles"]) for bay in view["stacks"]))
    match parts["kind"]:
        case "walk":
            return spaces[int(parts["count"]) - 1]
        case "marker":
            return spaces[int(parts["marker"]) - 1] if parts["marker"] else elephant
        case "far-marker":
            return int(parts["space"])
        case "free-move":
            return next(space for space in spaces if space in PAIRS)
        case _:
            return None


def _words_of_step(parts: Parts, language: Language) -> tuple[str, dict[str, Any]]:
    """The key of a step's sentence, and what fills its gaps."""
    kind = str(parts["kind"])
    words: dict[str, Any] = {}
    match kind:
        case "walk":
            words["spaces"] = _spaces(parts["count"], language)
        case "marker":
            kind = "marker" if parts["marker"] else "marker-0"
            words = {"marker": parts["marker"], "spaces": _spaces(parts["marker"], language)}
        case "far-marker":
            words["space"] = parts["space"]
        case "place":
            words = {
                "piece": piece_name(parts["piece"], language),
                "cell": parts["cell"],
                "turn": TURNS[language][turn_key(parts["turn"])],
                "cells": " ".join(parts["cells"]),
            }
        case "populate":
            sources = [place_name(source, language) for source in parts["from"]]
            if len(set(sources)) < len(sources):
                sources = sources[:1]
            words["animals"] = animals_name(parts["species"], len(parts["from"]), language)
            words["sources"] = listed(sources, language)
        case "acquire":
            words["animal"] = animal_name(parts["species"], language)
            words["place"] = _joined(place_name(parts["to"], language), parts["with_house"], language)
        case "keep":
            kind = "keep" if parts["keeps"] else "keep-not"
        case "attraction":
            kind = "attraction" if parts["attraction"] in ATTRACTIONS[language] else "attraction-none"
            words["attraction"] = ATTRACTIONS[language].get(parts["attraction"], "")
        case "breed" | "bonus":
            kind = kind if parts["litters"] else f"{kind}-none"
            words["litters"] = _litters(parts["litters"], language)
        case "take-up":
            words["tile"] = piece_name(parts["tile"], language)
    return kind, words


def _spaces(count: int, language: Language) -> str:
    words = OTHERS[language]
    return words["space"] if count == 1 else words["spaces"].format(count)


def _joined(place: str, with_house: bool, language: Language) -> str:
    return OTHERS[language]["with-house"].format(place) if with_house else place


def _litters(litters: Sequence[Mapping[str, Any]], language: Language) -> str:
    return listed(
        [_joined(place_name(each["enclosure"], language), each["with_house"], language) for each in litters],
        language,
    )


# ----------------------------------------------------------------------------------------------------- effects

EFFECTS: Catalogue = {
    "en": {
        "arrived": "The elephant stands on space {space}.",
        "crossed": "It crossed the breeding line of the {many}.",
        "lap": "The elephant came round: laps done: {laps}.",
        "took-nothing": "{who} has no place for an animal and takes none.",
        "emptied": "{who}: enclosure {enclosure} was full, {animals} leave it.",
        "complete": "{who}: the whole zoo is covered.",
        "markers-back": "All markers are back in hand.",
        "match-over": "The match is over.",
    },
    "es": {
        "arrived": "El elefante está en el espacio {space}.",
        "crossed": "Cruzó la línea de cría de {many}.",
        "lap": "El elefante completó la vuelta: vueltas hechas: {laps}.",
        "took-nothing": "{who} no tiene lugar para ningún animal y no toma ninguno.",
        "emptied": "{who}: el recinto {enclosure} estaba lleno, {animals} lo dejan.",
        "complete": "{who}: todo el zoo está cubierto.",
        "markers-back": "Todos los marcadores vuelven a la mano.",
        "match-over": "La partida ha terminado.",
    },
}


def sentence_for_effect(effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what happened.

    :param effect: ``kind``, ``seat`` and ``detail`` as the game writes them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    detail = effect["detail"]
    words: dict[str, Any] = {**detail, "who": seat_name(effect["seat"], language, names, begins=True)}
    if "species" in detail:
        words["many"] = MANY[language][detail["species"]]
        words["animals"] = animals_name(detail["species"], detail.get("count", 1), language)
    return EFFECTS[language][str(effect["kind"])].format(**words)


# ------------------------------------------------------------------------------------------------------- rules

RULES_ES: Mapping[str, str] = {
    "match-over": "la partida ha terminado.",
    "not-to-move": "no le toca a este asiento.",
    "wrong-decision": "no responde a la decisión pendiente.",
    "too-far": "el elefante no puede avanzar tantos espacios.",
    "no-markers": "los marcadores y el movimiento libre son del juego en solitario.",
    "markers-only": "en solitario se mueve con los marcadores o con f.",
    "marker-used": "ese marcador no está en la mano.",
    "too-near": "el marcador 4+ lleva a cuatro espacios o más.",
    "empty-bay": "en ese espacio no queda ninguna loseta.",
    "whole-lap": "un movimiento es menos de una vuelta entera.",
    "tile-does-not-fit": "la loseta de ese espacio no cabe en el zoo.",
    "nobody-to-populate": "ningún animal podría mudarse a una loseta nueva.",
    "no-room": "no hay lugar para ningún animal.",
    "other-piece": "la pieza por colocar es otra.",
    "not-in-hand": "esa loseta no está en la mano.",
    "outside": "la pieza quedaría en parte fuera del zoo.",
    "covered": "la pieza quedaría sobre una casilla ya cubierta.",
    "others-must-fit": "después no cabrían todas las demás losetas de la mano.",
    "no-such-enclosure": "ese recinto no existe en este zoo.",
    "not-housed": "no hay suficientes animales de esa especie en las casas.",
    "other-species": "en ese recinto no vive esa especie.",
    "one-must-stay": "al menos un animal se queda en su recinto.",
    "new-enclosure": "los animales vienen de otro lugar, no del recinto nuevo.",
    "house-needed": "todas las casas están ocupadas.",
    "not-pictured": "el segundo animal es el otro de los dos del espacio.",
    "no-cell-for-two": "en ese recinto no hay casilla para el animal de la casa.",
    "no-pair": "en ese recinto no hay dos animales que puedan criar.",
    "same-enclosure": "las dos crías nacen en recintos distintos.",
    "line-species": "la cría adicional es de otra especie que la de la línea.",
    "has-bred": "ese recinto ya ha criado en esta línea.",
    "none-left": "de esa atracción no queda ninguna.",
    "no-place": "esa atracción no cabe en el zoo.",
    "must-take": "en esta partida no se puede rechazar una atracción.",
}

# ----------------------------------------------------------------------------------------------------- options

SWITCHES: Catalogue = {
    "en": {
        "bonus_breed_scope=any_other_enclosure": "The bonus birth may be of any species, in an enclosure that has not bred",
        "attraction_may_be_declined": "An attraction may be declined",
        "shared_victory_on_full_tie": "Complete zoos with as many animals share the victory",
        "solo_board=S4": "One player: the harder zoo board S4",
        "quick_two_player": "Two players: the quick game",
    },
    "es": {
        "bonus_breed_scope=any_other_enclosure": "La cría adicional puede ser de cualquier especie, en un recinto que no ha criado",
        "attraction_may_be_declined": "Una atracción se puede rechazar",
        "shared_victory_on_full_tie": "Los zoos completos con los mismos animales comparten la victoria",
        "solo_board=S4": "En solitario: el tablero S4, más difícil",
        "quick_two_player": "Dos jugadores: el juego rápido",
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
        "steps told": TOLD,
        "effects": EFFECTS,
        "species": SPECIES,
        "many of a species": MANY,
        "attractions": ATTRACTIONS,
        "turns of a piece": TURNS,
        "other words": OTHERS,
        "choices": CHOICES,
        "groups of steps": GROUPS,
        "lines of a result": BREAKDOWN,
    },
)
