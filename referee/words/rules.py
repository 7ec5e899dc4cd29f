"""Why a rule forbids a step, for readers of other languages than English (in which the rules speak themselves)."""

from collections.abc import Mapping

from referee.words.languages import Language

SPANISH: Mapping[str, str] = {
    # Of every game: where a move ends.
    "turn-over": "el turno terminó con el paso anterior.",
    "after-reveal": "el paso anterior revela algo, y con él termina la jugada.",
    # Zooloretto.
    "match-over": "la partida ha terminado.",
    "not-to-move": "no le toca a este asiento.",
    "wrong-decision": "no responde a la decisión pendiente.",
    "trucks-full": "ningún camión libre tiene espacio.",
    "truck-taken": "el camión ya está tomado.",
    "truck-empty": "el camión está vacío.",
    "truck-full": "el camión está lleno.",
    "not-in-hand": "esa loseta no está entre las que quedan por colocar.",
    "not-owned": "esa ampliación no se ha comprado.",
    "no-room": "en ese recinto no queda espacio.",
    "other-species": "en ese recinto vive otra especie.",
    "no-stall-space": "junto a ese recinto no queda espacio para un puesto.",
    "not-enough-coins": "no hay monedas suficientes.",
    "not-in-barn": "esa loseta no está en el establo.",
    "not-beside": "ese puesto no está junto a ese recinto.",
    "same-area": "el origen y el destino son el mismo.",
    "into-barn": "un movimiento no puede terminar en el establo.",
    "animals-stay": "un animal solo deja un recinto mediante un intercambio.",
    "swap-needs-enclosure": "un intercambio requiere al menos un recinto.",
    "swap-species-unnamed": "un intercambio con el establo debe nombrar la especie.",
    "swap-empty": "una de las dos partes del intercambio está vacía.",
    "swap-same-species": "las dos partes del intercambio son de la misma especie.",
    "swap-too-small": "una de las dos partes no cabe en su destino.",
    "own-barn": "no se compra en el propio establo.",
    "no-expansion-left": "no queda ninguna ampliación.",
}

_BY_LANGUAGE: Mapping[Language, Mapping[str, str]] = {"es": SPANISH}


def sentence_for_rule(rule: str, language: Language) -> str | None:
    """Say why the rule forbids; None if this language has no words for it."""
    return _BY_LANGUAGE.get(language, {}).get(rule)
