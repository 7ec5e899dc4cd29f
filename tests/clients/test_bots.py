"""Bots: what they choose follows from a view and their chance alone, and they play whole matches over HTTP."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clients.bots import Bot, make_bot, play_until_over, serve, wait_until_scored
from clients.choosing import CHOOSERS, JUDGES, choose, choose_greedy
from clients.problems import ClientError
from clients.sdk import Referee
from clients.transport import Patience
from clients.verify import check_record
from referee.games.engine import Game, State
from referee.games.registry import game_named
from referee.games.shuffle import seeded_shuffle, trace_seed
from referee.matches.play import play_texts
from tests.clients import gateway
from tests.clients.gateway import Gateway
from tests.drills import greedy
from tests.running import Service, eventually

ZOOLORETTO = game_named("zooloretto")


def dealt(players: int, seed: int) -> State:
    options = ZOOLORETTO.check_options(players, {"show_remaining_tiles": seed % 2 == 0})
    return ZOOLORETTO.start(
        ZOOLORETTO.deal(players, options, seeded_shuffle(trace_seed(seed), "bots", [b""] * players))
    )


def play_out(state: State, kinds: list[str], chance: random.Random) -> State:
    """Play to the end in this process; every choice must be playable."""
    while owed := ZOOLORETTO.decisions(state):
        seat = owed[0].seat
        steps = choose(kinds[seat - 1], ZOOLORETTO.view(state, seat), seat, chance)
        state = play_texts(ZOOLORETTO, state, seat, steps).state
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_choice_of_every_bot_can_be_played(players: int) -> None:
    kinds = [sorted(CHOOSERS)[seat % 2] for seat in range(players)]
    over = play_out(dealt(players, players), kinds, random.Random(players))
    assert not ZOOLORETTO.decisions(over)


def test_greedy_beats_random_nearly_always() -> None:
    """The drill plays 200 matches over HTTP; these 20 play the same choosers in one process."""
    wins = 0
    for number in range(20):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        ranks = ZOOLORETTO.result(play_out(dealt(2, number), kinds, random.Random(number))).ranks
        wins += ranks[kinds.index("greedy")] < ranks[kinds.index("random")]
    assert wins >= 18


@pytest.mark.parametrize("kind", sorted(CHOOSERS))
def test_a_choice_does_not_look_behind_the_view(kind: str) -> None:
    """Two worlds that look the same: the deck is another one, the choice is not."""
    chance = random.Random(3)
    state, compared = dealt(3, 3), 0
    while owed := ZOOLORETTO.decisions(state):
        seat = owed[0].seat
        view = ZOOLORETTO.view(state, seat)
        other = ZOOLORETTO.imagine(view, lambda _label, items: chance.sample(items, len(items)))
        chosen = [
            choose(kind, ZOOLORETTO.view(each, seat), seat, random.Random(1)) for each in (state, other)
        ]
        assert chosen[0] == chosen[1]
        compared += other.setup.deck != state.setup.deck[state.drawn :]
        state = play_texts(ZOOLORETTO, state, seat, choose("random", view, seat, chance)).state
    assert compared > 100


class Elsewhere:
    """Zooloretto under a name for which nobody has written an evaluation."""

    name = "elsewhere"

    def __getattr__(self, name: str) -> object:
        return getattr(ZOOLORETTO, name)


def test_a_game_without_an_evaluation_is_played_by_its_score() -> None:
    game: Game = Elsewhere()  # type: ignore[assignment]
    assert game.name not in JUDGES
    state, chance = dealt(2, 5), random.Random(5)
    for _ in range(40):
        seat = ZOOLORETTO.decisions(state)[0].seat
        state = play_texts(ZOOLORETTO, state, seat, choose_greedy(game, state, seat, chance)).state
    assert ZOOLORETTO.decisions(state)


def test_bots_play_a_match_over_http_and_its_record_is_sound(service: Service) -> None:
    marked = os.urandom(4).hex()
    bots = [
        make_bot(service.url, f"bot {place} {marked}", kind, random.Random(place))
        for place, kind in enumerate(("greedy", "random", "greedy"))
    ]
    bots[1].whole_lines = 0.2
    match = bots[0].referee.open_match("zooloretto", 3, policy={"start": "full"})["match"]
    for bot in bots:
        bot.referee.join(match)
    moves: list[None] = []
    over = play_until_over(bots, match, lambda: moves.append(None))
    assert over["status"] == "over"
    assert over["result"] is not None
    text = wait_until_scored(bots[0].referee, match)
    verdict = check_record(text.split("\n"))
    assert verdict.code == 0
    assert f"signed {len(moves)}," in verdict.line
    assert "MatchScored" in text


def test_a_match_with_a_seat_that_is_no_bots_is_not_played_for_ever(service: Service) -> None:
    match, seats = service.match(2)
    stranger = seats[1].match(match)["turn"][0]["seat"] % 2 + 1
    bot = make_bot(service.url, f"lone {os.urandom(4).hex()}", "random", random.Random(1))
    bot.referee = seats[stranger]
    with pytest.raises(ClientError, match="no bot has seat"):
        play_until_over([bot], match)


def test_a_bot_as_a_program_joins_plays_and_ends_with_its_match(service: Service, tmp_path: Path) -> None:
    organiser = service.player()
    match = organiser.open_match("zooloretto", 2, policy={"start": "full"})["match"]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "clients.bots", "--kind", kind, "--url", service.url, "--matches", match]
            + ["--profile", str(tmp_path / kind), "--name", f"{kind} {os.urandom(4).hex()}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for kind in ("greedy", "random")
    ]
    said = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    assert organiser.match(match)["status"] == "over"


def test_a_bot_as_a_program_does_not_wait_in_a_match_that_began_without_it(
    service: Service, tmp_path: Path
) -> None:
    players = [service.player() for _ in range(2)]
    match = players[0].open_match("zooloretto", 2, policy={"start": "full"})["match"]
    for player in players:
        player.join(match)
    done = subprocess.run(
        [sys.executable, "-m", "clients.bots", "--url", service.url, "--matches", match]
        + ["--profile", str(tmp_path / "late"), "--name", f"late {os.urandom(4).hex()}"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert f"no seat in match {match}" in done.stderr


def test_a_bot_plays_on_after_an_outage(service: Service) -> None:
    organiser, *players = [service.player() for _ in range(3)]
    match = organiser.open_match("zooloretto", 2, policy={"start": "full"})["match"]
    for player in players:
        player.join(match)
    plan = [gateway.DROP_REQUEST] * 3 + [gateway.AWAY] * 3
    with Gateway(service.url, plan=plan, only="/view") as faulty:
        bots = [
            Bot(
                Referee(
                    faulty.address,
                    player.transport.token,
                    player.key,
                    player=player.player,
                    patience=Patience(attempts=2, first=0.01),
                ),
                "random",
            )
            for player in players
        ]
        playing = [threading.Thread(target=serve, args=(bot, [match]), daemon=True) for bot in bots]
        for thread in playing:
            thread.start()
        eventually(lambda: not plan and organiser.match(match)["version"] > 10, "the bots play on")
        organiser.cancel(match)
        for thread in playing:
            thread.join(60)
        assert not any(thread.is_alive() for thread in playing)


def test_the_drill_lets_each_bot_have_each_seat(service: Service) -> None:
    report = greedy.run(2, 7, url=service.url, name="zooloretto")
    assert (report["matches"], len(report["margins"])) == (2, 2)
    assert report["won"] + report["tied"] <= 2
    assert greedy.is_sound({"matches": 10, "won": 9})
    assert not greedy.is_sound({"matches": 10, "won": 8})
