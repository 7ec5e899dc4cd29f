"""The words of Renature's board, and the board told in sentences."""

from collections.abc import Mapping
from typing import Any

from referee.games.renature.board import WORDS, legend
from referee.words.kinds import BoardWords
from referee.words.languages import Language
from referee.words.renature import ANIMALS, animal_name, counted, domino_name, plant_name
from referee.words.seats import Names, seat_name

View = Mapping[str, Any]

_SPANISH: Mapping[str, str] = {
    "turn": "turno {}",
    "joker": "comodín {}",
    "over": "La partida ha terminado.",
    "START": "{} coloca o descarta un dominó",
    "PLANT": "{} planta junto a {}",
    "OVERFLOW": "{} no tiene sitio para {} nubes",
    "PRECLOSE": "{} puede recuperar plantas antes de que se cierren zonas",
    "END": "{} puede usar nubes antes de terminar el turno",
    "Seat": "Asiento {}",
    "point": "{} punto",
    "points": "{} puntos",
    "cloud": "{} nube",
    "clouds": "{} nubes",
    "hand": "{} en mano, {} en reserva",
    "discarded": "{} descartados",
    "own": "propias {}",
    "neutral": "neutrales {}",
    "tokens": "fichas {}",
    "your-hand": "Tu mano",
    "your-discards": "Tus descartes",
    "your-backs": "Tus reversos",
    "lying": "Fichas",
    "free": "arroyo libre",
    "start": "casilla inicial",
    "free-land": "casilla libre de zona",
    "sky": "con 2 nubes",
    "plant": "zona, tipo, color",
    **{f"animal/{code}": name for code, name in ANIMALS["es"].items()},
    "type/1": "hierba",
    "type/2": "arbusto",
    "type/3": "pino",
    "type/4": "roble",
    "colour/orange": "naranja",
    "colour/blue": "azul",
    "colour/black": "negro",
    "colour/white": "blanco",
    "colour/neutral": "neutral",
    "letter/orange": "j",
    "letter/blue": "a",
    "letter/black": "g",
    "letter/white": "b",
    "letter/neutral": "n",
}

PICTURE: Mapping[Language, Mapping[str, str]] = {"en": WORDS, "es": _SPANISH}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "table": "Turn {turn}. The joker is the {joker}. Dominoes on the board: {dominoes}.",
        "over": "The match is over.",
        "START": "{who} is to place or discard a domino.",
        "PLANT": "{who} is to plant beside {last}.",
        "OVERFLOW": "{who} has no room for {clouds}.",
        "PRECLOSE": "{who} may take back plants before areas close.",
        "END": "{who} may use clouds before the turn ends.",
        "seat": "{who} ({colour}): {points}, {clouds}, {hand} in hand, {reserve} in reserve, {discarded} discarded.",
        "plants-left": "Plants left, by value from 1 to 4: own {own}; neutral {neutral}.",
        "tokens": "Area tokens: {tokens}.",
        "area": "Area {area} ({spaces}), {major} and {minor} points{taken}: {plants}.",
        "taken": ", taken by {who}",
        "empty": "no plant",
        "plant": "{plant} ({colour}) on {space}",
        "sky": "Clouds on the board: {sky}.",
        "row": "Row {row} of the stream: {halves}.",
        "hand": "Your hand: {dominoes}.",
        "none": "none",
    },
    "es": {
        "table": "Turno {turn}. Comodín: {joker}. Dominós en el tablero: {dominoes}.",
        "over": "La partida ha terminado.",
        "START": "{who} coloca o descarta un dominó.",
        "PLANT": "{who} planta junto a {last}.",
        "OVERFLOW": "{who} no tiene sitio para {clouds}.",
        "PRECLOSE": "{who} puede recuperar plantas antes de que se cierren zonas.",
        "END": "{who} puede usar nubes antes de terminar el turno.",
        "seat": "{who} ({colour}): {points}, {clouds}, {hand} en la mano, {reserve} en la reserva, {discarded} en descartes.",
        "plants-left": "Plantas restantes, por valor de 1 a 4: propias {own}; neutrales {neutral}.",
        "tokens": "Fichas de zona: {tokens}.",
        "area": "Zona {area} ({spaces}), {major} y {minor} puntos{taken}: {plants}.",
        "taken": ", ficha de {who}",
        "empty": "ninguna planta",
        "plant": "{plant} ({colour}) en {space}",
        "sky": "Nubes en el tablero: {sky}.",
        "row": "Fila {row} del arroyo: {halves}.",
        "hand": "Tu mano: {dominoes}.",
        "none": "ninguno",
    },
}


def prose(view: View, language: Language, names: Names = None) -> list[str]:
    """The board in sentences, one per zone: the table, each seat, each area, each row of the stream, the own hand."""
    words = PROSE[language]
    teller = _Teller(view, words, language, names)
    lines = [teller.table(), teller.to_act()]
    lines += [teller.seat(seat) for seat in view["seats"]]
    lines += [teller.area(area) for area in view["areas"]]
    sky = ", ".join(
        f"{spot['space']} {counted(spot['clouds'], 'cloud', 'clouds', language)}"
        for spot in view["sky"]
        if spot["clouds"]
    )
    lines.append(words["sky"].format(sky=sky or words["none"]))
    lines += teller.stream()
    if "own" in view:
        hand = ", ".join(domino_name(domino, language) for domino in view["own"]["hand"])
        lines.append(words["hand"].format(dominoes=hand or words["none"]))
    return lines


class _Teller:
    """One board, told to one reader."""

    def __init__(self, view: View, words: Mapping[str, str], language: Language, names: Names) -> None:
        self.view = view
        self.words = words
        self.language: Language = language
        self.names = names

    def _who(self, seat: int, begins: bool = True) -> str:
        return seat_name(seat, self.language, self.names, begins=begins)

    def _colour(self, colour: str) -> str:
        return PICTURE[self.language][f"colour/{colour}"]

    def table(self) -> str:
        joker = animal_name(self.view["joker"], self.language)
        return self.words["table"].format(
            turn=self.view["turn"], joker=joker, dominoes=len(self.view["dominoes"])
        )

    def to_act(self) -> str:
        if not self.view["decisions"]:
            return self.words["over"]
        owed = self.view["decisions"][0]
        return self.words[owed["name"]].format(
            who=self._who(owed["seat"]),
            last="-".join(self.view["last"]),
            clouds=counted(self.view["waiting"], "cloud", "clouds", self.language),
        )

    def seat(self, seat: View) -> str:
        words = self.words
        said = words["seat"].format(
            who=self._who(seat["seat"]),
            colour=self._colour(seat["colour"]),
            points=counted(seat["score"], "point", "points", self.language),
            clouds=counted(seat["clouds"], "cloud", "clouds", self.language),
            hand=seat["hand"],
            reserve=seat["reserve"],
            discarded=seat["discarded"],
        )
        plants = words["plants-left"].format(
            own=", ".join(map(str, seat["own"])), neutral=", ".join(map(str, seat["neutral"]))
        )
        tokens = words["tokens"].format(tokens=", ".join(seat["tokens"]) or words["none"])
        return f"{said} {plants} {tokens}"

    def area(self, area: View) -> str:
        words = self.words
        plants = [
            words["plant"].format(
                plant=plant_name(plant["type"], False, self.language),
                colour=self._colour(plant["colour"]),
                space=plant["space"],
            )
            for plant in self.view["plants"]
            if plant["area"] == area["area"]
        ]
        taken = words["taken"].format(who=self._who(area["taken_by"], False)) if area["taken_by"] else ""
        return words["area"].format(
            area=area["area"],
            spaces=" ".join(area["spaces"]),
            major=area["major"],
            minor=area["minor"],
            taken=taken,
            plants=", ".join(plants) or words["empty"],
        )

    def stream(self) -> list[str]:
        """The rows that have a domino: each covered space and its animal."""
        lying = [(half["space"], half["animal"]) for half in self.view["halves"]]
        for placed in self.view["dominoes"]:
            lying += zip((placed["first"], placed["second"]), placed["domino"], strict=True)
        rows: dict[int, list[str]] = {}
        for space, animal in sorted(lying):
            rows.setdefault(int(space[1:]), []).append(f"{space} {animal_name(animal, self.language)}")
        return [self.words["row"].format(row=row, halves=", ".join(rows[row])) for row in sorted(rows)]


BOARD = BoardWords(
    picture=PICTURE,
    prose=prose,
    legend=legend,
    catalogues={"words of the board": PICTURE, "the board in sentences": PROSE},
)
