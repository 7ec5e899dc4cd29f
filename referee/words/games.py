"""Sentences for people: the one door to the words of all games."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.words import aquaretto, new_york_zoo, renature, sanssouci, zooloretto
from referee.words.kinds import GameWords
from referee.words.languages import Language
from referee.words.seats import Names, seat_name, seats_name

GAMES: Mapping[str, GameWords] = {
    "zooloretto": zooloretto.WORDS,
    "aquaretto": aquaretto.WORDS,
    "sanssouci": sanssouci.WORDS,
    "renature": renature.WORDS,
    "new_york_zoo": new_york_zoo.WORDS,
}

# A step that the reader may not know: somebody chose in secret.
HIDDEN: Mapping[Language, Mapping[str, str]] = {
    "en": {"step": "A choice that is still secret.", "told": "{who} chooses in secret."},
    "es": {"step": "Una elección que aún es secreta.", "told": "{who} elige en secreto."},
}


def sentence_for_step(game: str, parts: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say a step as an instruction: ``Take truck 2.``

    :param parts: the step's typed parts, as ``Game.parts`` gives them.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for an unknown game or kind.
    """
    if parts["kind"] == "hidden":
        return HIDDEN[language]["step"]
    return GAMES[game].step(parts, language, names)


def sentence_for_effect(game: str, effect: Mapping[str, Any], language: Language, names: Names = None) -> str:
    """Say what followed: ``Seat 2 gets 1 coin from the truck.``

    :param effect: with ``kind``, ``seat``, ``detail``.
    :param names: of the players by seat; None: seats are called by their numbers.
    :raises KeyError: for an unknown game or kind.
    """
    return GAMES[game].effect(effect, language, names)


def told_step(game: str, parts: Mapping[str, Any], seat: int, language: Language, names: Names = None) -> str:
    """Say that a seat did a step: ``Ana takes truck 2.``"""
    if parts["kind"] == "hidden":
        return HIDDEN[language]["told"].format(who=seat_name(seat, language, names, begins=True))
    return GAMES[game].told(parts, seat, language, names)


def sentence_for_choice(
    game: str,
    parts: Mapping[str, Any],
    view: Mapping[str, Any],
    language: Language,
    names: Names = None,
) -> str:
    """Say a step that can be chosen, with what it acts on: ``Take truck 2: a camel.``

    :param view: the position in which it can be chosen.
    """
    return GAMES[game].choice(parts, view, language, names)


def group_of_step(game: str, parts: Mapping[str, Any], language: Language) -> tuple[int, str]:
    """The group in which a page shows a step: its place among the groups, and its title."""
    return GAMES[game].group(parts, language)


def breakdown_of(game: str, language: Language) -> Mapping[str, str]:
    """What the lines of a result are called, by key of the breakdown."""
    return GAMES[game].breakdown[language]


def switches_of(game: str, language: Language) -> Mapping[str, str]:
    """What the options are called that a page offers as a tick: ``option``, or ``option=value``."""
    return GAMES[game].switches[language]


RESULTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "won": "{seats} wins with {points}.",
        "shared": "{seats} share the victory with {points}.",
        "others": "Then: {others}.",
        "other": "{seat} with {points} (place {rank})",
        "point": "1 point",
        "points": "{} points",
        "resigned": "Who resigned comes last: {seats}.",
    },
    "es": {
        "won": "{seats} gana con {points}.",
        "shared": "{seats} comparten la victoria con {points}.",
        "others": "Después: {others}.",
        "other": "{seat} con {points} ({rank}.º)",
        "point": "1 punto",
        "points": "{} puntos",
        "resigned": "Quien abandona queda último: {seats}.",
    },
}


def sentence_for_result(
    scores: Sequence[int],
    ranks: Sequence[int],
    language: Language,
    names: Names = None,
    resigned: Sequence[int] = (),
) -> str:
    """Say who won, and the places of the others.

    :param scores: points of seats 1..N; ``ranks``: theirs, ties share one.
    :param resigned: the seats that have resigned, whose rank says nothing about their points.
    :param names: of the players by seat; None: seats are called by their numbers.
    """
    words = RESULTS[language]
    best = [seat for seat, rank in enumerate(ranks, 1) if rank == 1]
    kind = "won" if len(best) == 1 else "shared"
    sentence = words[kind].format(
        seats=seats_name(best, language, names, begins=True), points=_points(scores[best[0] - 1], words)
    )
    others = sorted((rank, seat) for seat, rank in enumerate(ranks, 1) if rank > 1)
    if not others:
        return sentence
    after = ""
    if resigned:
        after = f" {words['resigned'].format(seats=seats_name(resigned, language, names))}"
    listed = [
        words["other"].format(
            seat=seat_name(seat, language, names), points=_points(scores[seat - 1], words), rank=rank
        )
        for rank, seat in others
    ]
    return f"{sentence} {words['others'].format(others=', '.join(listed))}{after}"


def _points(points: int, words: Mapping[str, str]) -> str:
    return words["point"] if points == 1 else words["points"].format(points)
