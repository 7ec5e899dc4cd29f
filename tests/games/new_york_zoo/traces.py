"""Traces of New York Zoo that are known: the samples of ``tests/traces``, those of seed 1, and those of other options."""

from tests.games.knowing import Known, Others

STEPS = {"1p-1": 96, "1p-2": 94, "5p-1": 473, "5p-2": 271}
KNOWN: Known = [
    (1, {}, "f80726e7ca242592ac66681e60439e054700c20e35d11b6bc2420b6a63d8ddd9"),
    (2, {}, "82f3e87b7e8c0b70765222ca37d8bc4915fe9905d3a2b472135f606d0d6c27e8"),
    (3, {}, "ce122dfa9281070479b6e173c6aa9f2f8c284d04f2efb290808dd9d1080868cf"),
    (4, {}, "d8190e916ae310e18696d0de08b9ccde4b7c5e915df9dbe4037a56682af5cf08"),
    (5, {}, "c991901f46ad80dcf42798f9f5935e0aaa09066bb9b0f0095ff79feeedb41df5"),
]
OTHERS: Others = [
    (1, 4, {"solo_board": "S4", "attraction_may_be_declined": False}),
    (2, 4, {"quick_two_player": True, "bonus_breed_scope": "any_other_enclosure"}),
    (3, 4, {"shared_victory_on_full_tie": False}),
]
