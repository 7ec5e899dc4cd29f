"""The counts of all processes, on the volatile server: pushed by each, read by whoever is asked for metrics."""

import contextlib
import json
import logging
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Mapping
from types import TracebackType
from typing import NamedTuple, Self

from redis import RedisError

from referee.metrics import METRICS, Metrics
from referee.store import names
from referee.store.client import Client

PUSH_SECONDS = 2.0
_ALIVE_SECONDS = 30  # without a push a process is taken for dead
_KEPT_SECONDS = 30 * 24 * 3600
_log = logging.getLogger(__name__)


class Tallied(NamedTuple):
    """What all processes have counted: counts since the volatile server began, levels and processes alive now."""

    counts: Mapping[str, int]
    levels: Mapping[str, int]
    processes: Mapping[str, int]  # by kind


class Tally:
    """The counts of all processes on the volatile server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def push(self, process: str, kind: str, metrics: Metrics) -> bool:
        """Add what a process has counted; False, and its counts kept, when the server is away.

        :param process: names it among all.
        :param kind: ``web``, ``worker``, ``relay`` ...
        """
        counts = metrics.take()
        state = {"kind": kind, "at": int(time.time()), "levels": metrics.levels()}
        try:
            pipe = self._client.pipeline(transaction=True)
            for name, amount in counts.items():
                pipe.hincrby(names.COUNTS, name, amount)
            pipe.hset(names.PROCESSES, process, json.dumps(state))
            pipe.expire(names.COUNTS, _KEPT_SECONDS)
            pipe.expire(names.PROCESSES, _ALIVE_SECONDS)
            pipe.execute()
        except (RedisError, OSError) as error:
            metrics.give_back(counts)
            _log.warning("the counts of this process wait for the volatile server: %s", error)
            return False
        return True

    def leave(self, process: str) -> None:
        """The process ends: its levels count no more."""
        with contextlib.suppress(RedisError, OSError):
            self._client.hdel(names.PROCESSES, process)

    def read(self) -> Tallied | None:
        """What all processes have counted; None when the server is away."""
        try:
            pipe = self._client.pipeline(transaction=False)
            pipe.hgetall(names.COUNTS)
            pipe.hgetall(names.PROCESSES)
            counts, states = pipe.execute()
        except (RedisError, OSError) as error:
            _log.warning("the volatile server is away: %s", error)
            return None
        levels: Counter[str] = Counter()
        processes: Counter[str] = Counter()
        for text in states.values():
            state = json.loads(text)
            if state["at"] > time.time() - _ALIVE_SECONDS:
                processes[state["kind"]] += 1
                levels.update(state["levels"])
        return Tallied({name.decode(): int(count) for name, count in counts.items()}, levels, processes)


class Pusher:
    """Pushes what this process counts, every other second until it is stopped.

    :param kind: ``web``, ``worker``, ``relay`` ...
    """

    def __init__(self, tally: Tally, kind: str, metrics: Metrics = METRICS) -> None:
        self._tally = tally
        self._kind = kind
        self._metrics = metrics
        self._process = f"{kind}.{socket.gethostname()}.{os.getpid()}.{time.time_ns()}"
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tally", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def push(self) -> bool:
        """Push now."""
        return self._tally.push(self._process, self._kind, self._metrics)

    def stop(self) -> None:
        """Push for the last time, and count among the processes no more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(PUSH_SECONDS)
        self.push()
        self._tally.leave(self._process)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.push()
            self._stopping.wait(PUSH_SECONDS)
