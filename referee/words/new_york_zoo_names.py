"""New York Zoo: what animals, pieces, turns of a piece and places are called, in English and Spanish."""

from collections.abc import Mapping

from referee.words.languages import Language

Catalogue = Mapping[Language, Mapping[str, str]]

SPECIES: Catalogue = {
    "en": {"M": "a meerkat", "F": "a flamingo", "K": "a kangaroo", "P": "a penguin", "A": "an arctic fox"},
    "es": {
        "M": "una suricata",
        "F": "un flamenco",
        "K": "un canguro",
        "P": "un pingüino",
        "A": "un zorro ártico",
    },
}
MANY: Catalogue = {
    "en": {"M": "meerkats", "F": "flamingos", "K": "kangaroos", "P": "penguins", "A": "arctic foxes"},
    "es": {"M": "suricatas", "F": "flamencos", "K": "canguros", "P": "pingüinos", "A": "zorros árticos"},
}
ATTRACTIONS: Catalogue = {
    "en": {
        "a1": "the single cell a1",
        "a2": "the two cells a2",
        "a3i": "the row of three a3i",
        "a3l": "the corner of three a3l",
        "a4i": "the row of four a4i",
        "a4o": "the square of four a4o",
        "a6": "the 2 x 3 cells a6",
        "a8": "the 2 x 4 cells a8",
    },
    "es": {
        "a1": "la casilla suelta a1",
        "a2": "las dos casillas a2",
        "a3i": "la fila de tres a3i",
        "a3l": "la esquina de tres a3l",
        "a4i": "la fila de cuatro a4i",
        "a4o": "el cuadrado de cuatro a4o",
        "a6": "las 2 x 3 casillas a6",
        "a8": "las 2 x 4 casillas a8",
    },
}
TURNS: Catalogue = {
    "en": {
        "r0": "as it is printed",
        "r1": "turned once",
        "r2": "turned twice",
        "r3": "turned three times",
        "r0m": "mirrored",
        "r1m": "mirrored and turned once",
        "r2m": "mirrored and turned twice",
        "r3m": "mirrored and turned three times",
    },
    "es": {
        "r0": "como está impresa",
        "r1": "con un giro",
        "r2": "con dos giros",
        "r3": "con tres giros",
        "r0m": "en espejo",
        "r1m": "en espejo y con un giro",
        "r2m": "en espejo y con dos giros",
        "r3m": "en espejo y con tres giros",
    },
}
TURN_ORDER = tuple(TURNS["en"])
OTHERS: Catalogue = {
    "en": {
        "tile": "tile {}",
        "house": "a house",
        "enclosure": "enclosure {}",
        "with-house": "{} (and one more from a house)",
        "space": "1 space",
        "spaces": "{} spaces",
    },
    "es": {
        "tile": "la loseta {}",
        "house": "una casa",
        "enclosure": "el recinto {}",
        "with-house": "{} (y otro animal de una casa)",
        "space": "1 espacio",
        "spaces": "{} espacios",
    },
}


def animal_name(species: str, language: Language) -> str:
    """One animal with its article: ``a kangaroo``."""
    return SPECIES[language][species]


def animals_name(species: str, count: int, language: Language) -> str:
    """Some animals with their number: ``a kangaroo``, ``3 kangaroos``."""
    return animal_name(species, language) if count == 1 else f"{count} {MANY[language][species]}"


def piece_name(piece: str, language: Language) -> str:
    """A tile or an attraction: ``tile 7b``."""
    return ATTRACTIONS[language].get(piece) or OTHERS[language]["tile"].format(piece)


def place_name(place: str, language: Language) -> str:
    """A house or an enclosure: ``h``, ``e3``."""
    words = OTHERS[language]
    return words["house"] if place == "h" else words["enclosure"].format(place[1:])


def turn_key(suffix: str) -> str:
    """The key in TURNS of how a piece lies, as notation writes it: ``""``, ``m``, ``r1`` or ``r1m``."""
    return suffix if suffix.startswith("r") else f"r0{suffix}"
