"""Traces of Sanssouci that are known: the samples of ``tests/traces``, those of seed 1, and those of other options."""

import random

from tests.games.knowing import Known, Others
from tests.games.sanssouci.knowledge import random_options

STEPS = {"2p-1": 87, "2p-2": 122, "4p-1": 165, "4p-2": 247}
ADVANCED = {"expansion": True, "stack_choice": True}
KNOWN: Known = [
    (2, {}, "ea2f18af8546582409471482d31fa9fa7d2602c078eeef18f91e88b5a1029f4b"),
    (3, {}, "d8c0e259e128547a3dfb7f53f7ea1d2b2e6a956e3faf2cf6b64cc0ae2ad8814d"),
    (4, {}, "803bcb48d067f17b4a6503d55460ad0a79723f33f28f4e01878396a85ea8b2b1"),
    (3, ADVANCED, "5a5fdf1a697d8a139bd4b1a1ab7cf04546fd4add28e23b0657615095cc7ab7d8"),
]
OTHERS: Others = [
    (2 + seed % 3, seed, random_options(2 + seed % 3, random.Random(seed))) for seed in range(9)
]
