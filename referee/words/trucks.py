"""What Zooloretto and Aquaretto say alike: drawing, loading, taking, coins, rounds; in English and Spanish."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.words.languages import Language
from referee.words.seats import Names, listed, seat_name

TileName = Callable[[str, Language], str]

STEPS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "draw": "Draw a tile.",
        "load": "Load the drawn tile on truck {truck}.",
        "take": "Take truck {truck}.",
    },
    "es": {
        "draw": "Robar una loseta.",
        "load": "Cargar la loseta robada en el camión {truck}.",
        "take": "Tomar el camión {truck}.",
    },
}
# The same steps as what somebody did.
TOLD: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "draw": "{who} draws a tile.",
        "load": "{who} loads the drawn tile on truck {truck}.",
        "take": "{who} takes truck {truck}.",
    },
    "es": {
        "draw": "{who} roba una loseta.",
        "load": "{who} carga la loseta robada en el camión {truck}.",
        "take": "{who} toma el camión {truck}.",
    },
}
# What a step acts on, where the board is at hand.
CHOICES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "load": "Load {tile} on truck {truck}: {tiles}.",
        "load-empty": "Load {tile} on truck {truck}, which is empty.",
        "take": "Take truck {truck}: {tiles}.",
    },
    "es": {
        "load": "Cargar {tile} en el camión {truck}: {tiles}.",
        "load-empty": "Cargar {tile} en el camión {truck}, que está vacío.",
        "take": "Tomar el camión {truck}: {tiles}.",
    },
}
# The groups in which a page shows these steps, before all others.
GROUPS: Mapping[Language, Mapping[str, str]] = {
    "en": {"draw": "Draw", "load": "Load the drawn tile", "take": "Take a truck", "place": "Place a tile"},
    "es": {
        "draw": "Robar",
        "load": "Cargar la loseta robada",
        "take": "Tomar un camión",
        "place": "Colocar una loseta",
    },
}
EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "drawn": "{who} draws {tile}.",
        "coins/cost": "{who} pays {coins}.",
        "coins/coin-tiles": "{who} gets {coins} from the truck.",
        "coins/sale": "{who} gets {coins} for the sale.",
        "removed/discard": "{who} discards {tiles}.",
        "removed/truck": "Left on a truck and out of the game: {tiles}.",
        "round-ended": "Round {round} ends.",
        "round-began": "Round {round} begins with {first}.",
        "match-over": "The match is over.",
    },
    "es": {
        "drawn": "{who} roba {tile}.",
        "coins/cost": "{who} paga {coins}.",
        "coins/coin-tiles": "{who} recibe {coins} del camión.",
        "coins/sale": "{who} recibe {coins} por la venta.",
        "removed/discard": "{who} descarta {tiles}.",
        "removed/truck": "Quedó en un camión y sale del juego: {tiles}.",
        "round-ended": "Termina la ronda {round}.",
        "round-began": "Empieza la ronda {round} con {first}.",
        "match-over": "La partida ha terminado.",
    },
}
_COINS: Mapping[Language, tuple[str, str]] = {"en": ("1 coin", "{} coins"), "es": ("1 moneda", "{} monedas")}

RULES_ES: Mapping[str, str] = {
    "match-over": "la partida ha terminado.",
    "not-to-move": "no le toca a este asiento.",
    "wrong-decision": "no responde a la decisión pendiente.",
    "trucks-full": "ningún camión libre tiene espacio.",
    "truck-taken": "el camión ya está tomado.",
    "truck-empty": "el camión está vacío.",
    "truck-full": "el camión está lleno.",
    "not-in-hand": "esa loseta no está entre las que quedan por colocar.",
    "not-enough-coins": "no hay monedas suficientes.",
}


def choice_of_truck(
    parts: Mapping[str, Any], view: Mapping[str, Any], language: Language, tile_name: TileName
) -> str | None:
    """Say a load or a take with what lies on the truck; None for any other step.

    :param view: the position in which it can be chosen.
    """
    kind = str(parts["kind"])
    if kind not in ("load", "take"):
        return None
    tiles = view["trucks"][parts["truck"] - 1]["tiles"]
    form = "load-empty" if kind == "load" and not tiles else kind
    return CHOICES[language][form].format(
        truck=parts["truck"],
        tile=listed([tile_name(tile, language) for tile in view["hand"]], language),
        tiles=listed([tile_name(tile, language) for tile in tiles], language),
    )


def words_of_effect(
    effect: Mapping[str, Any], language: Language, names: Names, tile_name: TileName
) -> dict[str, Any]:
    """What fills the gaps of an effect's sentence, as far as both games know it."""
    detail = effect["detail"]
    words: dict[str, Any] = {**detail, "who": seat_name(effect["seat"], language, names, begins=True)}
    if "starter" in detail:
        words["first"] = seat_name(detail["starter"], language, names)
    if "tile" in detail:
        words["tile"] = tile_name(detail["tile"], language)
    if "tiles" in detail:
        words["tiles"] = listed([tile_name(tile, language) for tile in detail["tiles"]], language)
    if "amount" in detail:
        one, many = _COINS[language]
        amount = abs(detail["amount"])
        words["coins"] = one if amount == 1 else many.format(amount)
    return words


def contracted(sentence: str) -> str:
    """Spanish joins ``de el`` and ``a el``; English knows neither."""
    return sentence.replace(" de el ", " del ").replace(" a el ", " al ")
