"""What happened in a match, told event by event for people."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from referee.words.games import sentence_for_effect, told_step
from referee.words.languages import Language
from referee.words.seats import Names, seat_name


class Told(Protocol):
    """An event as far as the reader may know it (:class:`referee.service.reading.LoggedEvent`)."""

    @property
    def type(self) -> str:
        """Its name."""

    @property
    def seat(self) -> int | None:
        """Who acted."""

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The parts of its steps."""

    @property
    def effects(self) -> list[dict[str, Any]]:
        """What followed."""

    @property
    def data(self) -> Any:
        """What it holds."""


class Chapter(NamedTuple):
    """An event in words: who acted (None: nobody in particular), and the sentences."""

    who: str | None
    sentences: list[str]

    def without_name(self) -> list[str]:
        """The sentences as they follow the name in a list headed by it: ``takes truck 2.``"""
        return [sentence.removeprefix(f"{self.who} ") for sentence in self.sentences]


EVENTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "MatchStarted": "The match begins.",
        "MoveUndone": "{who} takes the last move back.",
        "SeatLapsed": "{who} let the time run out.",
        "SeatLapsed.number": "{who} let the time run out.",
        "SeatVacant": "The seat of {who} is vacant: the referee plays for it.",
        "SeatVacant.number": "{who} is vacant: the referee plays for it.",
        "SeatReplaced": "{who} takes over a seat that was vacant.",
        "SeatResigned": "{who} resigns.",
        "VacationTaken": "{who} is on vacation.",
        "DeadlineExtended": "{who} has more time.",
        "MatchPaused": "The match is paused.",
        "MatchResumed": "The match goes on.",
        "TimeCredited": "The referee was away; that costs nobody time.",
        "autopilot": "The referee plays for {who}.",
        "MatchEnded": "The match is over.",
        "MatchCancelled": "The match was cancelled.",
    },
    "es": {
        "MatchStarted": "Empieza la partida.",
        "MoveUndone": "{who} deshace la última jugada.",
        "SeatLapsed": "A {who} se le acabó el tiempo.",
        "SeatVacant": "El asiento de {who} está vacante: el árbitro juega por él.",
        "SeatVacant.number": "{who} está vacante: el árbitro juega por él.",
        "SeatLapsed.number": "{who} agotó su tiempo.",
        "SeatReplaced": "{who} ocupa un asiento que estaba vacante.",
        "SeatResigned": "{who} abandona.",
        "VacationTaken": "{who} está de vacaciones.",
        "DeadlineExtended": "{who} tiene más tiempo.",
        "MatchPaused": "La partida está en pausa.",
        "MatchResumed": "La partida sigue.",
        "TimeCredited": "El árbitro estuvo ausente; eso no cuesta tiempo a nadie.",
        "autopilot": "El árbitro juega por {who}.",
        "MatchEnded": "La partida ha terminado.",
        "MatchCancelled": "La partida se canceló.",
    },
}


def tell_story(game: str, events: Sequence[Told], language: Language, names: Names = None) -> list[Chapter]:
    """Tell events, oldest first; moves of one seat in a row are one chapter, what nobody needs is left out.

    :param names: of the players as they sit now. What happened at a seat before the last one took it is told of the
        seat by its number: he did not do it, and it was not he who was absent.
    """
    chapters: list[Chapter] = []
    to_come = Counter(event.data["seat"] for event in events if event.type == "SeatReplaced")
    now = names
    for event in events:
        if event.type == "SeatReplaced":
            to_come[event.data["seat"]] -= 1
        names = None if now is None else {seat: name for seat, name in now.items() if not to_come[seat]}
        seat = event.seat if event.seat is not None else event.data.get("seat")
        who = seat_name(seat, language, names, begins=True) if seat is not None else None
        sentences = _sentences(game, event, who, language, names)
        if sentences and chapters and chapters[-1].who == who and who is not None:
            chapters[-1].sentences.extend(sentences)
        elif sentences:
            chapters.append(Chapter(who, sentences))
    return chapters


def _sentences(game: str, event: Told, who: str | None, language: Language, names: Names) -> list[str]:
    if event.type == "MovePlayed":
        seat = event.seat or 0
        steps = [told_step(game, parts, seat, language, names) for parts in event.parts if _is_told(parts)]
        if event.data.get("via") == "autopilot":
            steps.insert(0, EVENTS[language]["autopilot"].format(who=seat_name(seat, language, names)))
        return steps + [sentence_for_effect(game, effect, language, names) for effect in event.effects]
    is_vacant = event.type == "SeatLapsed" and event.data["vacant"]
    kind = "SeatVacant" if is_vacant else event.type
    has_name = names is not None and event.data.get("seat", event.seat) in names
    sentence = EVENTS[language].get(kind if has_name else f"{kind}.number", EVENTS[language].get(kind))
    return [] if sentence is None else [sentence.format(who=who)]


def _is_told(parts: Mapping[str, Any]) -> bool:
    """A draw tells itself by its effect."""
    return bool(parts["kind"] != "draw")
