"""Traces of Renature that are known: the samples of ``tests/traces``, those of seed 1, and those of other options."""

from tests.games.knowing import Known, Others

STEPS = {"2p-1": 146, "2p-2": 131, "3p-1": 147, "4p-1": 157, "4p-2": 155, "4p-3": 132}
KNOWN: Known = [
    (2, {}, "972f1f9ac69d15d3672a15e0b0974c6de0bd4c5d18e3d72748020a65951ec179"),
    (3, {}, "541943879206626295ea88492cddca179b50b23fa6a346e2f51db39ab6a1dcbf"),
    (4, {}, "50198b3c1b58b3af265822c75e0eafde087bb986bb95b3d3549cf508d1439c1e"),
]
OTHERS: Others = []  # there are no options
