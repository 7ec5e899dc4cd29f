"""Chance from a seed: the known answers of the protocol, and that every draw is exact and fair."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.games.shuffle import (
    commitment,
    draw_below,
    fisher_yates,
    label_key,
    seeded_shuffle,
    trace_seed,
    words,
)

SEED = bytes(range(32))
MATCH = "game-0001"
ENTROPIES = [b"p0" * 16, b"p1" * 16]
WORD = 2**32


def test_the_commitment_is_the_known_answer() -> None:
    assert commitment(SEED, MATCH) == "5c11e1d002c85ac41685b143dfe30a937e2988a553998744cb9b56fc65652628"


def test_the_key_of_a_label_is_the_known_answer() -> None:
    key = label_key(SEED, MATCH, ENTROPIES, "tiles")
    assert key.hex() == "75cca7f3609f46eb3c4768a7b8496adc492f3067152cf486604f7ad6c6c3de70"


def test_the_shuffle_is_the_known_answer() -> None:
    shuffled = seeded_shuffle(SEED, MATCH, ENTROPIES)("tiles", range(16))
    assert shuffled == [0, 10, 14, 2, 15, 9, 4, 13, 7, 11, 12, 6, 8, 3, 1, 5]


def test_four_draws_with_one_rejected_word_are_the_known_answer() -> None:
    stream = words(label_key(SEED, MATCH, ENTROPIES, "tiles"))
    taken: list[int] = []

    def counted() -> Iterator[int]:
        for word in stream:
            taken.append(word)
            yield word

    counting = counted()
    draws = [draw_below(2**31 + 1, counting) for _ in range(4)]
    assert draws == [78474069, 686395246, 1469826165, 1505125866]
    assert len(taken) == 5
    assert len([word for word in taken if word > 2**31]) == 1


def test_the_seed_of_a_trace_gives_the_known_deal() -> None:
    """design section 3: zooloretto, 2 players, seed 1."""
    shuffle = seeded_shuffle(trace_seed(1), "trace", [b"", b""])
    game = GAMES["zooloretto"]
    setup = game.write_setup(game.deal(2, {}, shuffle))
    assert setup["species_removed"] == ["F", "L", "M"]
    assert setup["deck"][:6] == ["Z", "E", "CM", "C", "$", "Z"]
    assert setup["start_player"] == 2


def test_every_part_of_the_message_changes_the_key() -> None:
    keys = {
        label_key(SEED, MATCH, ENTROPIES, "tiles"),
        label_key(bytes(32), MATCH, ENTROPIES, "tiles"),
        label_key(SEED, "game-0002", ENTROPIES, "tiles"),
        label_key(SEED, MATCH, ENTROPIES[::-1], "tiles"),
        label_key(SEED, MATCH, [*ENTROPIES, b""], "tiles"),
        label_key(SEED, MATCH, ENTROPIES, "deck"),
        label_key(SEED, MATCH, [b"".join(ENTROPIES)], "tiles"),
    }
    assert len(keys) == 7


def test_no_entropy_counts_as_entropy_of_length_zero() -> None:
    assert label_key(SEED, MATCH, [b""], "deck") != label_key(SEED, MATCH, [], "deck")


@pytest.mark.parametrize(
    ("bound", "rejected"), [(3, [WORD - 1]), (2**31 + 1, [2**31 + 1, WORD - 1]), (6, [WORD - 4])]
)
def test_a_word_of_the_incomplete_last_cycle_is_rejected(bound: int, rejected: list[int]) -> None:
    assert draw_below(bound, iter([*rejected, 7])) == 7 % bound


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 16, 75, 2**16, 2**31, 2**31 + 1, WORD - 1, WORD])
def test_each_number_has_equally_many_words(bound: int) -> None:
    """The words that are kept are whole cycles: the last kept one gives the highest number, the next none."""
    limit = WORD - WORD % bound
    assert limit % bound == 0
    assert draw_below(bound, iter([limit - 1])) == bound - 1
    if limit < WORD:
        assert draw_below(bound, iter([limit, WORD - 1, 0])) == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_fisher_yates_reaches_every_order_by_exactly_one_sequence_of_draws(count: int) -> None:
    bounds = range(count, 1, -1)
    orders = Counter(
        tuple(fisher_yates(range(count), iter(draws))) for draws in itertools.product(*map(range, bounds))
    )
    assert set(orders) == set(itertools.permutations(range(count)))
    assert set(orders.values()) == {1}


@given(st.lists(st.integers(), max_size=40), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_the_items_and_leaves_the_list_alone(items: list[int], key: bytes) -> None:
    before = list(items)
    assert sorted(fisher_yates(items, words(key))) == sorted(items)
    assert items == before


def test_the_words_are_blocks_of_an_hmac_counted_from_zero() -> None:
    import hashlib
    import hmac

    key = bytes(range(32))
    expected = b"".join(hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in range(3))
    stream = words(key)
    assert b"".join(next(stream).to_bytes(4, "big") for _ in range(24)) == expected
    # RFC 4231, test case 1: the HMAC itself.
    assert hmac.new(b"\x0b" * 20, b"Hi There", hashlib.sha256).hexdigest() == (
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_match_draws_its_labels_once_and_no_label_that_an_option_names(players: int) -> None:
    """faults.md A58: how much is drawn follows from the settings alone."""
    game = GAMES["zooloretto"]
    drawn: list[tuple[str, int]] = []
    fair = seeded_shuffle(SEED, MATCH, ENTROPIES)

    def noting(label: str, items: object) -> list[object]:
        drawn.append((label, len(items)))  # type: ignore[arg-type]
        return fair(label, items)  # type: ignore[arg-type]

    game.deal(players, {}, noting)  # type: ignore[arg-type]
    assert [label for label, _ in drawn] == ["species", "deck", "start"]
    assert dict(drawn)["species"] == 8
    assert dict(drawn)["start"] == players
    everything = list(drawn)
    drawn.clear()
    game.deal(players, {}, noting)  # type: ignore[arg-type]
    assert drawn == everything
    drawn.clear()
    named = ["F", "L", "M"][: 5 - players]
    game.deal(players, {"species_removed": named, "start_player": 1}, noting)  # type: ignore[arg-type]
    assert [label for label, _ in drawn] == ["deck"]


@given(st.binary(min_size=32, max_size=32), st.sampled_from([2, 3, 4, 5]))
def test_a_deal_follows_from_seed_and_settings_alone(seed: bytes, players: int) -> None:
    """faults.md A58, A50: the same draw however often and in whatever order the labels are asked for."""
    game = GAMES["zooloretto"]
    entropies = [b"e" * 16] * players
    shuffle = seeded_shuffle(seed, MATCH, entropies)
    first = game.write_setup(game.deal(players, {}, shuffle))
    shuffle("seats", range(players))
    again = game.write_setup(game.deal(players, {}, seeded_shuffle(seed, MATCH, entropies)))
    assert first == game.write_setup(game.deal(players, {}, shuffle)) == again
