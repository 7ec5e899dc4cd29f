"""The readers of the drill `streams` notice every way in which a stream can go wrong."""

import json
import random
from typing import Any

import pytest

from tests.drills.streams import Broken, Credential, Reader

MATCH = "k7q2m9x4c0vhtd3p"


def reader(is_of_player: bool = False) -> Reader:
    made = Reader(1, MATCH, Credential("token", "en", 2), is_of_player, random.Random(1))
    made._take(state(made, 4))
    return made


def state(of: Reader, begins: int, *, viewer: int | None = 2, version: int = 9) -> dict[str, str]:
    data: dict[str, Any] = {"match": {"version": version}, "view": {"viewer": viewer}}
    if of.is_of_player:
        data = {"turns": [], "matches": [{"match": MATCH, "version": begins}]}
    return {"event": "state", "id": str(begins), "data": json.dumps(data)}


def event(of: Reader, version: int, match: str = MATCH) -> dict[str, str]:
    told = {"version": version, "e": "{}", "h": "00"}
    data = {"match": match, "event": told} if of.is_of_player else told
    return {"id": str(version), "data": json.dumps(data)}


@pytest.mark.parametrize("is_of_player", [False, True])
def test_a_gap_a_double_and_a_wrong_place_are_noticed(is_of_player: bool) -> None:
    for version in (7, 5, 4):
        broken = reader(is_of_player)
        broken._take(event(broken, 5))
        with pytest.raises(Broken, match=f"version {version} was told after 5"):
            broken._take(event(broken, version))
    for begins in (4, 6):
        broken = reader(is_of_player)
        broken._take(event(broken, 5))
        with pytest.raises(Broken, match=f"goes on behind version {begins}, not 5"):
            broken._take(state(broken, begins))


def test_the_view_of_another_seat_and_an_old_state_are_noticed() -> None:
    for viewer in (1, None):
        broken = reader()
        with pytest.raises(Broken, match="the view is that of"):
            broken._take(state(broken, 4, viewer=viewer))
    broken = reader()
    broken._take(event(broken, 5))
    with pytest.raises(Broken, match="the state is of version 4"):
        broken._take(state(broken, 5, version=4))


def test_what_is_right_and_other_matches_of_a_player_are_no_fault() -> None:
    sound = reader(is_of_player=True)
    sound._take(event(sound, 5))
    sound._take(event(sound, 17, match="0" * 16))
    sound._take(state(sound, 5))
    sound._take(event(sound, 6))
    assert (sound.first, sound.version, [each["version"] for each in sound.heard]) == (4, 6, [5, 6])
