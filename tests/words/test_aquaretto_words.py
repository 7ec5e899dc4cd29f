"""Aquaretto in English and Spanish: whole sentences, and something to say for everything."""

from itertools import product
from typing import Any

import pytest

from referee.games.aquaretto import effects as own
from referee.games.registry import GAMES
from referee.games.shuffle import seeded_shuffle
from referee.games.trucks import effects
from referee.words.aquaretto import tile_name
from referee.words.boards import board_prose, board_text
from referee.words.games import (
    group_of_step,
    sentence_for_choice,
    sentence_for_effect,
    sentence_for_step,
    told_step,
)
from referee.words.languages import LANGUAGES
from tests.games.aquaretto.helping import GAME, TILES, case, texts

STATE = case(3)
STEPS = [
    ("D", "Draw a tile.", "Robar una loseta."),
    ("L2", "Load the drawn tile on truck 2.", "Cargar la loseta robada en el camión 2."),
    ("T1", "Take truck 1.", "Tomar el camión 1."),
    ("P DM>K13", "Place a fertile male dolphin on K13.", "Colocar un macho fértil de delfín en K13."),
    ("P OA>D", "Place an orca in the depot.", "Colocar una orca en el depósito."),
    ("P Y>J13", "Place the offspring on J13.", "Colocar la cría en J13."),
    ("P W>C", "Let the coworker become cashier.", "Emplear al colaborador como cajero."),
    ("P W>K10", "Let the coworker become trainer on K10.", "Emplear al colaborador como entrenador en K10."),
    (
        "MV DF>L12",
        "Move a fertile female dolphin from the depot: on L12.",
        "Mover una hembra fértil de delfín del depósito: en L12.",
    ),
    ("MW M>K", "Let the manager become keeper.", "Emplear al gerente como cuidador."),
    (
        "MW K10>J10",
        "Let the trainer on K10 become trainer on J10.",
        "Emplear al entrenador en K10 como entrenador en J10.",
    ),
    (
        "BUY 3:HE>J11",
        "Buy a hippopotamus with a fish from the depot of seat 3 and put it on J11.",
        "Comprar un hipopótamo con pez del depósito del asiento 3 y colocar la loseta en J11.",
    ),
    ("DIS", "Discard the top tile of the depot.", "Descartar la loseta superior del depósito."),
    ("EXP L M13", "Build a large expansion at M13.", "Construir una ampliación grande en M13."),
    (
        "EXP S I13SE",
        "Build a small expansion at I13, without its south-east corner.",
        "Construir una ampliación pequeña en I13, sin su esquina sureste.",
    ),
]


@pytest.mark.parametrize(("text", "english", "spanish"), STEPS)
def test_a_step_is_said_as_an_instruction(text: str, english: str, spanish: str) -> None:
    parts = GAME.parts(GAME.read(text, STATE, 1))
    assert sentence_for_step("aquaretto", parts, "en") == english
    assert sentence_for_step("aquaretto", parts, "es") == spanish


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("D", "Seat 2 draws a tile.", "El asiento 2 roba una loseta."),
        ("P SZ>D", "Seat 2 places a sea lion with a flash in the depot.", "El asiento 2 coloca un león marino con rayo en el depósito."),
        ("P W>M", "Seat 2 lets the coworker become manager.", "El asiento 2 emplea al colaborador como gerente."),
        ("BUY 1:TY>K9", "Seat 2 buys a young sea turtle from the depot of Ana and puts it on K9.", "El asiento 2 compra una cría de tortuga marina del depósito de Ana y coloca la loseta en K9."),
        ("EXP L M13", "Seat 2 builds a large expansion at M13.", "El asiento 2 construye una ampliación grande en M13."),
    ],
)  # fmt: skip
def test_a_step_is_told_as_what_somebody_did(text: str, english: str, spanish: str) -> None:
    parts = GAME.parts(GAME.read(text, STATE, 1))
    assert told_step("aquaretto", parts, 2, "en", {1: "Ana"}) == english
    assert told_step("aquaretto", parts, 2, "es", {1: "Ana"}) == spanish


CHOICES: list[tuple[str, dict[str, Any], str, str]] = [
    ("T1", {"trucks": ["$,PA", "", ""]}, "Take truck 1: a coin tile and a penguin.", "Tomar el camión 1: una loseta de moneda y un pingüino."),
    ("L1", {"next": "LOAD 1", "hand": "BE"}, "Load a polar bear with a fish on truck 1, which is empty.", "Cargar un oso polar con pez en el camión 1, que está vacío."),
    ("DIS", {"zoos": ["D:CE,HM", "D:", "D:"]}, "Discard a fertile male hippopotamus, the top tile of the depot.", "Descartar un macho fértil de hipopótamo, la loseta superior del depósito."),
    ("P Y>K11", {"next": "RESOLVE 1", "hand": "CY,W", "zoos": ["CF@J12 CM@K12", "", ""]}, "Place a young crocodile on K11.", "Colocar una cría de cocodrilo en K11."),
    ("P W>C", {"next": "RESOLVE 1", "hand": "W"}, "Let the coworker become cashier.", "Emplear al colaborador como cajero."),
    ("DIS", {}, "Discard the top tile of the depot.", "Descartar la loseta superior del depósito."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "position", "english", "spanish"), CHOICES)
def test_a_choice_names_the_tiles_that_it_is_about(
    text: str, position: dict[str, Any], english: str, spanish: str
) -> None:
    state = case(**position)
    parts, view = GAME.parts(GAME.read(text, state, 1)), GAME.view(state, 1)
    assert sentence_for_choice("aquaretto", parts, view, "en") == english
    assert sentence_for_choice("aquaretto", parts, view, "es") == spanish


@pytest.mark.parametrize(
    ("effect", "english", "spanish"),
    [
        (effects.drawn(2, "OA"), "Seat 2 draws an orca.", "El asiento 2 roba una orca."),
        (effects.coins(2, -2, "cost"), "Seat 2 pays 2 coins.", "El asiento 2 paga 2 monedas."),
        (
            effects.coins(2, 1, "bonus", "D"),
            "Seat 2 gets 1 coin for the basin of dolphins.",
            "El asiento 2 recibe 1 moneda por la cuenca de delfines.",
        ),
        (
            own.offspring_due(1, "TY"),
            "Seat 1 gets a young sea turtle.",
            "El asiento 1 recibe una cría de tortuga marina.",
        ),
        (
            own.offspring_to_depot(1, "TY"),
            "Seat 1 gets a young sea turtle: no space is left for it, it goes to the depot.",
            "El asiento 1 recibe una cría de tortuga marina: no queda espacio y va al depósito.",
        ),
        (
            own.coworker_due(3),
            "Seat 3 gets a coworker.",
            "El asiento 3 recibe un colaborador.",
        ),
        (
            own.coworker_lost(3),
            "Seat 3 gets no coworker: no place is left for one.",
            "El asiento 3 no recibe ningún colaborador: no queda sitio para él.",
        ),
        (
            effects.LAST_ROUND,
            "The reserve has been begun: this is the last round.",
            "Se ha empezado la reserva: esta es la última ronda.",
        ),
    ],
)
def test_an_effect_is_said_as_what_happened(effect: Any, english: str, spanish: str) -> None:
    members = {"kind": effect.kind, "seat": effect.seat, "text": effect.text, "detail": effect.detail}
    assert sentence_for_effect("aquaretto", members, "en") == english
    assert sentence_for_effect("aquaretto", members, "es") == spanish


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_a_name_of_its_own(language: Any) -> None:
    names = [tile_name(tile, language) for tile in (*TILES, "$", "W")]
    assert len(set(names)) == len(names) == 42


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_sentence_of_its_own(language: Any) -> None:
    """What can never be legal may read oddly, but is said too: previews explain it."""
    written = texts(2, ["K12", "I9"], TILES, ["C", "K", "M", "K12", "I9"])
    steps = [GAME.parts(GAME.read(text, STATE, 1)) for text in written]
    sentences = [sentence_for_step("aquaretto", parts, language) for parts in steps]
    assert len(set(sentences)) == len(sentences)
    assert all("{" not in sentence and sentence.endswith(".") for sentence in sentences)
    groups = {group_of_step("aquaretto", parts, language) for parts in steps}
    assert sorted(place for place, _ in groups) == list(range(12))


def test_every_effect_of_whole_matches_has_a_sentence() -> None:
    kinds: set[str] = set()
    for players, number in product((2, 3), range(3)):
        shuffle = seeded_shuffle(bytes([number]) * 32, "words", [b""] * players)
        state = GAME.start(GAME.deal(players, GAME.check_options(players, {}), shuffle))
        count = 0
        while GAME.decisions(state):
            count += 1
            seat = GAME.decisions(state)[0].seat
            step = shuffle(f"choice-{count}", list(GAME.legal_steps(state, seat)))[0]
            state, followed = GAME.play(state, seat, step)
            for effect in followed:
                kinds.add(effect.kind)
                for language in LANGUAGES:
                    members = {"kind": effect.kind, "seat": effect.seat, "detail": effect.detail}
                    sentence = sentence_for_effect("aquaretto", members, language)
                    assert sentence.endswith(".")
                    assert "{" not in sentence
    assert kinds == {
        "drawn",
        "coins",
        "offspring",
        "coworker",
        "removed",
        "last-round",
        "round-ended",
        "round-began",
        "match-over",
    }


BOARD: dict[str, Any] = {
    "next": "RESOLVE 2",
    "round": 7,
    "hand": "W,DY,HE",
    "trucks": ["@1", "$,OA,OA", "@2"],
    "zoos": ["DA@J12 DF@K12 OA@L10 W@J13 W@C S@I13SE L@M13 D:CE,HM", "DF@J12 DM@K12 D:", "D:"],
    "deck": ["DA"] * 10,
}


def test_the_board_is_told_zone_by_zone() -> None:
    english = board_prose(GAMES["aquaretto"], GAME.view(case(**BOARD), 1), "en")
    assert english[:8] == [
        "Seat 2 is to place what is due, of a young dolphin, a hippopotamus with a fish and a coworker.",
        "Round 7. Coins in the bank: 27.",
        "Tiles in the main stack: 0; in the reserve: 10.",
        "This is the last round.",
        "Truck 1 is taken by seat 1.",
        "Truck 2 (spaces: 3): a coin tile and an orca (2).",
        "Truck 3 is taken by seat 2.",
        "Seat 1. Coins: 1. Points: 2.",
    ]
    assert english[8:15] == [
        "Basin of dolphins (2): a dolphin on J12 and a fertile female dolphin on K12.",
        "Basin of orcas (1): an orca on L10.",
        "Free spaces (22): K9 L9 J10 K10 M10 I11 J11 K11 L11 M11 I12 L12 M12 I13 K13 L13 M13 N13 I14 J14 M14 N14.",
        "Cashiers: 1 of 2. Keepers: 0 of 2. Managers: 0 of 1.",
        "Trainers on J13.",
        "Species: 2 of 4. Expansions built: 1 of 2 large, 1 of 2 small.",
        "Depot, bottom to top: a crocodile with a fish and a fertile male hippopotamus.",
    ]
    assert english[-1] == "Depot, bottom to top: empty."
    spanish = board_prose(GAMES["aquaretto"], GAME.view(case(**BOARD), 1), "es")
    assert len(spanish) == len(english)
    assert (
        spanish[0]
        == "El asiento 2 debe colocar lo pendiente, de una cría de delfín, un hipopótamo con pez y un colaborador."
    )


def test_a_zoo_without_a_free_space_says_so() -> None:
    cells = GAME.view(case(), 1)["zoos"][0]["spaces"]
    full = case(zoos=[" ".join(f"DA@{cell}" for cell in cells), "", ""])
    assert "No space is free." in board_prose(GAMES["aquaretto"], GAME.view(full, 1), "en")


def test_the_spanish_board_has_spanish_words_and_fits_its_width() -> None:
    for width in (48, 72):
        board = board_text(GAMES["aquaretto"], GAME.view(case(**BOARD), 1), "es", {1: "Ana"}, width)
        assert "depósito, la superior al final: CE HM" in board
        assert "El asiento" not in board
        assert "Asiento 2 debe colocar lo pendiente: DY HE W" in board
        assert max(len(line) for line in board.splitlines()) <= width
