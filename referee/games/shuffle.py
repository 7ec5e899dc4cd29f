"""Chance from a seed: provable, replayable, and the only source of it (security.md C3, design section 6)."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Shuffle(Protocol):
    """Takes a label and a list in the rule book's order, and gives the list as drawn, first drawn first."""

    def __call__(self, label: str, items: Sequence[T], /) -> list[T]: ...


_WORD = 2**32
_WORDS_PER_BLOCK = 8


def commitment(seed: bytes, match: str) -> str:
    """The hex digest that binds the referee to a seed before anybody joins."""
    return hashlib.sha256(b"referee-seed-v1\0" + match.encode() + b"\0" + seed).hexdigest()


def label_key(seed: bytes, match: str, entropies: Sequence[bytes], label: str) -> bytes:
    """The 32-byte key K of one label.

    :param seed: 32 bytes of the referee.
    :param entropies: of the players seated at the start, in order of joining; none is ``b""``.
    """
    mixed = b"".join(len(entropy).to_bytes(2, "big") + entropy for entropy in entropies)
    message = b"referee-deck-v1\0" + match.encode() + mixed + b"\0" + label.encode()
    return hmac.digest(seed, message, "sha256")


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words of a key."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for place in range(_WORDS_PER_BLOCK):
            yield int.from_bytes(block[4 * place : 4 * place + 4], "big")
        counter += 1


def draw_below(bound: int, stream: Iterator[int]) -> int:
    """An unbiased number in [0, bound): a word in the last, incomplete cycle is rejected."""
    limit = _WORD - _WORD % bound
    while True:
        word = next(stream)
        if word < limit:
            return word % bound


def fisher_yates(items: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Shuffle a copy of the list, from the top down."""
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        chosen = draw_below(last + 1, stream)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return shuffled


def seeded_shuffle(seed: bytes, match: str, entropies: Sequence[bytes]) -> Shuffle:
    """The shuffle of one match: one label, one stream, one Fisher-Yates."""

    def shuffle(label: str, items: Sequence[T]) -> list[T]:
        return fisher_yates(items, words(label_key(seed, match, entropies, label)))

    return shuffle


def trace_seed(number: int) -> bytes:
    """The seed that ``referee trace --seed`` means."""
    return hashlib.sha256(b"referee-trace-v1\0" + str(number).encode()).digest()
