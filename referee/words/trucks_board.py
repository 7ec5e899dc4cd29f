"""The words of the common part of a board of Zooloretto or Aquaretto, and that part told in sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.words.languages import Language
from referee.words.seats import Names, listed, seat_name
from referee.words.trucks import TileName

View = Mapping[str, Any]

SPANISH: Mapping[str, str] = {
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
    "removed": "Fuera del juego",
    "coin-tile": "moneda",
}

PROSE: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "over": "The match is over.",
        "TURN": "{who} is to take a turn.",
        "LOAD": "{who} is to load {hand} on a truck.",
        "PLACE": "{who} is to place {hand}.",
        "bank": "Round {round}. Coins in the bank: {bank}.",
        "last-round": "This is the last round.",
        "truck": "Truck {truck} (spaces: {spaces}): {tiles}.",
        "taken": "Truck {truck} is taken by {who}.",
        "zoo": "{who}. Coins: {coins}. Points: {points}.",
        "removed": "Out of the game: {tiles}.",
        "empty": "empty",
    },
    "es": {
        "over": "La partida ha terminado.",
        "TURN": "Le toca jugar: {who}.",
        "LOAD": "{who} debe cargar {hand} en un camión.",
        "PLACE": "{who} debe colocar {hand}.",
        "bank": "Ronda {round}. Monedas en la banca: {bank}.",
        "last-round": "Esta es la última ronda.",
        "truck": "Camión {truck} (espacios: {spaces}): {tiles}.",
        "taken": "El camión {truck} está tomado por {who}.",
        "zoo": "{who}. Monedas: {coins}. Puntos: {points}.",
        "removed": "Fuera del juego: {tiles}.",
        "empty": "sin losetas",
    },
}


class Teller:
    """The common lines of one view in one language.

    :param words: the game's sentences, these among them.
    """

    def __init__(
        self, view: View, words: Mapping[str, str], language: Language, names: Names, tile_name: TileName
    ) -> None:
        self.view = view
        self.words = words
        self.language: Language = language
        self.names = names
        self.tile_name = tile_name

    def to_act(self) -> str:
        """Who is to do what, with the hand."""
        if not self.view["decisions"]:
            return self.words["over"]
        owed = self.view["decisions"][0]
        who = seat_name(owed["seat"], self.language, self.names, begins=True)
        return self.words[owed["name"]].format(who=who, hand=self.tiles(self.view["hand"]))

    def table(self, piles: str | None) -> list[str]:
        """Round, bank, piles and trucks, a line each.

        :param piles: the sentence about the piles, None if nobody is told.
        """
        lines = [self.to_act(), self.words["bank"].format(**self.view)]
        if piles:
            lines.append(piles)
        if self.view["last_round"]:
            lines.append(self.words["last-round"])
        return lines + [self._truck(truck) for truck in self.view["trucks"]]

    def _truck(self, truck: View) -> str:
        if truck["taken_by"]:
            who = seat_name(truck["taken_by"], self.language, self.names)
            return self.words["taken"].format(truck=truck["truck"], who=who)
        return self.words["truck"].format(
            truck=truck["truck"], spaces=truck["capacity"], tiles=self.tiles(truck["tiles"])
        )

    def zoo(self, zoo: View, coins: int) -> str:
        """Whose zoo it is, and what the seat has."""
        who = seat_name(zoo["seat"], self.language, self.names, begins=True)
        return self.words["zoo"].format(who=who, coins=coins, points=zoo["score"])

    def removed(self) -> list[str]:
        """The line about the tiles that left the game, if there are any."""
        tiles = self.view["removed"]
        return [self.words["removed"].format(tiles=self.tiles(tiles))] if tiles else []

    def tiles(self, tiles: Sequence[str]) -> str:
        """Names of tiles, each kind once, with how often it lies there: ``a camel (2) and a kiosk``."""
        if not tiles:
            return self.words["empty"]
        kinds = Counter(self.tile_name(tile, self.language) for tile in tiles)
        return listed(
            [name if count == 1 else f"{name} ({count})" for name, count in kinds.items()], self.language
        )


def begun(text: str) -> str:
    """A text with a capital letter, as a sentence begins."""
    return text[0].upper() + text[1:]
