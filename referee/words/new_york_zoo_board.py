"""The words of New York Zoo's board, and the board told in sentences."""

from collections.abc import Mapping
from typing import Any

from referee.games.new_york_zoo.board import WORDS, legend
from referee.games.new_york_zoo.components import LINE_ENTERED, PAIRS, SPACES
from referee.words.kinds import BoardWords
from referee.words.languages import Language
from referee.words.new_york_zoo_names import animal_name, animals_name
from referee.words.seats import Names, listed, seat_name

View = Mapping[str, Any]

_SPANISH: Mapping[str, str] = {
    "turn": "turno {}",
    "elephant": "elefante en {}",
    "laps": "vueltas {} de {}",
    "over": "La partida ha terminado.",
    "SETUP": "{} debe elegir la próxima loseta",
    "WALK": "{} debe mover el elefante",
    "PLACE": "{} debe colocar {}",
    "POPULATE": "{} debe poblar {}",
    "ANIMAL": "{} debe tomar un animal: {}, u otro cualquiera",
    "ANIMAL2": "{} puede tomar el segundo animal: {}",
    "KEEP": "{} puede conservar un animal en una casa: {}",
    "ATTRACTION": "{} debe elegir una atracción",
    "NORMAL": "{} puede criar: {}",
    "BONUS": "{} puede tener una cría adicional",
    "in-turn-of": "en el turno de {}",
    "lines": "Líneas de cría por resolver: {}",
    "strip": "Senda, en sentido horario desde el elefante; la próxima loseta primero:",
    "in-reach": "Losetas al alcance:",
    "to-place": "Por colocar:",
    "in-hand": "aún en la mano: {}",
    "left": "Atracciones: {}; {} no se agota",
    "markers": "Marcadores en la mano: {}",
    "none": "ninguno",
    "Seat": "Asiento {}",
    "seat": "asiento {}",
    "uncovered": "{} sin cubrir",
    "houses": "casas {}",
    "legend-cells": ". sin cubrir, # atracción, 1: recinto e1; M 3/7: tres en siete casillas",
    "legend-line": "|K| línea de cría",
    "species/M": "suricata",
    "species/F": "flamenco",
    "species/K": "canguro",
    "species/P": "pingüino",
    "species/A": "zorro ártico",
}

PICTURE: Mapping[Language, Mapping[str, str]] = {"en": WORDS, "es": _SPANISH}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "over": "The match is over.",
        "SETUP": "{who} is to choose the next tile.",
        "WALK": "{who} is to move the elephant.",
        "PLACE": "{who} is to place {piece}.",
        "POPULATE": "{who} is to move animals into the new enclosure.",
        "ANIMAL": "{who} is to take an animal.",
        "ANIMAL2": "{who} may take a second animal: {second}.",
        "KEEP": "{who} may keep one animal in a house: {leaving}.",
        "ATTRACTION": "{who} is to choose an attraction.",
        "NORMAL": "{who} may breed.",
        "BONUS": "{who} may have a bonus birth.",
        "table": "Turn {turn}, of {active}. The elephant stands on space {elephant}.",
        "lines": "Breeding lines to resolve: {lines}.",
        "bay": "Bay {space}, the next tile first: {tiles}.",
        "animals": "Space {space}: {pair}.",
        "line": "Before it the breeding line: {species}.",
        "left": "Attractions left: {left}.",
        "solo": "Laps done: {laps}. Markers in hand: {markers}.",
        "hand": "{who} has still in hand: {tiles}.",
        "zoo": "{who}, board {board}. Uncovered cells: {uncovered}. Houses ({places}): {houses}.",
        "enclosure": "Enclosure {enclosure} on {cells}: {animals} (cells: {size}).",
        "attractions": "Attractions: {attractions}.",
        "attraction": "{attraction} on {cells}",
        "free": "Uncovered: {cells}.",
        "empty": "empty",
    },
    "es": {
        "over": "La partida ha terminado.",
        "SETUP": "{who} debe elegir la próxima loseta.",
        "WALK": "{who} debe mover el elefante.",
        "PLACE": "{who} debe colocar {piece}.",
        "POPULATE": "{who} debe poblar el recinto nuevo.",
        "ANIMAL": "{who} debe tomar un animal.",
        "ANIMAL2": "{who} puede tomar un segundo animal: {second}.",
        "KEEP": "{who} puede conservar un animal en una casa: {leaving}.",
        "ATTRACTION": "{who} debe elegir una atracción.",
        "NORMAL": "{who} puede criar.",
        "BONUS": "{who} puede tener una cría adicional.",
        "table": "Turno {turn}, de {active}. El elefante está en el espacio {elephant}.",
        "lines": "Líneas de cría por resolver: {lines}.",
        "bay": "Espacio {space}, la próxima loseta primero: {tiles}.",
        "animals": "Espacio {space}: {pair}.",
        "line": "Antes, la línea de cría: {species}.",
        "left": "Atracciones que quedan: {left}.",
        "solo": "Vueltas hechas: {laps}. Marcadores en la mano: {markers}.",
        "hand": "{who} tiene aún en la mano: {tiles}.",
        "zoo": "{who}, tablero {board}. Casillas sin cubrir: {uncovered}. Casas ({places}): {houses}.",
        "enclosure": "Recinto {enclosure} en {cells}: {animals} (casillas: {size}).",
        "attractions": "Atracciones: {attractions}.",
        "attraction": "{attraction} en {cells}",
        "free": "Sin cubrir: {cells}.",
        "empty": "vacío",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: the table, the strip from the elephant on, each zoo."""
    words = PROSE[language]
    active = seat_name(view["active"], language, names)
    lines = [
        _to_act(view, language, names),
        words["table"].format(turn=view["turn"], active=active, elephant=view["elephant"]),
    ]
    if view["lines"]:
        lines.append(words["lines"].format(lines=_species(view["lines"], language)))
    stacks = {bay["space"]: bay["tiles"] for bay in view["stacks"]}
    lines += [_space((view["elephant"] + step - 1) % SPACES + 1, stacks, language) for step in range(SPACES)]
    left = ", ".join(f"{kind} {number}" for kind, number in view["attractions"].items())
    lines.append(words["left"].format(left=left))
    if "solo" in view:
        markers = ", ".join(view["solo"]["markers"]) or words["empty"]
        lines.append(words["solo"].format(laps=view["solo"]["laps"], markers=markers))
    for seat, hand in enumerate(view["hands"], 1):
        if hand:
            who = seat_name(seat, language, names, begins=True)
            lines.append(words["hand"].format(who=who, tiles=", ".join(hand)))
    for zoo in view["zoos"]:
        lines += _zoo(zoo, language, names)
    return lines


def _to_act(view: View, language: Language, names: Names) -> str:
    words = PROSE[language]
    if not view["decisions"]:
        return words["over"]
    owed = view["decisions"][0]
    return words[owed["name"]].format(
        who=seat_name(owed["seat"], language, names, begins=True),
        piece=view["piece"],
        second=_species([view["second"]], language),
        leaving=_species([view["leaving"]], language),
    )


def _species(letters: list[str | None], language: Language) -> str:
    return listed([animal_name(letter, language) for letter in letters if letter], language)


def _space(space: int, stacks: Mapping[int, list[str]], language: Language) -> str:
    words = PROSE[language]
    if space in PAIRS:
        return words["animals"].format(space=space, pair=_species([*PAIRS[space]], language))
    tiles = ", ".join(stacks[space][::-1]) or words["empty"]
    sentence = words["bay"].format(space=space, tiles=tiles)
    if space not in LINE_ENTERED:
        return sentence
    return f"{sentence} {words['line'].format(species=_species([LINE_ENTERED[space]], language))}"


def _zoo(zoo: View, language: Language, names: Names) -> list[str]:
    words = PROSE[language]
    lines = [
        words["zoo"].format(
            who=seat_name(zoo["seat"], language, names, begins=True),
            board=zoo["board"],
            uncovered=zoo["uncovered"],
            places=zoo["house_places"],
            houses=_species(zoo["houses"], language) or words["empty"],
        )
    ]
    for each in zoo["enclosures"]:
        animals = animals_name(each["species"], each["count"], language) if each["count"] else words["empty"]
        lines.append(
            words["enclosure"].format(
                enclosure=each["enclosure"][1:],
                cells=" ".join(each["cells"]),
                animals=animals,
                size=each["size"],
            )
        )
    laid = [
        words["attraction"].format(
            attraction=each["attraction"].partition("@")[0], cells=" ".join(each["cells"])
        )
        for each in zoo["attractions"]
    ]
    if laid:
        lines.append(words["attractions"].format(attractions="; ".join(laid)))
    free = [
        f"{chr(ord('A') + column)}{row}"
        for row, signs in enumerate(zoo["rows"], 1)
        for column, sign in enumerate(signs)
        if sign == "."
    ]
    if free:
        lines.append(words["free"].format(cells=" ".join(free)))
    return lines


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=lambda view, lettering: legend(lettering),
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
