"""Sanssouci in English and Spanish: whole sentences, and something to say for everything."""

from typing import Any

import pytest

from referee.games.sanssouci import effects
from referee.games.sanssouci.components import CARDS, SYMBOLS
from referee.games.sanssouci.steps import READABLE
from referee.words.boards import board_legend, board_prose, board_text
from referee.words.games import (
    breakdown_of,
    group_of_step,
    sentence_for_choice,
    sentence_for_effect,
    sentence_for_step,
    told_step,
)
from referee.words.languages import LANGUAGES, Language
from referee.words.sanssouci import card_name, missions_text, tile_name
from tests.games.sanssouci.helping import GAME, case, grid, nobles, walk

NAMES = {1: "Ana", 2: "Óscar"}


def parts(text: str) -> dict[str, Any]:
    return GAME.parts(READABLE[text])


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("SIDE B", "Choose side B of the expansion board.", "Elegir el lado B del tablero de ampliación."),
        ("GT T1", "Play the card grey or turquoise, take the tile from T1.", "Jugar la carta gris o turquesa, tomar la loseta de T1."),
        ("PAV W1", "Play the pavilion card, take the tile from W1.", "Jugar la carta «pabellón», tomar la loseta de W1."),
        ("ANY F2", "Play the wild card, take the tile from F2.", "Jugar el comodín, tomar la loseta de F2."),
        ("@c5", "Put the gardener on c5.", "Poner el jardinero en c5."),
        (">e5", "Move the noble of column e to e5.", "Mover el noble de la columna e a e5."),
        (">-", "Move no noble.", "No mover ningún noble."),
        ("/3", "Refill from stack 3.", "Reponer desde el montón 3."),
    ],
)  # fmt: skip
def test_a_step_is_said_as_an_instruction(text: str, english: str, spanish: str) -> None:
    assert sentence_for_step("sanssouci", parts(text), "en") == english
    assert sentence_for_step("sanssouci", parts(text), "es") == spanish


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("SIDE A", "Ana chooses side A of the expansion board.", "El asiento 3 elige el lado A del tablero de ampliación."),
        ("OF O2", "Ana plays the card orange or fuchsia and takes the tile from O2.", "El asiento 3 juega la carta naranja o fucsia y toma la loseta de O2."),
        ("@a2", "Ana puts the gardener on a2.", "El asiento 3 pone el jardinero en a2."),
        (">i6", "Ana moves the noble of column i to i6.", "El asiento 3 mueve el noble de la columna i a i6."),
        (">-", "Ana moves no noble.", "El asiento 3 no mueve ningún noble."),
        ("/8", "Ana refills from stack 8.", "El asiento 3 repone desde el montón 8."),
    ],
)  # fmt: skip
def test_a_step_is_told_as_what_somebody_did(text: str, english: str, spanish: str) -> None:
    assert told_step("sanssouci", parts(text), 1, "en", NAMES) == english
    assert told_step("sanssouci", parts(text), 3, "es") == spanish


def test_a_step_that_the_reader_may_not_know_is_said_to_be_secret() -> None:
    hidden = {"kind": "hidden"}
    assert sentence_for_step("sanssouci", hidden, "en") == "A choice that is still secret."
    assert sentence_for_step("sanssouci", hidden, "es") == "Una elección que aún es secreta."
    assert told_step("sanssouci", hidden, 2, "en", NAMES) == "Óscar chooses in secret."
    assert told_step("sanssouci", hidden, 2, "es") == "El asiento 2 elige en secreto."


EXPANSION = {"expansion": True, "stack_choice": True}
CHOICES: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "WO W1", {"gardens": [grid(), None], "display": {"W1": "PAV"}},
        "Play the card white or orange, take the pavilion tile from W1: it goes to c2.",
        "Jugar la carta blanco o naranja, tomar la loseta «pabellón» de W1: va a c2.",
    ),
    (
        "WO W1", {"gardens": [grid("..K......"), None], "display": {"W1": "PAV"}},
        "Play the card white or orange, take the pavilion tile from W1: c2 is filled, so it becomes a gardener.",
        "Jugar la carta blanco o naranja, tomar la loseta «pabellón» de W1: c2 está ocupada, así que será un jardinero.",
    ),
    (
        "@f4", {"phase": "GARDENER", "gardens": [grid(".........", ".........", "S........"), None], "pending": {"from": "O1", "symbol": "LAB"}},
        "Put the gardener on f4: 3 points.", "Poner el jardinero en f4: 3 puntos.",
    ),
    (
        "@e4", {"phase": "GARDENER", "gardens": [grid(".........", ".........", "S........"), None], "pending": {"from": "O1", "symbol": "LAB"}},
        "Put the gardener on e4.", "Poner el jardinero en e4.",
    ),
    (">a1", {"phase": "NOBLE"}, "Move the noble of column a to a1: 1 point.", "Mover el noble de la columna a a a1: 1 punto."),
    (">e2", {"phase": "NOBLE"}, "Move the noble of column e to e2: 2 points.", "Mover el noble de la columna e a e2: 2 puntos."),
    (">-", {"phase": "NOBLE"}, "Move no noble.", "No mover ningún noble."),
    ("/1", {"phase": "STACK", "pending": {"from": "W1"}}, "Refill from stack 1 (5 left).", "Reponer desde el montón 1 (quedan 5)."),
    ("SIDE A", {"phase": "SIDE"}, "Choose side A of the expansion board.", "Elegir el lado A del tablero de ampliación."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "position", "english", "spanish"), CHOICES)
def test_a_choice_says_what_comes_of_it(
    text: str, position: dict[str, Any], english: str, spanish: str
) -> None:
    view = GAME.view(case(2, EXPANSION, **position), 1)
    assert sentence_for_choice("sanssouci", parts(text), view, "en") == english
    assert sentence_for_choice("sanssouci", parts(text), view, "es") == spanish


def test_a_gardener_without_the_expansion_is_chosen_by_its_square_alone() -> None:
    pending = {"from": "O1", "symbol": "LAB"}
    gardens = [grid(".........", ".........", "S........"), None]
    view = GAME.view(case(phase="GARDENER", gardens=gardens, pending=pending), 1)
    assert sentence_for_choice("sanssouci", parts("@f4"), view, "en") == "Put the gardener on f4."


@pytest.mark.parametrize(
    ("effect", "english", "spanish"),
    [
        (effects.turned(2, "PAV", 11)[0], "c2 is filled: the pavilion tile becomes a gardener.", "c2 está ocupada: la loseta «pabellón» pasa a ser un jardinero."),
        (effects.placed(2, "ROS", 15), "The rose arch tile goes to g2.", "La loseta «arco de rosas» va a g2."),
        (effects.marked(2, "S1", 31, 1), "Seat 2 gets 1 point for the mark on e4.", "El asiento 2 recibe 1 punto por la marca de e4."),
        (effects.marked(2, "M2", 22, -2), "Seat 2 loses 2 points for the mark on e3.", "El asiento 2 pierde 2 puntos por la marca de e3."),
        (effects.noble_moved(1, 47, 6), "Seat 1 gets 6 points for the noble on c6.", "El asiento 1 recibe 6 puntos por el noble en c6."),
        (effects.refilled(2, "HER"), "The herb spiral tile comes to G1.", "La loseta «espiral de hierbas» llega a G1."),
        (effects.drew(1, "ANY"), "Seat 1 draws the wild card.", "El asiento 1 roba el comodín."),
        (effects.sides_revealed(["A", "B"]), "All have chosen: seat 1 side A and seat 2 side B.", "Todos han elegido: el asiento 1 el lado A y el asiento 2 el lado B."),
        (effects.scored(2, 8, 5, 7, ["LAB", "VIN"]), "Seat 2 scores at the end: 8 for rows, 5 for columns, 7 for the missions labyrinth and vine.", "El asiento 2 suma al final: 8 por filas, 5 por columnas, 7 por las misiones laberinto y parra."),
        (effects.scored(2, 0, 0, 0, []), "Seat 2 scores at the end: 0 for rows, 0 for columns, 0 for no missions.", "El asiento 2 suma al final: 0 por filas, 0 por columnas, 0 por ninguna misión."),
        (effects.MATCH_OVER, "The match is over.", "La partida ha terminado."),
    ],
)  # fmt: skip
def test_an_effect_is_said_as_what_happened(effect: Any, english: str, spanish: str) -> None:
    members = {"kind": effect.kind, "seat": effect.seat, "text": effect.text, "detail": effect.detail}
    assert sentence_for_effect("sanssouci", members, "en") == english
    assert sentence_for_effect("sanssouci", members, "es") == spanish


def test_names_of_players_stand_in_sentences() -> None:
    effect = effects.sides_revealed(["A", "B"])._asdict()
    assert (
        sentence_for_effect("sanssouci", effect, "en", NAMES)
        == "All have chosen: Ana side A and Óscar side B."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name_of_its_own(language: Language) -> None:
    assert len({tile_name(symbol, language) for symbol in SYMBOLS}) == 9
    assert len({card_name(card, language) for card in CARDS}) == 18
    assert missions_text(["LAB"], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_sentence_of_its_own(language: Language) -> None:
    sentences = [sentence_for_step("sanssouci", GAME.parts(step), language) for step in READABLE.values()]
    assert len(set(sentences)) == len(sentences)
    assert all("{" not in sentence and sentence.endswith(".") for sentence in sentences)


def test_every_effect_and_choice_of_whole_matches_has_a_sentence() -> None:
    kinds: set[str] = set()
    for players in GAME.players:
        for state, seat, step in walk(players, players, EXPANSION)[:-1]:
            _, followed = GAME.play(state, seat, step)
            view = GAME.view(state, seat)
            for language in LANGUAGES:
                said = [sentence_for_choice("sanssouci", GAME.parts(step), view, language)]
                said += [sentence_for_effect("sanssouci", effect._asdict(), language) for effect in followed]
                assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)
            kinds |= {effect.kind for effect in followed}
    assert kinds == {
        "turned", "placed", "mark", "noble", "refilled", "drew", "sides", "scored", "match-over",
    }  # fmt: skip


def test_steps_are_grouped_by_card_and_by_decision() -> None:
    texts = ["SIDE B", "WO W1", "WO O2", "ANY W1", "@a2", ">-", ">a1", "/3"]
    groups = [group_of_step("sanssouci", parts(text), "en") for text in texts]
    assert groups == sorted(groups)
    assert [title for _, title in groups] == [
        "Choose a side of the expansion board",
        "Play the card white or orange",
        "Play the card white or orange",
        "Play the wild card",
        "Place the gardener",
        "Move a noble, or none",
        "Move a noble, or none",
        "Refill the display",
    ]
    assert group_of_step("sanssouci", parts("ANY W1"), "es")[1] == "Jugar el comodín"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_result_has_a_name(language: Language) -> None:
    assert set(breakdown_of("sanssouci", language)) == GAME.breakdown_keys


def test_the_board_is_told_in_sentences() -> None:
    state = case(
        2,
        EXPANSION,
        phase="GARDENER",
        gardens=[grid("..SK....."), None],
        nobles=[nobles(c=2), None],
        sides=["A", "B"],
        scores=[2, 0],
        hands=[["GT"], None],
        missions=[["LAB", "PAV"], None],
        stacks=[["VIN"], [], [], [], [], [], [], []],
        pending={"from": "W2", "symbol": "PAV"},
    )
    lines = board_prose(GAME, GAME.view(state, 1), "en", {1: "Ana"})
    assert lines[:5] == [
        "Ana is to place the gardener: c2 is filled.",
        "Round 1 of 18. Tiles in the stacks: 1.",
        "Tiles by stack: /1: 1, /2: 0, /3: 0, /4: 0, /5: 0, /6: 0, /7: 0, /8: 0.",
        "W1: the labyrinth tile.",
        "W2: no tile.",
    ]
    own = lines.index("Ana. 2 points. Gardeners: 1. Garden A1. Cards in the draw pile: 16.")
    assert lines[own + 1] == "Expansion board X1, side A."
    assert lines[own + 2].startswith(
        "Marks on free squares: e3 -2 points for any tile, d4 1 point for a symbol tile, f4 3 points for a gardener, "
    )
    assert lines[own + 3 : own + 10] == [
        "In hand: the card grey or turquoise.",
        "It has the missions labyrinth and pavilion.",
        "Printed: a1 b1 c1 d1 e1 f1 g1 h1 i1.",
        "Symbol tiles: c2.",
        "Gardeners: d2.",
        "Nobles on: c2. On the terrace: a b d e f g h i.",
        "Played: none.",
    ]
    assert not any(line.startswith("In hand") for line in lines[own + 10 :])


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [
        (1, ["Expansion board X1, no side chosen yet.", "Marks of side A: e3 -2 points for any tile, d4"]),
        (2, ["Expansion board X1, no side chosen yet."]),
    ],
)
def test_who_is_to_choose_hears_the_marks_of_both_sides(viewer: int, expected: list[str]) -> None:
    state = case(2, {"expansion": True}, phase="SIDE", sides=[None, "B"])
    lines = board_prose(GAME, GAME.view(state, viewer), "en")
    assert lines[0] == "Seat 1 is to choose a side of the expansion board."
    assert all(any(line.startswith(start) for line in lines) for start in expected)
    assert sum(line.startswith("Marks of side") for line in lines) == (2 if viewer == 1 else 0)
    secret = "Expansion board X2, the side is chosen in secret."
    assert (secret in lines) is (viewer == 1)
    assert ("Expansion board X2, side B." in lines) is (viewer == 2)


def test_all_hear_who_is_to_choose_and_that_a_match_is_over() -> None:
    state = case(3, {"expansion": True}, phase="SIDE", sides=[None, "A", None])
    assert board_prose(GAME, GAME.view(state, None), "es", {3: "Mei"})[:2] == [
        "El asiento 1 debe elegir un lado del tablero de ampliación.",
        "Mei debe elegir un lado del tablero de ampliación.",
    ]
    over = board_prose(GAME, GAME.view(case(phase="OVER"), None), "es")
    assert over[0] == "La partida ha terminado."
    assert "Tiene las misiones laberinto y estatua." in over


def test_the_board_speaks_spanish_in_72_and_48_columns() -> None:
    for state, _, _ in walk(4, 4, EXPANSION)[::12]:
        for width in (72, 48):
            text = board_text(GAME, GAME.view(state, 1), "es", {1: "Ana"}, width)
            assert all(len(line) <= width for line in text.splitlines())
            assert text.startswith("Sanssouci   ronda ")
    legend = board_legend(GAME, GAME.view(case(), None), "es")
    assert legend.startswith(
        "P impresa, S loseta, K jardinero, . libre, * noble (fila 0: la terraza), a LAB laberinto,"
    )
    assert legend.endswith("GF carta para gris o fucsia, ANY carta para cualquier loseta")
