"""What becomes of an order: events, or one clear refusal and nothing else."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.matches import moves, orders
from referee.matches.chain import Base
from referee.matches.events import MAX_EVENTS, Event, check_event
from referee.matches.fold import fold
from referee.matches.match import Match
from referee.matches.play import Line, StepRefused, play_texts
from referee.matches.refusals import Refused
from referee.matches.signatures import Jws, read_detached, sign_detached, thumbprint, x_of
from referee.strict_json import canonical
from tests.matches.building import MATCH_ID, Builder, key_of, random_options, started_match

GAME = GAMES["zooloretto"]


def _order(match: Match, seat: int, *steps: str) -> orders.Order:
    return orders.move_order("zooloretto", MATCH_ID, seat, match.base or match.last, steps)


def _jws(order: orders.Order) -> Jws:
    return read_detached(sign_detached(canonical(order), key_of("player 1")))


def _decide(match: Match, seat: int, *steps: str) -> moves.Decided:
    order = _order(match, seat, *steps)
    return moves.decide_move(match, order, 1, _jws(order), match.at + 5, b"s" * 16)


def _refusal(match: Match, seat: int, *steps: str) -> Refused:
    before = match
    with pytest.raises(Refused) as caught:
        _decide(match, seat, *steps)
    assert match == before
    return caught.value


def _to_move(match: Match) -> int:
    return match.decisions()[0].seat


def test_a_good_move_is_one_event_that_its_schema_takes() -> None:
    match = started_match().match
    decided = _decide(match, _to_move(match), "D")
    (event,) = decided.events
    check_event(event)
    assert (event.type, event.seat, event.at) == ("MovePlayed", _to_move(match), match.at + 5)
    assert event.data["steps"] == ["D"]
    assert event.data["base"] == match.version
    assert set(event.data) == {"steps", "base", "key", "signature", "digest"}
    assert decided.secrets == [None]


def test_the_last_move_brings_the_end_with_it() -> None:
    builder = started_match().play_on(random.Random(1), line_share=0.9)
    assert '"type":"MatchEnded"' in builder.entries[-1].text
    assert '"type":"MovePlayed"' in builder.entries[-2].text


@pytest.mark.parametrize(
    ("steps", "index", "name", "rule"),
    [
        (["X"], 0, "move/invalid", None),
        (["D", "d"], 1, "move/invalid", None),
        (["D "], 0, "move/invalid", None),
        (["T9"], 0, "move/invalid", None),
        (["T1"], 0, "move/illegal", "truck-empty"),
        (["L1"], 0, "move/illegal", None),
        (["D", "L1"], 1, "move/illegal", "after-reveal"),
        (["EXP"], 0, "move/illegal", None),
    ],
)
def test_a_step_that_cannot_be_played_is_named_with_its_rule(
    steps: list[str], index: int, name: str, rule: str | None
) -> None:
    match = started_match().match
    refused = _refusal(match, _to_move(match), *steps)
    assert refused.name == name
    assert refused.extra["step"] == {"index": index, "text": steps[index]}
    if name == "move/illegal":
        assert refused.extra["rule"] == (rule or refused.extra["rule"])
    else:
        assert "rule" not in refused.extra


def test_an_illegal_step_hears_what_would_be_legal_there() -> None:
    match = started_match().match
    refused = _refusal(match, _to_move(match), "T1")
    assert refused.extra["legal"] == ["D"]


def test_an_unreadable_step_is_refused_before_any_illegal_one() -> None:
    match = started_match().match
    assert _refusal(match, _to_move(match), "T1", "nonsense").name == "move/invalid"


def test_a_move_is_played_whole_or_not_at_all() -> None:
    builder = started_match()
    first = _to_move(builder.match)
    builder.move(first, "D").move(first, "L2")
    match, seat = builder.match, 3 - first
    tile = match.state.trucks[1][0]
    refused = _refusal(match, seat, "T2", f"P {tile}>B", f"P {tile}>B")
    assert refused.extra["step"]["index"] == 2
    assert fold(builder.entries, seed=builder.seed).state == match.state


def test_a_move_ends_with_the_turn() -> None:
    """A seat may have the next turn too: that is another move."""
    builder = started_match()
    first = _to_move(builder.match)
    builder.move(first, "D").move(first, "L2").move(3 - first, "D").move(3 - first, "L3")
    refused = _refusal(builder.match, first, "T2", *_places(builder.match, 1), "D")
    assert refused.extra["rule"] == "turn-over"
    assert refused.extra["legal"] == []


def _places(match: Match, truck: int) -> list[str]:
    return [f"P {tile}>B" for tile in match.state.trucks[truck] if tile != "$"]


@settings(max_examples=15)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(["L1", "L2", "D", "T1", "EXP", "P E>B"]))
def test_a_refusal_behind_a_reveal_tells_nothing_of_what_lies_there(
    players: int, seed: int, more: str
) -> None:
    """faults.md A49, A54: steps after a draw are refused in words that are the same in every hidden world."""
    chance = random.Random(seed)
    builder = started_match(players, seed, **random_options(players, chance)).play_on(
        chance, chance.randrange(60)
    )
    match = builder.match
    if not match.decisions() or "D" not in moves.legal_texts(GAME, match.state, _to_move(match)):
        return
    seat = _to_move(match)
    told = []
    for world in range(4):
        imagined = GAME.imagine(GAME.view(match.state, seat), _shuffle(random.Random(world)))
        refused = _refusal(match._replace(state=imagined), seat, "D", more)
        told.append((refused.name, refused.detail, {**refused.extra}))
    assert told.count(told[0]) == len(told)
    assert told[0][2]["legal"] == []


def _shuffle(chance: random.Random) -> Any:
    return lambda label, items: chance.sample(list(items), len(items))


def test_a_seat_that_owes_nothing_is_refused() -> None:
    match = started_match().match
    refused = _refusal(match, 3 - _to_move(match), "D")
    assert refused.name == "order/not-to-move"
    assert refused.extra["base"] == match.last._asdict()


def test_a_move_on_another_position_is_stale() -> None:
    """faults.md A10, A11: the answer gives the base to look at."""
    builder = started_match()
    order = _order(builder.match, _to_move(builder.match), "D")
    moves.check_base(builder.match, order)
    builder.move(_to_move(builder.match), "D")
    for stale in (
        order,
        {**order, "version": builder.match.version},
        {**order, "head": builder.match.last.head},
    ):
        with pytest.raises(Refused) as caught:
            moves.check_base(builder.match, stale)
        assert caught.value.name == "order/stale"
        assert caught.value.extra["base"] == builder.match.last._asdict()


def test_what_is_no_position_event_makes_no_order_stale() -> None:
    builder = started_match()
    order = _order(builder.match, 1, "D")
    builder.add(Event("SeatKeyRevoked", builder.match.at, {"place": 1, "key": 1}, by="referee"))
    moves.check_base(builder.match, order)


@pytest.mark.parametrize(
    ("build", "name"),
    [
        (lambda: Builder().open().seat_all(), "match/not-started"),
        (lambda: Builder().open().cancel(), "match/cancelled"),
        (lambda: started_match().cancel(), "match/cancelled"),
        (lambda: started_match().play_on(random.Random(1), line_share=0.9), "match/over"),
    ],
)
def test_a_match_that_does_not_run_takes_no_order(build: Any, name: str) -> None:
    with pytest.raises(Refused) as caught:
        moves.check_match_runs(build().match)
    assert caught.value.name == name
    moves.check_match_runs(started_match().match)


def test_a_key_is_found_by_seat_player_and_thumbprint() -> None:
    extra = key_of("a second key")
    builder = Builder().open().take_seat(1, keys=[key_of("player 1"), extra]).take_seat(2).start()
    match = builder.match
    seat = match.seats.index(1) + 1
    order = _order(match, seat, "D")
    player = f"{1:016d}"
    assert moves.find_seat_key(match, order, player, thumbprint(x_of(key_of("player 1").public_key()))) == 1
    assert moves.find_seat_key(match, order, player, thumbprint(x_of(extra.public_key()))) == 2
    for who, kid, name in (
        (player, "unknown", "key/not-in-match"),
        (f"{2:016d}", thumbprint(x_of(key_of("player 2").public_key())), "seat/not-yours"),
        ("z" * 16, "unknown", "seat/not-yours"),
    ):
        with pytest.raises(Refused) as caught:
            moves.find_seat_key(match, order, who, kid)
        assert caught.value.name == name
    for foreign in (0, 3, 10):
        with pytest.raises(Refused) as caught:
            moves.find_seat_key(match, {**order, "seat": foreign}, player, "unknown")
        assert caught.value.name == "seat/not-yours"


def test_before_the_start_who_has_joined_hears_that_it_has_not_started() -> None:
    match = Builder().open().take_seat(1).match
    order = _order(match, 2, "D")
    kid = thumbprint(x_of(key_of("player 1").public_key()))
    assert moves.find_seat_key(match, order, f"{1:016d}", kid) == 1
    with pytest.raises(Refused):
        moves.find_seat_key(match, {**order, "seat": 3}, f"{1:016d}", kid)


def test_a_log_keeps_room_for_its_end() -> None:
    builder = started_match()
    seat = _to_move(builder.match)
    builder.move(seat, "D").move(seat, "L1")
    for version, fits in ((MAX_EVENTS - 8, True), (MAX_EVENTS - 7, False)):
        place = Base(version, "0" * 64)
        match = builder.match._replace(last=place, base=place)
        if fits:
            assert _decide(match, 3 - seat, "D").events
            continue
        assert _refusal(match, 3 - seat, "D").name == "match/log-full"
        order = orders.undo_order("zooloretto", MATCH_ID, seat, place, builder.match.version - 1)
        with pytest.raises(Refused) as caught:
            moves.decide_undo(match, order, 1, _jws(order), match.at)
        assert caught.value.name == "match/log-full"


def test_a_long_list_of_legal_steps_is_cut() -> None:
    class Wide:
        """A game with more steps than a refusal lists."""

        def decisions(self, state: object) -> Any:
            return GAME.decisions(started_match().match.state)

        def legal_steps(self, state: object, seat: int) -> list[int]:
            return list(range(500, 0, -1))

        def write(self, step: int) -> str:
            return f"{step:03d}"

    owed = _to_move(started_match().match)
    found = moves.legal_texts(Wide(), None, owed)  # type: ignore[arg-type]
    assert found == [f"{number:03d}" for number in range(1, 201)]


@settings(max_examples=25)
@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_a_refused_move_and_a_played_one_agree_with_the_rules(players: int, seed: int, data: Any) -> None:
    """faults.md A5: any texts at all give a move or a refusal, and the state stays what it was."""
    chance = random.Random(seed)
    match = started_match(players, seed).play_on(chance, chance.randrange(80), line_share=0.3).match
    if not match.decisions():
        return
    seat = _to_move(match)
    legal = moves.legal_texts(GAME, match.state, seat)
    texts = data.draw(
        st.lists(st.sampled_from([*legal, "D", "L1", "T1", "P E>B", "EXP", "?", ""]), min_size=1, max_size=4)
    )
    before = match.state
    line, refused = _outcome(match, seat, texts)
    assert match.state == before
    if refused is not None:
        assert refused.step == texts[refused.index]
        assert refused.index or refused.rule is None or texts[0] not in legal
    if line is not None:
        assert texts[0] in legal
        assert [GAME.write(step) for step in line.steps] == texts
        assert line.reveals == (texts[-1] == "D")
        assert "D" not in texts[:-1]


def _outcome(match: Match, seat: int, texts: list[str]) -> tuple[Line | None, StepRefused | None]:
    try:
        return play_texts(GAME, match.state, seat, texts), None
    except StepRefused as error:
        return None, error


def test_another_spelling_is_refused_with_the_canonical_one() -> None:
    match = started_match().match
    refused = _refusal(match, _to_move(match), "SW 4/5")
    assert refused.name == "move/invalid"
    assert refused.extra["canonical"] == "SW 5/4"
