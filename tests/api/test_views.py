"""Views and boards: now and earlier, as who asks now may know them; ETags that change when the answer does."""

import hashlib
import threading

import pytest

from referee.strict_json import canonical
from tests.api.asking import Door, problem
from tests.api.running import run_match
from tests.running import eventually


def test_a_view_belongs_to_its_viewer(door: Door) -> None:
    match = run_match(door)
    assert [match.json("/view", seat)["viewer"] for seat in (1, 2, None)] == [1, 2, None]


def test_an_earlier_version_shows_the_position_that_stood_then(door: Door) -> None:
    match = run_match(door)
    started = match.load().version
    shown = {started: match.json("/view")["view"]}
    for step in ("D", "L1", "D", "L2"):
        version = match.play(step)["version"]
        shown[version] = match.json("/view")["view"]
    for version, view in shown.items():
        found = match.json("/view", at=version)
        assert (found["view"], found["at"]) == (view, version)
        assert found["version"] == match.load().version
        assert found["base"] == match.json("/view")["base"]
        assert found["undo_to"] == []


def test_a_version_that_is_not_there_yet_or_shows_no_position_is_refused(door: Door) -> None:
    match = run_match(door)
    assert problem(match.get("/view", at=match.load().version + 1)) == "match/no-version"
    assert problem(match.get("/board.txt", at=60000)) == "match/no-version"
    assert problem(match.get("/view", at=1)) == "match/not-started"
    assert problem(match.get("/board.txt", at=2)) == "match/not-started"


def test_an_undo_brings_the_earlier_position_back_under_a_new_version(door: Door) -> None:
    match = run_match(door)
    match.play("D")
    drawn = match.json("/view")
    match.play("L1")
    assert match.json("/view", 1)["undo_to"] == [drawn["at"]]
    assert match.json("/view", 2)["undo_to"] == []
    assert match.json("/view", None)["undo_to"] == []
    match.undo(drawn["at"], seat=1)
    after = match.json("/view")
    assert after["view"] == drawn["view"]
    assert after["at"] == drawn["at"] + 2


def test_an_etag_is_answered_with_304_until_the_match_moves(door: Door) -> None:
    match = run_match(door)
    path, token = f"/v1/matches/{match.id}/view", match.token(1)
    etag = match.get("/view").headers["ETag"]
    again = door.ask("GET", path, token, headers={"If-None-Match": etag})
    assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", etag)
    assert "Content-Type" not in again.headers
    assert again.headers["Cache-Control"] == "private, no-cache"
    match.play("D")
    moved = door.ask("GET", path, token, headers={"If-None-Match": etag})
    assert moved.status_code == 200
    assert moved.headers["ETag"] != etag


def test_an_etag_is_the_version_and_a_hash_of_the_body_without_its_digests(door: Door) -> None:
    """Design section 5, "Non-interference": exactly the digests are blanked, nothing else."""
    match = run_match(door)
    match.play("D")
    answer = match.get("/view")
    body = answer.json
    assert body is not None
    body["head"] = body["base"]["head"] = "*"
    expected = hashlib.sha256(canonical(body)).hexdigest()[:16]
    assert answer.headers["ETag"] == f'"{match.load().version}-{expected}"'


def test_viewers_have_etags_of_their_own(door: Door) -> None:
    match = run_match(door)
    etags = [match.get("/view", seat).headers["ETag"] for seat in (1, 2, None)]
    assert len(set(etags)) == 3


@pytest.mark.parametrize(
    ("form", "is_known"),
    [
        ("{}", True),
        ("W/{}", True),
        ('"other", {}', True),
        ('W/"other",W/{}', True),
        ("*", True),
        ('"other"', False),
        ("", False),
        (",", False),
        ('"', False),
        ("W/", False),
        ('"{}', False),
        ('"\'; drop"', False),
        ('"' + "x" * 4000 + '"', False),
        (", ".join(f'"{number}"' for number in range(500)), False),
    ],
)
def test_if_none_match_is_read_as_the_rfc_says(door: Door, form: str, is_known: bool) -> None:
    """RFC 9110, section 13.1.2: weak comparison, lists, and any; what is no ETag is no reason to fail."""
    match = run_match(door)
    etag = match.get("/view").headers["ETag"]
    headers = {"If-None-Match": form.replace("{}", etag)}
    answer = door.ask("GET", f"/v1/matches/{match.id}/view", match.token(1), headers=headers)
    assert answer.status_code == (304 if is_known else 200)


def test_a_refused_order_leaves_every_viewers_etag(door: Door) -> None:
    """faults.md A5."""
    match = run_match(door)
    before = [match.get("/view", seat).headers["ETag"] for seat in (1, 2, None)]
    for steps in (["T1"], ["no step"], ["L1"]):
        assert door.play(match.id, match.people[0], *steps).status_code == 422
    assert door.play(match.id, match.people[1], "D").status_code == 409
    assert [match.get("/view", seat).headers["ETag"] for seat in (1, 2, None)] == before


def test_who_waits_for_a_newer_view_gets_it_when_the_match_moves(door: Door) -> None:
    match = run_match(door)
    version = match.load().version
    answers = []
    asking = threading.Thread(target=lambda: answers.append(match.json("/view", 2, after=version, wait=20)))
    asking.start()
    eventually(lambda: door.house.waiting._waiters, "somebody waits")
    match.play("D")
    asking.join(15)
    assert [answer["version"] for answer in answers] == [version + 1]


def test_a_view_that_is_newer_already_does_not_wait(door: Door) -> None:
    match = run_match(door)
    assert match.json("/view", after=1, wait=25)["version"] == match.load().version


def test_the_board_fits_72_columns_for_any_number_of_players(door: Door) -> None:
    for players in range(2, 6):
        match = run_match(door, players)
        match.play_legal(20)
        answer = match.get("/board.txt", None)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        lines = answer.get_data(as_text=True).splitlines()
        assert max(len(line) for line in lines) <= 72
        assert any(line.startswith(f"Seat {players}") for line in lines)
        earlier = match.get("/board.txt", None, at=match.load().version - 3).get_data(as_text=True)
        assert earlier != answer.get_data(as_text=True)


def test_the_board_is_in_the_language_of_the_reader(door: Door) -> None:
    path = f"/v1/matches/{run_match(door).id}/board.txt"
    english = door.client.get(path).get_data(as_text=True)
    spanish = door.client.get(path, headers={"Accept-Language": "es"}).get_data(as_text=True)
    assert "Truck 1" in english
    assert "Camión 1" in spanish
    assert len(spanish.splitlines()) >= len(english.splitlines())
    assert all(len(line) <= 72 for line in spanish.splitlines())
