"""Modules of the workers as real processes, for the tests that kill them or watch them together."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from referee.settings import Settings, write_key
from referee.store.embedded import dies_with_parent
from tests.running import PATIENCE, TOP
from tests.workers.starting import Start


@pytest.fixture
def start(settings: Settings) -> Iterator[Start]:
    """Start a module of the workers as a process; what still runs at the end is killed."""
    keys = {"SEAL": settings.seal_key, "LINK": settings.link_key, "SIGN": settings.sign_key}
    environment = {
        **os.environ,
        **{f"REFEREE_{name}_KEY": write_key(key) for name, key in keys.items()},
        "REDIS_URL": settings.redis_url,
        "CACHE_URL": settings.cache_url,
    }
    running: list[subprocess.Popen[bytes]] = []

    def begin(module: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=TOP,
            env=environment,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.wait(PATIENCE)
