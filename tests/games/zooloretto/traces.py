"""Traces of Zooloretto that are known: the samples of ``tests/traces``, those of seed 1, and those of other options."""

from tests.games.knowing import Known, Others

STEPS = {"2p-1": 236, "2p-2": 212, "5p-1": 376, "5p-2": 340}
KNOWN: Known = [
    (2, {}, "4cadf1fc9b871b1a6a0754ede68c52f775888afe44de5d4fe858c9d25ea8b961"),
    (3, {}, "6e2d472fccf51f967d9747e2e4a2bc9e7e752472a03ed588e3a3b34f5078cc9b"),
    (4, {}, "08d1910a244ea8509197da0a8d7b4dc8598097952f63c7620710af1af09bbad3"),
    (5, {}, "4ed4c5d66c4c7b098b06f022751f5eb381ab7bae29ed901945cce9bd615e597b"),
]
OTHERS: Others = [
    (
        3,
        seed,
        {
            "species_removed": "random" if seed % 2 else ["Z", "P"],
            "start_player": 1 + seed % 3,
            "show_remaining_tiles": seed % 3 == 0,
            "bank_is_finite": seed % 2 == 0,
            "stall_move_to_barn": seed > 2,
        },
    )
    for seed in range(6)
]
