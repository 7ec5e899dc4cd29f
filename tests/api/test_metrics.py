"""Metrics: of all processes, whichever is asked; they name nobody, and say what is known when a server is away."""

import http.client
import re
import signal
import time
from pathlib import Path

import pytest
from redis import Redis

from referee.metrics import METRICS, Metrics, sample
from referee.service.house import open_house
from referee.settings import Settings
from referee.store import tally
from referee.store.due import write_due
from referee.store.servers import connect
from referee.store.tally import Pusher, Tally
from tests.api.asking import Door
from tests.api.listening import listen
from tests.api.running import run_match
from tests.running import Service, eventually


def metrics_of(text: str) -> dict[str, float]:
    """The samples of an answer."""
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    }


def asked(door: Door) -> dict[str, float]:
    return metrics_of(door.get("/metrics").get_data(as_text=True))


def scraped(port: int) -> dict[str, float]:
    """Ask a process; each time by a new connection, so that another may answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/metrics")
        return metrics_of(connection.getresponse().read().decode())
    finally:
        connection.close()


def test_every_line_is_a_sample_of_a_family_that_is_described(door: Door) -> None:
    run_match(door).play("D")
    text = door.get("/metrics").get_data(as_text=True)
    described = set(re.findall(r"^# HELP (\S+) \S", text, re.M))
    assert described == set(re.findall(r"^# TYPE (\S+) (?:counter|gauge)$", text, re.M))
    for line in text.splitlines():
        if not line.startswith("#"):
            found = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[\w-]+"(,[a-z]+="[\w-]+")*\})? [0-9.]+', line)
            assert found is not None, line
            assert found[1] in described


def test_moves_answers_and_what_waits_are_counted_and_nobody_is_named(door: Door) -> None:
    before = asked(door)
    match = run_match(door)
    match.play("D")
    match.play("L1")
    text = door.get("/metrics").get_data(as_text=True)
    now = metrics_of(text)

    def grown(name: str) -> float:
        return now[name] - before.get(name, 0)

    assert grown(sample("referee_events_total", type="MovePlayed")) == 2
    assert grown(sample("referee_events_total", type="SeatTaken")) == 2
    assert grown(sample("referee_answers_total", operation="submit_order", status=201)) == 2
    assert now[sample("referee_outbox_rows", kind="moved")] >= 1
    assert now["referee_log_up"] == now["referee_volatile_up"] == 1
    for secret in (match.id, match.people[0].id, match.token(1)):
        assert secret not in text


def test_a_repeated_order_is_one_move(door: Door) -> None:
    from referee.matches import orders

    match = run_match(door)
    base = match.load().base
    assert base is not None
    order = orders.move_order("zooloretto", match.id, 1, base, ["D"])
    name = sample("referee_events_total", type="MovePlayed")
    before = asked(door).get(name, 0)
    for _ in range(3):
        assert door.order(order, match.people[0].key).status_code == 201
    assert asked(door)[name] - before == 1


def test_the_clock_lags_as_long_as_the_oldest_due_match_waits(door: Door, log: Redis) -> None:
    assert asked(door)["referee_clock_lag_seconds"] == 0
    match = run_match(door)
    log.execute_command(*write_due(match.id, time.time_ns() // 1_000_000 - 90_000))
    assert 90 <= asked(door)["referee_clock_lag_seconds"] < 1000


def test_open_streams_are_a_level(door: Door, settings: Settings, cache: Redis) -> None:
    match = run_match(door)
    name = sample("referee_streams_open", operation="stream_match")
    pusher = Pusher(Tally(cache), "web")
    ears = [listen(door, f"/v1/matches/{match.id}/stream", match.token(1)) for _ in range(3)]
    assert pusher.push()
    assert asked(door)[name] == 3
    for ear in ears:
        ear.close()
    assert pusher.push()
    assert name not in asked(door)


def test_counts_of_several_processes_add_up_and_levels_go_with_their_process(cache: Redis) -> None:
    processes = [Metrics() for _ in range(3)]
    pushers = [Pusher(Tally(cache), "web", metrics) for metrics in processes]
    for number, metrics in enumerate(processes, start=1):
        metrics.count("n_total", number)
        metrics.change("open", number)
    assert all(pusher.push() for pusher in pushers)
    processes[0].count("n_total")
    assert pushers[0].push()
    assert pushers[0].push(), "what was pushed is not pushed again"
    found = Tally(cache).read()
    assert found is not None
    assert (found.counts, found.levels, found.processes) == ({"n_total": 7}, {"open": 6}, {"web": 3})
    pushers[2].stop()
    found = Tally(cache).read()
    assert found is not None
    assert (found.levels, found.processes) == ({"open": 3}, {"web": 2})


def test_a_process_that_says_nothing_for_long_counts_no_more(
    cache: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = Metrics()
    metrics.change("open", 5)
    assert Pusher(Tally(cache), "web", metrics).push()
    later = time.time() + 100
    monkeypatch.setattr(tally.time, "time", lambda: later)
    found = Tally(cache).read()
    assert found is not None
    assert (found.levels, found.processes) == ({}, {})


def test_counts_wait_for_a_server_that_is_away(cache: Redis) -> None:
    metrics = Metrics()
    metrics.count("n_total", 3)
    nowhere = connect("unix:///nowhere/at/all", attempts=1)
    assert not Pusher(Tally(nowhere), "web", metrics).push()
    assert Tally(nowhere).read() is None
    metrics.count("n_total")
    assert Pusher(Tally(cache), "web", metrics).push()
    found = Tally(cache).read()
    assert found is not None
    assert found.counts == {"n_total": 4}


def test_what_is_known_is_told_while_a_server_is_away(settings: Settings, door: Door) -> None:
    from dataclasses import replace

    for name, missing in (("redis_url", "referee_clock_lag_seconds"), ("cache_url", "referee_processes")):
        there = Door(open_house(replace(settings, **{name: "unix:///nowhere/at/all"})), settings)
        answer = there.client.get("/metrics")
        assert answer.status_code == 200
        samples = metrics_of(answer.get_data(as_text=True))
        up = {each: samples[each] for each in ("referee_log_up", "referee_volatile_up")}
        assert sorted(up.values()) == [0, 1]
        assert not any(each.startswith(missing) for each in samples)
    METRICS.take()


def test_every_process_is_counted_not_only_the_one_that_is_asked(tmp_path: Path) -> None:
    with Service(tmp_path, web_workers=2, workers=1) as service:
        port = service.ports[0]
        kinds = {sample("referee_processes", kind=kind): count for kind, count in KINDS.items()}
        eventually(lambda: kinds.items() <= scraped(port).items(), "all processes have said so")
        name = sample("referee_answers_total", operation="list_games", status=200)
        for _ in range(40):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/v1/games")
            assert connection.getresponse().status == 200
            connection.close()
        eventually(lambda: scraped(port)[name] == 40, "all answers are counted")
        service.webs[port].popen.send_signal(signal.SIGHUP)  # gunicorn starts other processes, and ends these
        eventually(lambda: kinds.items() <= scraped(port).items(), "the others are counted in their place")
        # Who ends pushes what it had counted since its last push: another process that is asked knows it then.
        eventually(lambda: scraped(port)[name] == 40, "nothing that was counted is lost")
        assert service.relay is not None
        service.relay.stop()
        gone = sample("referee_processes", kind="relay")
        eventually(lambda: gone not in scraped(port), "who stops says so")


KINDS = {"web": 2, "worker": 1, "relay": 1}


def test_a_reader_who_hangs_up_gives_his_place_back(tmp_path: Path) -> None:
    """A connection that is gone is noticed at the next thing that is sent."""
    with Service(tmp_path, web_workers=1, workers=0, relay=False) as service:
        match, seats = service.match(2)
        name = sample("referee_streams_open", operation="stream_match")
        streams = [player.follow(match) for player in seats.values()]
        for stream in streams:
            assert next(stream).kind == "state"
        eventually(lambda: scraped(service.ports[0]).get(name) == 2, "both are counted")
        for stream in streams:
            stream.close()  # type: ignore[attr-defined]
        seat = next(iter(seats.values())).match(match)["turn"][0]["seat"]
        for step in ("D", "L1"):  # the first write to a closed connection still goes well
            seats[seat].play(match, [step])
        eventually(lambda: name not in scraped(service.ports[0]), "both places are free again")
