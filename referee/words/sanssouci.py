"""Sanssouci in words: cards, symbols, steps and effects, in English and Spanish.

Steps are said as an instruction (``Play ..., take the tile from T1.``), effects as what happened (``Seat 2 gets 3
points ...``). Names of symbols and colours: rule book, section 1; ``components.yaml``, ``columns`` and ``rows``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.sanssouci.components import (
    CARDS,
    COLOUR_CARDS,
    COLUMN_LETTERS,
    COLUMN_OF,
    MARKS,
    PLACE_INDEX,
    ROW_OF,
    ROW_VALUES,
    SQUARE_INDEX,
    SYMBOL_CARDS,
)
from referee.games.sanssouci.garden import FREE
from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.seats import Names, listed, seat_name

Parts = Mapping[str, Any]
View = Mapping[str, Any]

# ------------------------------------------------------------------------------------- symbols, colours, cards

SYMBOLS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "LAB": "labyrinth",
        "STA": "statue",
        "PAV": "pavilion",
        "FIG": "figure",
        "STE": "steps",
        "FOU": "fountain",
        "ROS": "rose arch",
        "HER": "herb spiral",
        "VIN": "vine",
    },
    "es": {
        "LAB": "laberinto",
        "STA": "estatua",
        "PAV": "pabellón",
        "FIG": "figura",
        "STE": "escalinata",
        "FOU": "fuente",
        "ROS": "arco de rosas",
        "HER": "espiral de hierbas",
        "VIN": "parra",
    },
}
# Of the rows of the display, by the letter with which its places and the two-colour cards name them.
COLOURS: Mapping[Language, Mapping[str, str]] = {
    "en": {"W": "white", "G": "grey", "O": "orange", "F": "fuchsia", "T": "turquoise"},
    "es": {"W": "blanco", "G": "gris", "O": "naranja", "F": "fucsia", "T": "turquesa"},
}
CARD_FORMS: Mapping[Language, Mapping[str, str]] = {
    "en": {"colours": "the card {one} or {other}", "symbol": "the {symbol} card", "wild": "the wild card"},
    "es": {"colours": "la carta {one} o {other}", "symbol": "la carta «{symbol}»", "wild": "el comodín"},
}
TILE: Mapping[Language, Mapping[str, str]] = {
    "en": {"tile": "the {symbol} tile"},
    "es": {"tile": "la loseta «{symbol}»"},
}


def tile_name(symbol: str, language: Language) -> str:
    """A garden tile: ``the pavilion tile``."""
    return TILE[language]["tile"].format(symbol=SYMBOLS[language][symbol])


def card_name(card: str, language: Language) -> str:
    """A card: ``the pavilion card``, ``the card grey or turquoise``."""
    forms = CARD_FORMS[language]
    if card in SYMBOL_CARDS:
        return forms["symbol"].format(symbol=SYMBOLS[language][card])
    if card in COLOUR_CARDS:
        one, other = (COLOURS[language][letter] for letter in card)
        return forms["colours"].format(one=one, other=other)
    return forms["wild"]


# ------------------------------------------------------------------------------------------------------- steps

STEPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "side": "Choose side {side} of the expansion board.",
        "play": "Play {card}, take the tile from {place}.",
        "gardener": "Put the gardener on {square}.",
        "noble": "Move the noble of column {column} to {square}.",
        "pass": "Move no noble.",
        "stack": "Refill from stack {stack}.",
    },
    "es": {
        "side": "Elegir el lado {side} del tablero de ampliación.",
        "play": "Jugar {card}, tomar la loseta de {place}.",
        "gardener": "Poner el jardinero en {square}.",
        "noble": "Mover el noble de la columna {column} a {square}.",
        "pass": "No mover ningún noble.",
        "stack": "Reponer desde el montón {stack}.",
    },
}

# The same steps as what somebody did. All begin with who did it.
TOLD: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "side": "{who} chooses side {side} of the expansion board.",
        "play": "{who} plays {card} and takes the tile from {place}.",
        "gardener": "{who} puts the gardener on {square}.",
        "noble": "{who} moves the noble of column {column} to {square}.",
        "pass": "{who} moves no noble.",
        "stack": "{who} refills from stack {stack}.",
    },
    "es": {
        "side": "{who} elige el lado {side} del tablero de ampliación.",
        "play": "{who} juega {card} y toma la loseta de {place}.",
        "gardener": "{who} pone el jardinero en {square}.",
        "noble": "{who} mueve el noble de la columna {column} a {square}.",
        "pass": "{who} no mueve ningún noble.",
        "stack": "{who} repone desde el montón {stack}.",
    },
}

# What a step does, where the board is at hand.
CHOICES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "play": "Play {card}, take {tile} from {place}: it goes to {square}.",
        "play-filled": "Play {card}, take {tile} from {place}: {square} is filled, so it becomes a gardener.",
        "gardener": "Put the gardener on {square}: {points}.",
        "noble": "Move the noble of column {column} to {square}: {points}.",
        "stack": "Refill from stack {stack} ({left} left).",
    },
    "es": {
        "play": "Jugar {card}, tomar {tile} de {place}: va a {square}.",
        "play-filled": "Jugar {card}, tomar {tile} de {place}: {square} está ocupada, así que será un jardinero.",
        "gardener": "Poner el jardinero en {square}: {points}.",
        "noble": "Mover el noble de la columna {column} a {square}: {points}.",
        "stack": "Reponer desde el montón {stack} (quedan {left}).",
    },
}
POINTS: Mapping[Language, Mapping[str, str]] = {
    "en": {"one": "{n} point", "many": "{n} points"},
    "es": {"one": "{n} punto", "many": "{n} puntos"},
}

# The kinds of step in the order of the rule book, by the group in which a page shows them; cards one by one.
GROUPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "side": "Choose a side of the expansion board",
        "play": "Play {card}",
        "gardener": "Place the gardener",
        "noble": "Move a noble, or none",
        "stack": "Refill the display",
    },
    "es": {
        "side": "Elegir un lado del tablero de ampliación",
        "play": "Jugar {card}",
        "gardener": "Colocar el jardinero",
        "noble": "Mover un noble o ninguno",
        "stack": "Reponer el tablero",
    },
}
_KINDS = tuple(GROUPS["en"])

# The lines of a result.
BREAKDOWN: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "nobles": "Nobles",
        "marks": "Marks of the expansion",
        "rows": "Full rows",
        "columns": "Full columns",
        "missions": "Missions",
        "total": "Points",
        "gardeners": "Gardeners (for ties)",
    },
    "es": {
        "nobles": "Nobles",
        "marks": "Marcas de la ampliación",
        "rows": "Filas completas",
        "columns": "Columnas completas",
        "missions": "Misiones",
        "total": "Puntos",
        "gardeners": "Jardineros (para empates)",
    },
}


def points_text(points: int, language: Language) -> str:
    """A number of points: ``1 point``, ``-2 points``."""
    return POINTS[language]["one" if abs(points) == 1 else "many"].format(n=points)


def group_of_step(parts: Parts, language: Language) -> tuple[int, str]:
    """The group of a step: its place among the groups, and its title; each card has its own group."""
    kind = "noble" if parts["kind"] == "pass" else str(parts["kind"])
    title = GROUPS[language][kind]
    if kind != "play":
        return _KINDS.index(kind) * len(CARDS), title
    card = parts["card"]
    return _KINDS.index(kind) * len(CARDS) + CARDS.index(card), title.format(card=card_name(card, language))


def sentence_for_step(parts: Parts, language: Language, names: Names = None) -> str:
    """Say a step.

    :param parts: of the step as the game writes them, ``kind`` first.
    :param names: of the players by seat; no step names one.
    :raises KeyError: for a kind that the game does not have.
    """
    return STEPS[language][parts["kind"]].format(**_words_of_step(parts, language))


def told_step(parts: Parts, seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana moves no noble.``

    :param parts: of the step, ``kind`` first.
    """
    words = _words_of_step(parts, language)
    words["who"] = seat_name(seat, language, names, begins=True)
    return _contracted(TOLD[language][parts["kind"]].format(**words))


def sentence_for_choice(parts: Parts, view: View, language: Language, names: Names = None) -> str:
    """Say a step that can be chosen, with what comes of it.

    :param view: the position in which it can be chosen.
    """
    kind = str(parts["kind"])
    words = _words_of_step(parts, language)
    if kind == "play":
        return _play_choice(parts, view, words, language)
    if kind == "noble":
        words["points"] = points_text(ROW_VALUES[int(parts["square"][1:]) - 1], language)
    elif kind == "gardener":
        points = _gardener_points(view, parts["square"])
        if not points:
            return sentence_for_step(parts, language, names)
        words["points"] = points_text(points, language)
    elif kind == "stack":
        words["left"] = view["stacks"][parts["stack"] - 1]
    else:
        return sentence_for_step(parts, language, names)
    return CHOICES[language][kind].format(**words)


def _play_choice(parts: Parts, view: View, words: dict[str, Any], language: Language) -> str:
    place = parts["place"]
    symbol = view["display"][PLACE_INDEX[place]]["symbol"]
    column, row = COLUMN_OF[symbol], ROW_OF[place]
    held = view["gardens"][view["seat"] - 1]["rows"][row - 1][column]
    return CHOICES[language]["play" if held == FREE else "play-filled"].format(
        **words, tile=tile_name(symbol, language), square=f"{COLUMN_LETTERS[column]}{row}"
    )


def _gardener_points(view: View, square: str) -> int:
    expansion = view["gardens"][view["seat"] - 1]["expansion"]
    if not expansion:
        return 0
    mark = MARKS[expansion["board"]][expansion["side"]].get(SQUARE_INDEX[square])
    return mark.for_gardener if mark else 0


def _words_of_step(parts: Parts, language: Language) -> dict[str, Any]:
    """What fills the gaps of a step's sentence."""
    words: dict[str, Any] = dict(parts)
    if "card" in parts:
        words["card"] = card_name(parts["card"], language)
    if parts["kind"] == "noble":
        words["column"] = parts["square"][0]
    return words


# ----------------------------------------------------------------------------------------------------- effects

EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "turned": "{square} is filled: {tile} becomes a gardener.",
        "placed": "{Tile} goes to {square}.",
        "mark": "{who} gets {points} for the mark on {square}.",
        "mark-lost": "{who} loses {points} for the mark on {square}.",
        "noble": "{who} gets {points} for the noble on {square}.",
        "refilled": "{Tile} comes to {place}.",
        "drew": "{who} draws {card}.",
        "sides": "All have chosen: {sides}.",
        "scored": "{who} scores at the end: {rows} for rows, {columns} for columns, {missions} for {cards}.",
        "match-over": "The match is over.",
    },
    "es": {
        "turned": "{square} está ocupada: {tile} pasa a ser un jardinero.",
        "placed": "{Tile} va a {square}.",
        "mark": "{who} recibe {points} por la marca de {square}.",
        "mark-lost": "{who} pierde {points} por la marca de {square}.",
        "noble": "{who} recibe {points} por el noble en {square}.",
        "refilled": "{Tile} llega a {place}.",
        "drew": "{who} roba {card}.",
        "sides": "Todos han elegido: {sides}.",
        "scored": "{who} suma al final: {rows} por filas, {columns} por columnas, {missions} por {cards}.",
        "match-over": "La partida ha terminado.",
    },
}
LISTS: Mapping[Language, Mapping[str, str]] = {
    "en": {"side": "{who} side {side}", "missions": "the missions {list}", "none": "no missions"},
    "es": {"side": "{who} el lado {side}", "missions": "las misiones {list}", "none": "ninguna misión"},
}


def sentence_for_effect(effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what happened.

    :param effect: ``kind``, ``seat`` and ``detail`` as the game writes them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for a kind that the game does not have.
    """
    detail, kind = effect["detail"], str(effect["kind"])
    words: dict[str, Any] = {**detail, "who": seat_name(effect["seat"], language, names, begins=True)}
    if "symbol" in detail:
        words["tile"] = tile_name(detail["symbol"], language)
        words["Tile"] = words["tile"][0].upper() + words["tile"][1:]
    if "card" in detail:
        words["card"] = card_name(detail["card"], language)
    if "points" in detail:
        words["points"] = points_text(abs(detail["points"]), language)
        kind = "mark-lost" if detail["points"] < 0 else kind
    if "sides" in detail:
        words["sides"] = _sides(detail["sides"], language, names)
    if "cards" in detail:
        words["cards"] = missions_text(detail["cards"], language)
    return EFFECTS[language][kind].format(**words)


def _sides(sides: Sequence[str], language: Language, names: Names) -> str:
    form = LISTS[language]["side"]
    chosen = [
        form.format(who=seat_name(seat, language, names), side=side) for seat, side in enumerate(sides, 1)
    ]
    return listed(chosen, language)


def missions_text(missions: Sequence[str], language: Language) -> str:
    """Missions in a sentence: ``the missions labyrinth and vine``."""
    names = listed([SYMBOLS[language][mission] for mission in missions], language)
    return LISTS[language]["missions" if names else "none"].format(list=names)


def _contracted(sentence: str) -> str:
    """Spanish joins ``de el`` and ``a el``; English knows neither."""
    return sentence.replace(" de el ", " del ").replace(" a el ", " al ")


# ------------------------------------------------------------------------------------------------------- rules

RULES_ES: Mapping[str, str] = {
    "match-over": "la partida ha terminado.",
    "not-to-move": "no le toca a este asiento.",
    "wrong-decision": "no responde a la decisión pendiente.",
    "not-in-hand": "esa carta no está en la mano.",
    "place-empty": "en ese lugar no hay ninguna loseta.",
    "other-colour": "esa carta solo permite tomar losetas de sus dos colores.",
    "symbol-on-display": "mientras haya una loseta con el símbolo de la carta, hay que tomar una de ellas.",
    "square-filled": "esa casilla está ocupada.",
    "other-line": "el jardinero va a la fila o a la columna de su loseta mientras quede allí una casilla libre.",
    "noble-not-ahead": "un noble solo se mueve a una fila más alejada del palacio.",
    "square-free": "en esa casilla no hay nada sobre lo que pueda estar un noble.",
    "gardener-there": "un noble puede pasar por un jardinero, pero no quedarse en él.",
    "no-path": "ningún camino de casillas ocupadas lleva hasta esa casilla.",
    "stack-empty": "ese montón está vacío.",
}

# ----------------------------------------------------------------------------------------------------- options

SWITCHES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "expansion": "Advanced game: each garden gets an expansion board",
        "stack_choice": "Players choose the stack from which the display is refilled",
    },
    "es": {
        "expansion": "Juego avanzado: cada jardín recibe un tablero de ampliación",
        "stack_choice": "Se elige el montón desde el que se repone el tablero",
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
        "symbols": SYMBOLS,
        "colours": COLOURS,
        "cards": CARD_FORMS,
        "tiles": TILE,
        "steps told": TOLD,
        "choices": CHOICES,
        "points": POINTS,
        "lists": LISTS,
        "groups of steps": GROUPS,
        "lines of a result": BREAKDOWN,
    },
)
