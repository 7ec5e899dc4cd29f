"""The words of Sanssouci's board, and the board told in sentences."""

from collections.abc import Mapping

from referee.games.sanssouci.board import WORDS, legend
from referee.games.sanssouci.components import COLUMN_LETTERS, MARKS, ROUNDS, SIDES, SQUARES, TERRACE, Mark
from referee.games.sanssouci.garden import FREE, GARDENER, PRINTED, SYMBOL
from referee.words.kinds import BoardWords, View
from referee.words.languages import Language
from referee.words.sanssouci import card_name, missions_text, points_text, tile_name
from referee.words.seats import Names, listed, seat_name

_SPANISH: Mapping[str, str] = {
    "round": "ronda {} de {}",
    "left": "{} losetas en los montones",
    "over": "La partida ha terminado.",
    "SIDE": "{} debe elegir un lado del tablero de ampliación",
    "PLAY": "{} debe jugar una carta",
    "GARDENER": "{} debe colocar el jardinero: {} está ocupada",
    "NOBLE": "{} puede mover un noble",
    "STACK": "{} debe nombrar un montón para {}",
    "display": "Tablero",
    "stacks": "Montones",
    "Seat": "Asiento {}",
    "point": "{} punto",
    "points": "{} puntos",
    "gardener": "{} jardinero",
    "gardeners": "{} jardineros",
    "garden": "jardín {}",
    "board": "ampliación {}",
    "side": "lado {}",
    "hand": "mano",
    "missions": "misiones",
    "pile": "mazo",
    "played": "jugadas",
    "printed": "impresa",
    "symbol": "loseta",
    "free": "libre",
    "noble": "noble (fila 0: la terraza)",
    "mark": "puntos por una loseta colocada ahí",
    "mark-gardener": "por un jardinero",
    "two-colours": "carta para {} o {}",
    "wild": "carta para cualquier loseta",
    "colour/1": "beis",
    "colour/2": "blanco",
    "colour/3": "gris",
    "colour/4": "naranja",
    "colour/5": "fucsia",
    "colour/6": "turquesa",
    "symbol/LAB": "laberinto",
    "symbol/STA": "estatua",
    "symbol/PAV": "pabellón",
    "symbol/FIG": "figura",
    "symbol/STE": "escalinata",
    "symbol/FOU": "fuente",
    "symbol/ROS": "arco de rosas",
    "symbol/HER": "espiral de hierbas",
    "symbol/VIN": "parra",
}

PICTURE: Mapping[Language, Mapping[str, str]] = {"en": WORDS, "es": _SPANISH}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "over": "The match is over.",
        "SIDE": "{who} is to choose a side of the expansion board.",
        "PLAY": "{who} is to play a card.",
        "GARDENER": "{who} is to place the gardener: {target} is filled.",
        "NOBLE": "{who} may move a noble.",
        "STACK": "{who} is to name a stack for {place}.",
        "round": "Round {round} of {rounds}. Tiles in the stacks: {left}.",
        "stacks": "Tiles by stack: {list}.",
        "place": "{place}: {tile}.",
        "place-empty": "{place}: no tile.",
        "garden": "{who}. {points}. Gardeners: {gardeners}. Garden {side}. Cards in the draw pile: {pile}.",
        "expansion": "Expansion board {board}, side {side}.",
        "expansion-open": "Expansion board {board}, no side chosen yet.",
        "expansion-secret": "Expansion board {board}, the side is chosen in secret.",
        "hand": "In hand: {list}.",
        "missions": "It has {list}.",
        "played": "Played: {list}.",
        "printed": "Printed: {list}.",
        "symbols": "Symbol tiles: {list}.",
        "gardeners": "Gardeners: {list}.",
        "marks": "Marks on free squares: {list}.",
        "side-marks": "Marks of side {side}: {list}.",
        "for-symbol": "{square} {points} for a symbol tile",
        "for-gardener": "{square} {points} for a gardener",
        "for-any": "{square} {points} for any tile",
        "nobles": "Nobles on: {list}. On the terrace: {terrace}.",
        "none": "none",
    },
    "es": {
        "over": "La partida ha terminado.",
        "SIDE": "{who} debe elegir un lado del tablero de ampliación.",
        "PLAY": "{who} debe jugar una carta.",
        "GARDENER": "{who} debe colocar el jardinero: {target} está ocupada.",
        "NOBLE": "{who} puede mover un noble.",
        "STACK": "{who} debe nombrar un montón para {place}.",
        "round": "Ronda {round} de {rounds}. Losetas en los montones: {left}.",
        "stacks": "Losetas por montón: {list}.",
        "place": "{place}: {tile}.",
        "place-empty": "{place}: ninguna loseta.",
        "garden": "{who}. {points}. Jardineros: {gardeners}. Jardín {side}. Cartas en el mazo: {pile}.",
        "expansion": "Tablero de ampliación {board}, lado {side}.",
        "expansion-open": "Tablero de ampliación {board}, lado sin elegir.",
        "expansion-secret": "Tablero de ampliación {board}, lado elegido en secreto.",
        "hand": "En la mano: {list}.",
        "missions": "Tiene {list}.",
        "played": "Jugadas: {list}.",
        "printed": "Impresas: {list}.",
        "symbols": "Losetas: {list}.",
        "gardeners": "Jardineros: {list}.",
        "marks": "Marcas en casillas libres: {list}.",
        "side-marks": "Marcas del lado {side}: {list}.",
        "for-symbol": "{square} {points} por una loseta",
        "for-gardener": "{square} {points} por un jardinero",
        "for-any": "{square} {points} por cualquiera",
        "nobles": "Nobles en: {list}. En la terraza: {terrace}.",
        "none": "ninguna",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: who acts, the display, each part of each garden."""
    words = PROSE[language]
    lines = _to_act(view, language, names)
    lines.append(words["round"].format(round=view["round"], rounds=ROUNDS, left=sum(view["stacks"])))
    if len(view["stacks"]) > 1:
        stacks = [f"/{number}: {left}" for number, left in enumerate(view["stacks"], 1)]
        lines.append(words["stacks"].format(list=", ".join(stacks)))
    for shown in view["display"]:
        if shown["symbol"] is None:
            lines.append(words["place-empty"].format(place=shown["place"]))
        else:
            lines.append(
                words["place"].format(place=shown["place"], tile=tile_name(shown["symbol"], language))
            )
    for garden in view["gardens"]:
        lines += _garden(garden, language, names)
    return lines


def _to_act(view: View, language: Language, names: Names) -> list[str]:
    words = PROSE[language]
    if not view["decisions"]:
        return [words["over"]]
    pending = view["pending"] or {}
    return [
        words[owed["name"]].format(who=seat_name(owed["seat"], language, names, begins=True), **pending)
        for owed in view["decisions"]
    ]


def _garden(garden: View, language: Language, names: Names) -> list[str]:
    words = PROSE[language]
    who = seat_name(garden["seat"], language, names, begins=True)
    lines = [
        words["garden"].format(
            who=who,
            points=points_text(garden["score"], language),
            gardeners=garden["gardeners"],
            side=garden["side"],
            pile=garden["pile"],
        )
    ]
    lines += _expansion(garden, language)
    if garden["hand"] is not None:
        cards = listed([card_name(card, language) for card in garden["hand"]], language)
        lines.append(words["hand"].format(list=cards or words["none"]))
    if garden["missions"] is not None:
        lines.append(words["missions"].format(list=missions_text(garden["missions"], language)))
    squares = "".join(garden["rows"])
    for kind, held in (("printed", PRINTED), ("symbols", SYMBOL), ("gardeners", GARDENER)):
        names_of = [name for name, square in zip(SQUARES, squares, strict=True) if square == held]
        lines.append(words[kind].format(list=" ".join(names_of) or words["none"]))
    rows = list(zip(COLUMN_LETTERS, garden["nobles"], strict=True))
    standing = [f"{column}{row}" for column, row in rows if row != TERRACE]
    waiting = [column for column, row in rows if row == TERRACE]
    lines.append(
        words["nobles"].format(
            list=" ".join(standing) or words["none"], terrace=" ".join(waiting) or words["none"]
        )
    )
    played = listed([card_name(card, language) for card in garden["played"]], language)
    lines.append(words["played"].format(list=played or words["none"]))
    return lines


def _expansion(garden: View, language: Language) -> list[str]:
    """The expansion board, and its marks: those of free squares, or those of both sides for who is to choose."""
    words, expansion = PROSE[language], garden["expansion"]
    if not expansion:
        return []
    board, side = expansion["board"], expansion["side"]
    if side:
        squares = "".join(garden["rows"])
        waiting = {square: mark for square, mark in MARKS[board][side].items() if squares[square] == FREE}
        shown = _marks(waiting, language)
        return [words["expansion"].format(board=board, side=side), words["marks"].format(list=shown)]
    if expansion["has_chosen"]:
        return [words["expansion-secret"].format(board=board)]
    sides = SIDES if garden["hand"] is not None else ()
    return [
        words["expansion-open"].format(board=board),
        *(words["side-marks"].format(side=one, list=_marks(MARKS[board][one], language)) for one in sides),
    ]


def _marks(marks: Mapping[int, Mark], language: Language) -> str:
    words = PROSE[language]
    texts = []
    for square, mark in sorted(marks.items()):
        if mark.for_symbol and mark.for_gardener:
            kind = "for-any"
        else:
            kind = "for-symbol" if mark.for_symbol else "for-gardener"
        points = points_text(mark.for_symbol or mark.for_gardener, language)
        texts.append(words[kind].format(square=SQUARES[square], points=points))
    return listed(texts, language) or words["none"]


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=lambda view, lettering: legend(view["options"]["expansion"], lettering),
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
