"""Accepted signed orders per second over the whole path, against an empty route behind the same contract layer."""

import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.driving import Door, Mirror, Service, bench_service, start_mirror
from bench.empty_route import PATH

HOLD = {"ratio": 0.3}
STRIVE = {"ratio": 0.5}
_PROCFILE = 'web: gunicorn --config gunicorn.conf.py "bench.empty_route:create_app()"\n'
_CONNECTIONS = 4


def measure(seconds: float = 4.0, runs: int = 3) -> dict[str, Any]:
    """Both rates in turn, so that they meet the same machine; the median ratio counts.

    :param seconds: how long each rate is taken, in each run.
    """
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        bench_service(Path(name), _PROCFILE) as service,
    ):
        pairs = [_pair(service, seconds, number) for number in range(runs)]
    ratios = [orders / empty for orders, empty in pairs]
    orders, empty = pairs[ratios.index(statistics.median_low(ratios))]
    return {
        "ratio": round(statistics.median_low(ratios), 3),
        "orders_per_second": round(orders),
        "empty_posts_per_second": round(empty),
        "ratios": [round(ratio, 3) for ratio in ratios],
        "hold": HOLD,
        "strive": STRIVE,
    }


def _pair(service: Service, seconds: float, number: int) -> tuple[float, float]:
    mirrors = [
        [start_mirror(service.url, service.house, 5, 1000 * number + 10 * place + more) for more in range(8)]
        for place in range(_CONNECTIONS)
    ]

    def play(place: int, door: Door) -> None:
        _play_one(mirrors[place], door)

    def post_nothing(place: int, door: Door) -> None:
        mirror = mirrors[place][-1]
        body, _ = mirror.next_order()
        seat = body["order"]["seat"]
        status, answer, _ = door.post(PATH, body, mirror.players[seat].transport.token)
        if status != 200:
            raise RuntimeError(f"the empty route refused: {answer}")

    return _rate(service.url, play, seconds), _rate(service.url, post_nothing, seconds)


def _play_one(mirrors: list[Mirror], door: Door) -> None:
    while mirrors[0].is_over():
        mirrors.pop(0)
    door.order(mirrors[0])


def _rate(url: str, act: Callable[[int, Door], None], seconds: float) -> float:
    counts = [0] * _CONNECTIONS
    begin = threading.Barrier(_CONNECTIONS + 1)
    until = [0.0]

    def work(place: int) -> None:
        door = Door(url)
        act(place, door)  # the first opens the connection and warms the process
        begin.wait()
        while time.perf_counter() < until[0]:
            act(place, door)
            counts[place] += 1

    threads = [threading.Thread(target=work, args=(place,)) for place in range(_CONNECTIONS)]
    for thread in threads:
        thread.start()
    started = time.perf_counter()
    until[0] = started + seconds
    begin.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)
