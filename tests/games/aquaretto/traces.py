"""Traces of Aquaretto that are known: the samples of ``tests/traces``, those of seed 1, and those of other options."""

import random

from tests.games.aquaretto.knowledge import random_options
from tests.games.knowing import Known, Others

STEPS = {"2p-1": 180, "2p-2": 163, "3p-1": 228, "4p-1": 284, "5p-1": 317, "5p-2": 340}
KNOWN: Known = [
    (2, {}, "0381ffecc13f3afa9cabea03523d0f4a7afa367019b297edee83b0c7d2599a32"),
    (3, {}, "ce31396c086d61ed0fc511cd60a18dce9d90c0c42084e52267a6014ed276df9a"),
    (4, {}, "e74a56a358c609be9afedabe8c5799fa66c06a85eb852a2905a0eef2f0c36c29"),
    (5, {}, "9154280d47f040ad04dfea8f8a0b87fc279bcb5132ca6f2f053bd71b44be719d"),
]
OTHERS: Others = [(2 + seed, seed, random_options(2 + seed, random.Random(seed))) for seed in range(4)]
