"""Zooloretto in English and Spanish: whole sentences, and something to say for everything."""

from itertools import product
from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.games.shuffle import seeded_shuffle
from referee.games.trucks import effects
from referee.games.zooloretto.components import PLACEABLE, SPECIES
from referee.games.zooloretto.effects import offspring
from referee.games.zooloretto.steps import readable
from referee.words.games import GAMES as WORDED
from referee.words.games import sentence_for_effect, sentence_for_result, sentence_for_step
from referee.words.languages import LANGUAGES
from referee.words.zooloretto import tile_name

GAME = GAMES["zooloretto"]


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("D", "Draw a tile.", "Robar una loseta."),
        ("L2", "Load the drawn tile on truck 2.", "Cargar la loseta robada en el camión 2."),
        ("T1", "Take truck 1.", "Tomar el camión 1."),
        (
            "P EM>5",
            "Place a fertile male elephant in enclosure 5.",
            "Colocar un elefante macho fértil en el recinto 5.",
        ),
        ("P S1>4", "Place a kiosk beside enclosure 4.", "Colocar un quiosco junto al recinto 4."),
        (
            "P S1>X1",
            "Place a kiosk beside the first expansion.",
            "Colocar un quiosco junto a la primera ampliación.",
        ),
        ("P S1>B", "Place a kiosk in the barn.", "Colocar un quiosco en el establo."),
        (
            "MV E>6",
            "Move an elephant from the barn to enclosure 6.",
            "Mover un elefante del establo al recinto 6.",
        ),
        (
            "MV S2@5>4",
            "Move a barrow from enclosure 5 to enclosure 4.",
            "Mover un carrito del recinto 5 al recinto 4.",
        ),
        (
            "SW 5/X1",
            "Swap the animals of enclosure 5 with those of the first expansion.",
            "Intercambiar los animales del recinto 5 con los de la primera ampliación.",
        ),
        (
            "SW 5/B:Z",
            "Swap the animals of enclosure 5 with all zebras of the barn.",
            "Intercambiar los animales del recinto 5 con todas las cebras del establo.",
        ),
        (
            "BUY 3:EF>5",
            "Buy a fertile female elephant from the barn of seat 3 and put it in enclosure 5.",
            "Comprar un elefante hembra fértil del establo del asiento 3 y colocar la loseta en el recinto 5.",
        ),
        ("DIS EO", "Discard a young elephant from the barn.", "Descartar una cría de elefante del establo."),
        ("EXP", "Expand the zoo.", "Ampliar el zoo."),
    ],
)
def test_a_step_is_said_as_an_instruction(text: str, english: str, spanish: str) -> None:
    parts = GAME.parts(readable(5)[text])
    assert sentence_for_step("zooloretto", parts, "en") == english
    assert sentence_for_step("zooloretto", parts, "es") == spanish


@pytest.mark.parametrize(
    ("effect", "english", "spanish"),
    [
        (effects.drawn(2, "C"), "Seat 2 draws a camel.", "El asiento 2 roba un camello."),
        (effects.drawn(2, "$"), "Seat 2 draws a coin tile.", "El asiento 2 roba una loseta de moneda."),
        (effects.coins(2, -1, "cost"), "Seat 2 pays 1 coin.", "El asiento 2 paga 1 moneda."),
        (effects.coins(2, -3, "cost"), "Seat 2 pays 3 coins.", "El asiento 2 paga 3 monedas."),
        (
            effects.coins(1, 1, "coin-tiles"),
            "Seat 1 gets 1 coin from the truck.",
            "El asiento 1 recibe 1 moneda del camión.",
        ),
        (
            effects.coins(3, 1, "sale"),
            "Seat 3 gets 1 coin for the sale.",
            "El asiento 3 recibe 1 moneda por la venta.",
        ),
        (
            effects.coins(2, 2, "bonus", "5"),
            "Seat 2 gets 2 coins for filling enclosure 5.",
            "El asiento 2 recibe 2 monedas por llenar el recinto 5.",
        ),
        (
            offspring(2, "EO", "5"),
            "Seat 2 gets a young elephant, in enclosure 5.",
            "El asiento 2 recibe una cría de elefante, en el recinto 5.",
        ),
        (
            offspring(2, "EO", "B"),
            "Seat 2 gets a young elephant, in the barn.",
            "El asiento 2 recibe una cría de elefante, en el establo.",
        ),
        (effects.removed(2, ["EM"], "discard"), "Seat 2 discards a fertile male elephant.", None),
        (
            effects.removed(0, ["E", "S4", "$"], "truck"),
            "Left on a truck and out of the game: an elephant, a popcorn stall and a coin tile.",
            "Quedó en un camión y sale del juego: un elefante, un puesto de palomitas y una loseta de moneda.",
        ),
        (effects.LAST_ROUND, "The end pile has been begun: this is the last round.", None),
        (effects.round_ended(3), "Round 3 ends.", "Termina la ronda 3."),
        (
            effects.round_began(4, 2),
            "Round 4 begins with seat 2.",
            "Empieza la ronda 4 con el asiento 2.",
        ),
        (effects.MATCH_OVER, "The match is over.", "La partida ha terminado."),
    ],
)
def test_an_effect_is_said_as_what_happened(effect: Any, english: str, spanish: str | None) -> None:
    members = {"kind": effect.kind, "seat": effect.seat, "text": effect.text, "detail": effect.detail}
    assert sentence_for_effect("zooloretto", members, "en") == english
    if spanish is not None:
        assert sentence_for_effect("zooloretto", members, "es") == spanish


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_a_name_of_its_own(language: str) -> None:
    names = [tile_name(tile, language) for tile in (*PLACEABLE, "$")]  # type: ignore[arg-type]
    assert len(set(names)) == len(names) == len(SPECIES) * 6 + 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_sentence_of_its_own(language: str) -> None:
    """What can never be legal may read oddly, but is said too: previews explain it."""
    sentences = [
        sentence_for_step("zooloretto", GAME.parts(step), language)  # type: ignore[arg-type]
        for step in readable(2).values()
    ]
    assert len(set(sentences)) == len(sentences)
    assert all("{" not in sentence and sentence.endswith(".") for sentence in sentences)


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
                    sentence = sentence_for_effect(
                        "zooloretto",
                        {"kind": effect.kind, "seat": effect.seat, "detail": effect.detail},
                        language,
                    )
                    assert sentence.endswith(".")
                    assert "{" not in sentence
    assert kinds == {
        "drawn",
        "coins",
        "offspring",
        "removed",
        "last-round",
        "round-ended",
        "round-began",
        "match-over",
    }


def test_every_game_has_words() -> None:
    assert set(WORDED) == set(GAMES)


@pytest.mark.parametrize(
    ("scores", "ranks", "english", "spanish"),
    [
        (
            [31, 24],
            [1, 2],
            "Seat 1 wins with 31 points. Then: seat 2 with 24 points (place 2).",
            "El asiento 1 gana con 31 puntos. Después: el asiento 2 con 24 puntos (2.º).",
        ),
        (
            [20, 31, 31, 1],
            [3, 1, 1, 4],
            "Seats 2 and 3 share the victory with 31 points. Then: seat 1 with 20 points (place 3), seat 4 with 1 point (place 4).",
            "Los asientos 2 y 3 comparten la victoria con 31 puntos. Después: el asiento 1 con 20 puntos (3.º), "
            "el asiento 4 con 1 punto (4.º).",
        ),
        (
            [5, 5, 5],
            [1, 1, 1],
            "Seats 1, 2 and 3 share the victory with 5 points.",
            "Los asientos 1, 2 y 3 comparten la victoria con 5 puntos.",
        ),
        ([-2], [1], "Seat 1 wins with -2 points.", "El asiento 1 gana con -2 puntos."),
    ],
)
def test_a_result_names_all_who_won(scores: list[int], ranks: list[int], english: str, spanish: str) -> None:
    """faults.md A62: a tie reported as a win of one, or as a win of both."""
    assert sentence_for_result(scores, ranks, "en") == english
    assert sentence_for_result(scores, ranks, "es") == spanish


def test_a_result_says_why_more_points_come_last() -> None:
    english = (
        "Seat 1 wins with 5 points. Then: seat 2 with 9 points (place 2). Who resigned comes last: seat 2."
    )
    assert sentence_for_result([5, 9], [1, 2], "en", resigned=[2]) == english
    spanish = sentence_for_result([5, 9], [1, 2], "es", resigned=[2])
    assert spanish.endswith("Quien abandona queda último: el asiento 2.")
