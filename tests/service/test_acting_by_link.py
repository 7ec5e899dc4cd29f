"""A seat played by links: what a link opens, what it does, and what kills it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from referee.games.engine import Game
from referee.matches import links
from referee.matches.links import Purpose, Token
from referee.matches.match import Match
from referee.matches.record import read_record
from referee.matches.refusals import Refused
from referee.matches.signatures import thumbprint
from referee.matches.verify import verify_record
from referee.service import matches, previews, reading
from referee.service.house import House
from referee.service.links import (
    act_by_link,
    open_link,
    preview_by_link,
    read_link,
    turn_link,
)
from referee.service.loading import existing, load
from referee.strict_json import canonical, read
from tests.service.playing import (
    NOW,
    Person,
    open_match,
    order_of,
    person_at,
    request_of,
    send,
    sign_up,
    started,
)


@pytest.fixture
def match(house: House, people: list[Person]) -> Match:
    return started(house, people)


def owing(match: Match) -> int:
    return match.decisions()[0].seat


def legal(match: Match) -> list[str]:
    game: Game = match.rules
    return sorted(game.write(step) for step in game.legal_steps(match.state, owing(match)))


def now_of(house: House, match: Match) -> Match:
    return existing(load(house, match.id))


def play(house: House, link: str, *steps: str, at: int = NOW + 3) -> dict[str, Any]:
    return act_by_link(house, link, "move", at, steps=steps)


def refusal(call: Any, *given: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*given, **named)
    return caught.value


# What a link opens


def test_a_link_opens_the_position_and_says_who_plays_there(
    house: House, match: Match, people: list[Person]
) -> None:
    seat = owing(match)
    view = open_link(house, turn_link(house, match, seat))
    assert (view.state, view.seat, view.owes, view.undo_to) == ("current", seat, True, ())
    assert view.player == person_at(match, seat, people).id
    assert (view.match.id, view.base) == (match.id, match.base)
    assert view.go_on == turn_link(house, match, seat)


def test_opening_and_trying_change_nothing_however_often(house: House, match: Match) -> None:
    """faults.md A26, B1, B4: whoever opens a link leaves no trace, and the link still works."""
    link = turn_link(house, match, owing(match))
    before = _all_keys(house)
    for _ in range(5):
        open_link(house, link)
        preview_by_link(house, link, [])
        preview_by_link(house, link, ["D"])
    assert _all_keys(house) == before
    assert play(house, link, "D")["version"] == match.version + 1


def _all_keys(house: House) -> dict[bytes, bytes]:
    client = house.logs._client
    return {key: client.dump(key) for key in client.keys("*")}


def test_a_retried_letter_prints_the_same_link_and_another_position_gives_another(
    house: House, match: Match
) -> None:
    seat = owing(match)
    link = turn_link(house, match, seat)
    assert turn_link(house, now_of(house, match), seat) == link
    play(house, link, "D")
    assert turn_link(house, now_of(house, match), seat) != link


def test_who_did_not_end_his_turn_goes_on_from_the_same_letter(house: House, match: Match) -> None:
    link = turn_link(house, match, owing(match))
    play(house, link, "D")
    view = open_link(house, link)
    assert (view.state, view.owes) == ("stale", True)
    assert view.go_on == turn_link(house, view.match, view.seat)
    after = play(house, view.go_on, "L1")
    assert after["version"] == match.version + 2


def test_a_link_lets_its_player_take_back_what_he_may_until_the_next_has_moved(
    house: House, match: Match
) -> None:
    seat, link = owing(match), turn_link(house, match, owing(match))
    play(house, link, "D")
    on_drawn = open_link(house, link).go_on
    assert on_drawn is not None
    loaded = play(house, on_drawn, "L1")
    view = open_link(house, link)
    assert (view.state, view.owes, view.undo_to) == ("stale", False, (match.version + 1,))
    assert view.go_on is not None
    undone = act_by_link(house, view.go_on, "undo", NOW + 4, to=view.undo_to[0])
    assert undone["version"] == loaded["version"] + 1
    assert act_by_link(house, view.go_on, "undo", NOW + 9, to=view.undo_to[0]) == undone
    assert open_link(house, link).owes
    redone = open_link(house, link).go_on
    assert redone is not None
    play(house, redone, "L2")
    other = owing(now_of(house, match))
    assert other != seat
    play(house, turn_link(house, now_of(house, match), other), "D")
    gone = open_link(house, link)
    assert (gone.state, gone.undo_to, gone.go_on) == ("stale", (), None)


def test_an_old_link_shows_the_present_position_and_acts_no_more(house: House, match: Match) -> None:
    """faults.md A11, B20: an order for an old position is never applied to a new one; the present one is shown."""
    first = turn_link(house, match, owing(match))
    play(house, first, "D")
    play(house, str(open_link(house, first).go_on), "L1")
    second = now_of(house, match)
    play(house, turn_link(house, second, owing(second)), "D")
    view = open_link(house, first)
    assert (view.state, view.go_on, view.base) == ("stale", None, now_of(house, match).base)
    for call in (
        lambda: play(house, first, "L1"),
        lambda: act_by_link(house, first, "undo", NOW, to=match.version),
        lambda: preview_by_link(house, first, ["D"]),
    ):
        refused = refusal(call)
        assert refused.name == "order/stale"
        assert refused.extra["base"] == view.base._asdict()


def test_an_undo_does_not_bring_an_old_link_back_to_life(house: House, match: Match) -> None:
    """faults.md A11: a return to the position is not a return to the base."""
    link = turn_link(house, match, owing(match))
    play(house, link, "D")
    loading = str(open_link(house, link).go_on)
    play(house, loading, "L1")
    act_by_link(house, str(open_link(house, link).go_on), "undo", NOW + 5, to=match.version + 1)
    assert open_link(house, loading).state == "stale"
    assert refusal(play, house, loading, "L2").name == "order/stale"


# Doing it


def test_the_same_move_by_the_same_link_gets_the_same_answer_and_another_is_stale(
    house: House, match: Match
) -> None:
    """faults.md B8: the second click shows the success of the first."""
    link = turn_link(house, match, owing(match))
    first = play(house, link, "D")
    play(house, str(open_link(house, link).go_on), "L1")
    assert {canonical(play(house, link, "D", at=NOW + late)) for late in (3, 4, 90_000)} == {canonical(first)}
    assert house.logs.tails([match.id])[0].version == match.version + 2
    assert refusal(play, house, link, "L1").name == "order/stale"


def test_the_same_move_in_parallel_is_one_event_with_one_answer(house: House, match: Match) -> None:
    link = turn_link(house, match, owing(match))
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(lambda n: canonical(play(house, link, "D", at=NOW + n)), range(16)))
    assert len(answers) == 1
    assert house.logs.tails([match.id])[0].version == match.version + 1


def test_two_different_moves_by_one_link_at_once_are_one_move(house: House, match: Match) -> None:
    drawn = turn_link(house, match, owing(match))
    play(house, drawn, "D")
    link = str(open_link(house, drawn).go_on)

    def load_on(truck: int) -> str:
        try:
            play(house, link, f"L{1 + truck % 2}")
        except Refused as refused:
            return refused.name
        return "played"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(load_on, range(16)))
    assert set(outcomes) == {"played", "order/stale"}
    assert outcomes.count("played") == 8
    assert house.logs.tails([match.id])[0].version == match.version + 2


def test_an_attested_move_says_so_in_the_log(house: House, match: Match) -> None:
    link = turn_link(house, match, owing(match))
    answer = play(house, link, "D")
    event = read(house.logs.read(match.id, answer["version"] - 1, answer["version"])[0].text)
    token = read_link(house, link, Purpose.TURN)
    assert set(event["data"]) == {"steps", "base", "via", "evidence", "signature", "digest"}
    assert event["data"]["via"] == "link"
    assert event["data"]["evidence"] == links.evidence_of(token, house.link_key)
    assert link not in str(event)


def test_an_answer_is_the_one_that_a_signed_order_gets(house: House, match: Match) -> None:
    answer = play(house, turn_link(house, match, owing(match)), "D")
    assert set(answer) == {"version", "head", "at", "base", "effects", "receipt"}
    assert answer["version"] == match.version + 1


def test_a_player_with_a_key_may_use_links_too_and_the_record_verifies(
    house: House, match: Match, people: list[Person]
) -> None:
    moved = 0
    current = now_of(house, match)
    while current.decisions():
        seat, step = owing(current), legal(current)[moved * 7 % len(legal(current))]
        if moved % 3:
            play(house, turn_link(house, current, seat), step)
        else:
            send(house, order_of(current, seat, [step]), person_at(current, seat, people))
        moved += 1
        current = now_of(house, match)
    assert matches.score_match(house, match.id, NOW + 9)
    found = verify_record(read_record(reading.write_match_record(house, match.id, None)), house.referee_key)
    assert (found.signed, found.attested) == (-(-moved // 3), moved - -(-moved // 3))
    assert found.referee_key == thumbprint(house.referee_key)


def test_a_refused_act_leaves_everything_as_it_was(house: House, match: Match) -> None:
    """faults.md A5: the rules say no to a link as to a signed order."""
    seat = owing(match)
    link, other = turn_link(house, match, seat), turn_link(house, match, 3 - seat)
    cases = [
        (lambda: play(house, link, "L1"), "move/illegal"),
        (lambda: play(house, link, "D", "L1"), "move/illegal"),
        (lambda: play(house, link, "d"), "move/invalid"),
        (lambda: play(house, link, "<script>"), "move/invalid"),
        (lambda: play(house, other, "D"), "order/not-to-move"),
        (lambda: preview_by_link(house, other, []), "order/not-to-move"),
        (lambda: act_by_link(house, link, "undo", NOW, to=1), "undo/not-allowed"),
    ]
    before = _all_keys(house)
    for call, name in cases:
        assert refusal(call).name == name
    assert _all_keys(house) == before
    assert play(house, link, "D")


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ("",),
        ("D",) * 41,
        ("D" * 49,),
        ("D\r\nBcc: x",),
        ("\u202eD",),
        ("\ud800",),
        ("D", "\0"),
        ("\u00e9",),
    ],
)
def test_what_no_order_may_hold_is_no_move(house: House, match: Match, steps: tuple[str, ...]) -> None:
    link = turn_link(house, match, owing(match))
    refused = refusal(play, house, link, *steps)
    assert refused.name == "move/invalid"
    assert str(refused.extra).isascii()
    assert open_link(house, link).state == "current"


def test_a_link_does_nothing_but_move_and_undo(house: House, match: Match) -> None:
    link = turn_link(house, match, owing(match))
    for act, to in (("offer", None), ("undo", None), ("", 3)):
        with pytest.raises(ValueError, match="no act of a link"):
            act_by_link(house, link, act, NOW, to=to)


def test_a_preview_by_link_is_the_preview_of_its_player(
    house: House, match: Match, people: list[Person]
) -> None:
    seat = owing(match)
    link, player = turn_link(house, match, seat), person_at(match, seat, people).id
    assert preview_by_link(house, link, ["D"]) == previews.preview_move(
        house, match.id, player, seat, ["D"], None
    )
    assert preview_by_link(house, link, line=" d ") == previews.preview_move(
        house, match.id, player, seat, None, " d "
    )
    first = preview_by_link(house, link, [])
    assert (first.status, first.steps, first.effects) == ("incomplete", [], [])
    assert [step.step for step in first.next_legal] == legal(match)
    assert first.shown == match.rules.view(match.state, seat)


# Links that are over or dead


def test_a_link_of_a_match_that_is_over_shows_its_end(
    house: House, match: Match, people: list[Person]
) -> None:
    first = turn_link(house, match, owing(match))
    current = now_of(house, match)
    while current.decisions():
        play(house, turn_link(house, current, owing(current)), legal(current)[0])
        current = now_of(house, match)
    for link in (first, turn_link(house, current, 1)):
        view = open_link(house, link)
        assert (view.state, view.owes, view.undo_to, view.go_on) == ("over", False, (), None)
        assert view.match.ended == "rules"
        assert refusal(play, house, link, "L3").name == "match/over"
        assert refusal(preview_by_link, house, link, []).name == "match/over"


def test_a_link_of_a_cancelled_match_is_over(house: House) -> None:
    organiser = sign_up(house)
    people = [sign_up(house), sign_up(house)]
    match = open_match(house, organiser)
    for person in people:
        matches.join_match(house, match.id, person.id, "", request_of(person.id, "seats"), NOW + 1)
    match = matches.start_match(house, match.id, organiser.id, request_of(organiser.id, "start"), NOW + 2)
    link = turn_link(house, match, owing(match))
    matches.cancel_match(house, match.id, organiser.id, request_of(organiser.id, "cancel"), NOW + 3)
    assert open_link(house, link).state == "over"
    assert refusal(play, house, link, "D").name == "match/cancelled"


def test_a_link_of_a_private_match_opens_it_for_its_seat_alone(house: House, people: list[Person]) -> None:
    """faults.md B14: the link is the seat's, not the player's: it is no token and no session of his."""
    policy = {"start": "organiser", "invited": [person.id for person in people]}
    match = started(house, people, visibility="private", policy=policy)
    seat = owing(match)
    link = turn_link(house, match, seat)
    assert open_link(house, link).seat == seat
    assert house.accounts.token(link) is None
    assert play(house, link, "D")["version"] == match.version + 1


def dead_tokens(house: House, match: Match) -> dict[str, str]:
    """Texts that open nothing, by what is wrong with them; most carry a genuine mac."""
    good = links.turn_token(match, owing(match))

    def written(token: Token, key: bytes = house.link_key) -> str:
        return links.write_token(token, key)

    return {
        "nothing": "",
        "blank": " ",
        "too short": written(good)[:-1],
        "too long": written(good) + "A",
        "padded": written(good) + "=",
        "with a line break": written(good) + "\n",
        "another alphabet": written(good)[:-1] + "\u00e9",
        "a surrogate": written(good)[:-1] + "\ud800",
        "another key": written(good, bytes(32)),
        "another key id": written(good._replace(key_id=2)),
        "no such match": written(good._replace(subject=bytes(10))),
        "no such seat": written(good._replace(seat=3)),
        "seat 0": written(good._replace(seat=0)),
        "a later generation": written(good._replace(generation=1)),
        "base 0": written(good._replace(base=0)),
        "a base that the log has not": written(good._replace(base=match.version + 1)),
        "an invitation": written(links.invitation_token(match.id, good.seat)),
        "an invitation in other clothes": written(good._replace(purpose=Purpose.INVITATION)),
        "an unsubscription": written(links.unsubscribe_token(match.id, 1)),
        "the cookie of the seat": links.write_cookie(good, house.link_key),
        "an unknown purpose": written(good._replace(purpose=9)),
    }


def test_every_dead_link_is_dead_in_the_same_words_and_changes_nothing(house: House, match: Match) -> None:
    """Foreign, altered, made for something else, of a seat that has another player: nobody learns which."""
    before = _all_keys(house)
    said = set()
    for why, text in dead_tokens(house, match).items():
        for call in (
            lambda text=text: open_link(house, text),
            lambda text=text: play(house, text, "D"),
            lambda text=text: preview_by_link(house, text, []),
        ):
            refused = refusal(call)
            assert refused.name == "link/dead", why
            said.add((refused.detail, str(refused.extra)))
    assert len(said) == 1
    assert _all_keys(house) == before


def test_a_match_that_has_not_started_has_no_turn_links(house: House, people: list[Person]) -> None:
    match = open_match(house, people[0])
    with pytest.raises(ValueError, match="not started"):
        turn_link(house, match, 1)
    made = links.write_token(links.invitation_token(match.id, 1)._replace(purpose=1, base=1), house.link_key)
    assert refusal(open_link, house, made).name == "link/dead"
