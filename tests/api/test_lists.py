"""Lists of matches: newest first, filtered, in pages that join; accounts and their keys."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.service import finding, matches
from referee.service.house import House
from tests.api.asking import Door, new_key_body, problem
from tests.api.worlds import fresh
from tests.service.playing import NOW, Person, add_key, join, open_match, request_of, sign_up


def ids(door: Door, token: str | None = None, **query: Any) -> list[str]:
    answer = door.get("/v1/matches", token, **query)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return [match["match"] for match in answer.json["matches"]]  # type: ignore[index]


def pages(door: Door, token: str | None = None, **query: Any) -> list[list[str]]:
    """All pages of a list."""
    found: list[list[str]] = []
    after: dict[str, str] = {}
    while True:
        body = door.get("/v1/matches", token, **query, **after).json
        assert body is not None
        found.append([match["match"] for match in body["matches"]])
        if body["next"] is None:
            return found
        after = {"after": body["next"]}


def some_matches(house: House, organiser: Person) -> dict[str, str]:
    """A match in each status that needs no play."""
    other = sign_up(house)
    found = {name: open_match(house, organiser).id for name in ("open", "running", "cancelled")}
    for person in (organiser, other):
        join(house, found["running"], person)
    by = organiser.id
    matches.start_match(house, found["running"], by, request_of(by, "start"), NOW + 2)
    matches.cancel_match(house, found["cancelled"], by, request_of(by, "cancel"), NOW + 2)
    return found


def test_a_list_is_filtered_by_status_and_game(door: Door, house: House) -> None:
    found = some_matches(house, sign_up(house))
    for status, match in found.items():
        assert ids(door, status=status) == [match]
    assert ids(door, status="over") == []
    assert set(ids(door)) == set(found.values())
    assert ids(door, game="aquaretto") == []
    assert set(ids(door, game="zooloretto")) == set(found.values())
    assert ids(door, game="zooloretto", status="open") == [found["open"]]


def test_a_game_that_does_not_exist_is_looked_for_nowhere(
    door: Door, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every match there is would be loaded for a word that anybody can send."""
    person = sign_up(house)
    open_match(house, person)
    monkeypatch.setattr(finding, "load_many", lambda *given: pytest.fail("a match was loaded"))
    assert ids(door, game="no_such_game") == []
    assert ids(door, person.token, game="no_such_game", mine="true") == []


def test_my_matches_are_filtered_likewise_and_hold_past_ones(door: Door, house: House) -> None:
    organiser = sign_up(house)
    found = some_matches(house, organiser)
    some_matches(house, sign_up(house))
    assert set(ids(door, organiser.token, mine="true")) == set(found.values())
    for status, match in found.items():
        assert ids(door, organiser.token, mine="true", status=status) == [match]
    assert problem(door.get("/v1/matches", mine="true")) == "auth/missing"


@pytest.mark.parametrize("is_mine", [False, True])
def test_pages_join_without_gap_or_double_newest_first(door: Door, house: House, is_mine: bool) -> None:
    organiser = sign_up(house)
    opened = [open_match(house, organiser).id for _ in range(11)]  # all at one time: ids decide
    query = {"mine": "true"} if is_mine else {}
    for limit in (1, 3, 4, 11, 100):
        found = pages(door, organiser.token, limit=limit, **query)
        assert all(len(page) <= limit for page in found)
        assert all(found), "no page is empty"
        assert [match for page in found for match in page] == sorted(opened, reverse=True)


def test_a_match_that_is_opened_while_one_pages_moves_no_page(door: Door, house: House) -> None:
    organiser = sign_up(house)
    for _ in range(4):
        open_match(house, organiser)
    first = door.get("/v1/matches", limit=2).json
    assert first is not None
    before = ids(door, after=first["next"], limit=50)
    request = request_of(organiser.id, "matches")
    newest = matches.open_match(house, organiser.id, "zooloretto", 2, {}, {}, "public", request, NOW + 10**6)
    assert ids(door, after=first["next"], limit=50) == before
    assert ids(door)[0] == newest.id


def test_a_cursor_that_names_no_match_is_only_a_place(door: Door, house: House) -> None:
    match = open_match(house, sign_up(house))
    for cursor, expected in (("0.0000000000000000", []), ("9999999999999999.zzzzzzzzzzzzzzzz", [match.id])):
        assert ids(door, after=cursor) == expected


def test_keys_are_registered_listed_and_revoked(door: Door, house: House) -> None:
    person = sign_up(house)
    key = Ed25519PrivateKey.generate()
    made = door.ask("POST", "/v1/me/keys", person.token, new_key_body(person.id, key)).json
    assert made is not None
    listed = door.get("/v1/me/keys", person.token).json
    assert listed is not None
    assert listed["keys"][-1] == made
    for _ in range(2):
        gone = door.ask("DELETE", "/v1/me/keys", person.token, query={"kid": made["kid"]})
        assert gone.json == {"kid": made["kid"], "status": "revoked"}
    after = door.get("/v1/me/keys", person.token).json
    assert after is not None
    assert [entry["status"] for entry in after["keys"]] == ["active", "revoked"]


def test_a_key_of_somebody_else_is_not_there_to_revoke(door: Door, house: House) -> None:
    """BOLA: the key stays active, and its owner's."""
    person, other = sign_up(house), sign_up(house)
    kid = add_key(house, person, Ed25519PrivateKey.generate())
    answers = [
        door.ask("DELETE", "/v1/me/keys", other.token, query={"kid": each}) for each in (kid, "A" * 43)
    ]
    assert [problem(answer) for answer in answers] == ["key/not-found"] * 2
    assert answers[0].get_data() == answers[1].get_data()
    assert house.accounts.keys(person.id)[-1].revoked is False


def test_a_proof_binds_the_key_to_its_player(door: Door, house: House) -> None:
    person, other = sign_up(house), sign_up(house)
    stolen = new_key_body(person.id, Ed25519PrivateKey.generate())
    assert problem(door.ask("POST", "/v1/me/keys", other.token, stolen)) == "key/bad-proof"
    assert len(house.accounts.keys(other.id)) == 1


def test_a_ninth_active_key_is_too_many(door: Door, house: House) -> None:
    person = sign_up(house)
    for _ in range(7):
        add_key(house, person, Ed25519PrivateKey.generate())
    body = new_key_body(person.id, Ed25519PrivateKey.generate())
    assert problem(door.ask("POST", "/v1/me/keys", person.token, body)) == "key/too-many"


@pytest.mark.parametrize(
    "name",
    [
        "A\r\nSet-Cookie: x=1",
        "A\x00B",
        "A\x1b[31mB",
        "Ana\u202eanA",
        "Ana\u200b",
        "\u2066Ana\u2069",
        "Ana\u0301",
        "=cmd()",
        "@SUM(1)",
        "<script>",
        "Ana\ufeff",
        "\uff21\uff4e\uff41",
        "𝔸𝕟𝕒",
        "Ana ",
        "A" * 25,
        "A",
        "",
    ],
)
def test_a_name_that_could_mislead_or_inject_is_refused(door: Door, name: str) -> None:
    """security.md C1: names NFC, no bidi controls; header, CSV and log injection."""
    answer = door.ask("POST", "/v1/players", body={"name": name})
    assert problem(answer) == "request/schema"
    assert not any("\r" in value or "\n" in value for _, value in answer.headers)


ALIKE = [
    ("pablo", "PABLO"),
    ("Jose M", "José-m"),
    ("oliver", "ol1ver"),
    ("Iris", "lris"),
    ("Bob", "B0b"),
    ("Anaxo", "\u0410n\u0430\u0445\u043e"),  # Cyrillic
    ("EVA", "\u0395\u0056\u0391"),  # Greek
    ("Nina", "\u039dina"),  # a Greek capital that looks like N, though its small letter looks like v
    ("HOP", "\u041d\u041e\u0420"),
    ("Mila", "M\u0131la"),  # without a dot
    ("\u03c3\u03bf\u03c6\u03af\u03b1", "\u03a3\u03bf\u03c6\u03b9\u03b1"),
    ("Arnold", "Amold"),
    ("a.b", "ab"),
]


@pytest.mark.parametrize("pair", ALIKE)
def test_two_names_that_look_alike_are_one_name(door: Door, pair: tuple[str, str]) -> None:
    """security.md C1: confusable duplicates."""
    first, second = pair
    assert door.ask("POST", "/v1/players", body={"name": first}).status_code == 201
    answer = door.ask("POST", "/v1/players", body={"name": second})
    assert (answer.status_code, problem(answer)) == (409, "player/name-taken")


def test_a_repeated_sign_up_gives_the_same_token_and_another_key_does_not(door: Door) -> None:
    """faults.md A1 of its kind."""
    key, body = fresh(), {"name": f"p {fresh()[:10]}"}
    answers = [door.ask("POST", "/v1/players", body=body, key=key) for _ in range(2)]
    assert answers[0].get_data() == answers[1].get_data()
    assert problem(door.ask("POST", "/v1/players", body=body)) == "player/name-taken"
    different = door.ask("POST", "/v1/players", body={**body, "kind": "bot"}, key=key)
    assert problem(different) == "player/name-taken"
