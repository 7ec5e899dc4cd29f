"""The worker of the queue `rules`, as a process, on a volatile server of its own."""

import os
import signal
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect
from workers.jobs import RULES
from workers.main import MAINTENANCE_INTERVAL, WORKER_TTL, RulesWorker

PATIENCE = 60  # seconds until a test gives up
PROGRAM = "import sys; from workers.main import run; from referee.store.servers import connect; run(connect(sys.argv[1]))"
JOBS = """
import os
from redis import Redis

def answer(path, value):
    Redis(unix_socket_path=path).rpush(f"answer-{value}", os.getpid())

def wait_to_answer(path, value):
    client = Redis(unix_socket_path=path, socket_timeout=60)
    client.rpush("begun", 1)
    client.blpop("go on", 50)
    answer(path, value)
"""


class Room:
    """A volatile server, a queue, and a worker process."""

    def __init__(self, directory: Path, server: EmbeddedServer) -> None:
        (directory / "jobs_of_this_test.py").write_text(JOBS)
        self.path = server.url.removeprefix("unix://")
        self.client: Redis = connect(server.url)
        self.waiting = Redis(unix_socket_path=self.path, socket_timeout=PATIENCE)
        self.queue = Queue(RULES, connection=self.client, serializer=JSONSerializer)
        self.worker = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, server.url], env=os.environ | {"PYTHONPATH": str(directory)}
        )

    def enqueue(self, job: str, value: int) -> Any:
        return self.queue.enqueue(f"jobs_of_this_test.{job}", self.path, value)

    def answer(self, value: int) -> int:
        _, pid = self.waiting.blpop(f"answer-{value}", PATIENCE)  # type: ignore[misc]
        return int(pid)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "cache", kind="volatile") as server:
        yield server


@pytest.fixture
def room(tmp_path: Path, server: EmbeddedServer) -> Iterator[Room]:
    room = Room(tmp_path, server)
    yield room
    if room.worker.poll() is None:
        room.worker.kill()
        room.worker.wait()


def test_jobs_run_in_the_worker_itself_without_a_fork(room: Room) -> None:
    room.enqueue("answer", 1)
    room.enqueue("answer", 2)
    assert room.answer(1) == room.answer(2) == room.worker.pid


def test_a_job_is_json_in_the_queue_and_never_pickle(room: Room) -> None:
    """security.md C1: who can write to the server must not be able to run code."""
    room.worker.kill()
    room.worker.wait()
    job = room.enqueue("answer", 1)
    stored = zlib.decompress(room.client.hget(job.key, "data"))  # type: ignore[arg-type]
    assert stored == b'["jobs_of_this_test.answer", null, ["%s", 1], {}]' % room.path.encode()


def test_an_idle_worker_stops_at_sigterm(room: Room) -> None:
    room.enqueue("answer", 1)
    room.answer(1)
    room.worker.send_signal(signal.SIGTERM)
    assert room.worker.wait(PATIENCE) == 0


def test_the_job_at_hand_is_finished_before_a_stop(room: Room) -> None:
    room.enqueue("wait_to_answer", 1)
    assert room.waiting.blpop("begun", PATIENCE)
    room.worker.send_signal(signal.SIGTERM)
    room.client.rpush("go on", 1)
    assert room.answer(1) == room.worker.pid
    assert room.worker.wait(PATIENCE) == 0


def test_a_worker_goes_on_when_its_server_comes_back_empty(room: Room, server: EmbeddedServer) -> None:
    room.enqueue("answer", 1)
    room.answer(1)
    server.kill()
    server.start()
    room.enqueue("answer", 2)
    assert room.answer(2) == room.worker.pid


def test_a_job_that_fails_leaves_the_worker_working(room: Room) -> None:
    room.enqueue("nonsense", 1)
    room.enqueue("answer", 2)
    assert room.answer(2) == room.worker.pid


def test_waiting_for_a_job_outlasts_no_time_out_of_a_connection_that_was_there_before(
    server: EmbeddedServer,
) -> None:
    used = connect(server.url)
    used.ping()
    worker = RulesWorker(used)
    connection = worker.connection.connection_pool.get_connection()
    try:
        assert connection.socket_timeout > worker.dequeue_timeout
    finally:
        worker.connection.connection_pool.release(connection)


def test_a_killed_workers_job_is_found_soon(server: EmbeddedServer) -> None:
    """An idle worker looks after lost jobs as often as it wakes, so it must wake often."""
    worker = RulesWorker(connect(server.url))
    assert (worker.dequeue_timeout, worker.maintenance_interval) == (WORKER_TTL - 15, MAINTENANCE_INTERVAL)
    assert WORKER_TTL <= 30
    assert MAINTENANCE_INTERVAL <= 10


def test_without_settings_the_worker_says_one_line_and_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "workers.main"],
        env={name: text for name, text in os.environ.items() if name not in ("REDIS_URL", "CACHE_URL")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("worker: REDIS_URL: is not set")
    assert len(done.stderr.splitlines()) == 1
