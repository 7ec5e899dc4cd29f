"""A small TCP proxy that fails on request: refuses, delays, cuts, or drops a reply after the request was carried out."""

import contextlib
import select
import socket
import threading
import time
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Self

_CHUNK = 1 << 16
_DELAY = 0.05  # seconds
_LOOK_AGAIN = 0.2  # seconds between two looks at whether the proxy is to stop


class Fault(Enum):
    """What happens to one request."""

    DROP_REPLY = "drop reply"  # carried out, and the reply thrown away
    CUT_REPLY = "cut reply"  # carried out, and half of the reply's first part delivered
    CUT_REQUEST = "cut request"  # half of the request's first part arrives
    LOSE_REQUEST = "lose request"  # nothing of it arrives
    DELAY = "delay"
    HALF_OPEN = "half-open"  # nothing passes any more, either way, and nobody is told
    AWAY = "away"  # lost, and the next connections are refused


@dataclass
class _Armed:
    fault: Fault
    needle: bytes
    skip: int
    refusals: int


class Proxy:
    """Passes bytes between clients and one server, and does to the next matching request what it was armed with.

    :param upstream: ``(host, port)``, or the path of a unix socket.
    """

    def __init__(self, upstream: tuple[str, int] | str) -> None:
        self._upstream = upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._armed: _Armed | None = None
        self._refusing = 0
        self._lock = threading.Lock()
        self._fired = threading.Event()
        self._stopping = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._listener.close()

    def arm(self, fault: Fault, needle: bytes, *, skip: int = 0, refusals: int = 8) -> None:
        """Do this to the next request that holds the needle, after so many others that hold it; every one holds ``b""``.

        :param refusals: how many connections are refused after it, with ``AWAY``.
        """
        with self._lock:
            self._fired.clear()
            self._armed = _Armed(fault, needle, skip, refusals)

    def has_fired(self, patience: float) -> bool:
        """Did the fault happen, or does it so soon?"""
        return self._fired.wait(patience)

    def disarm(self) -> None:
        """Let everything pass."""
        with self._lock:
            self._armed = None
            self._refusing = 0

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                is_refused = self._refusing > 0
                self._refusing -= is_refused
            if is_refused:
                client.close()
            else:
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client, self._connect() as server:
            self._pass_bytes(client, server)

    def _connect(self) -> socket.socket:
        if isinstance(self._upstream, tuple):
            return socket.create_connection(self._upstream)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self._upstream)
        return connection

    def _pass_bytes(self, client: socket.socket, server: socket.socket) -> None:
        fault: Fault | None = None
        while not self._stopping.is_set():
            ready, _, _ = select.select([client, server], [], [], _LOOK_AGAIN)
            if client in ready:
                data = client.recv(_CHUNK)
                fault = fault or self._fault_of(data)
                if not data or fault in (Fault.LOSE_REQUEST, Fault.AWAY):
                    return
                if fault is Fault.HALF_OPEN:
                    self._hold(client)
                    return
                if fault is Fault.CUT_REQUEST:
                    server.sendall(data[: len(data) // 2])
                    return
                if fault is Fault.DELAY:
                    fault = None
                    time.sleep(_DELAY)
                server.sendall(data)
            if server in ready:
                data = server.recv(_CHUNK)
                if fault is Fault.CUT_REPLY:
                    client.sendall(data[: len(data) // 2])
                if not data or fault in (Fault.DROP_REPLY, Fault.CUT_REPLY):
                    return
                client.sendall(data)

    def _hold(self, client: socket.socket) -> None:
        """Keep a connection open without a word, until its client gives it up."""
        while not self._stopping.is_set():
            ready, _, _ = select.select([client], [], [], _LOOK_AGAIN)
            if ready and not client.recv(_CHUNK):
                return

    def _fault_of(self, data: bytes) -> Fault | None:
        with self._lock:
            armed = self._armed
            if armed is None or not data or armed.needle not in data:
                return None
            if armed.skip:
                armed.skip -= 1
                return None
            self._armed = None
            if armed.fault is Fault.AWAY:
                self._refusing = armed.refusals
            self._fired.set()
            return armed.fault
