"""Faults on every connection between two parts, all the time, while matches go on.

``python -m tests.drills link_faults --count 300``. A proxy lies between clients and API, and between each kind of
process and each server that it speaks to, the mail server too. On each of them something happens every few seconds to
whatever passes next: it is delayed, lost or cut on the way there or back, its answer is thrown away after it was
carried out, or the connection goes dead without a word. Judged as :mod:`tests.drills.load` says.
"""

import contextlib
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.drills.drill import Drill, Report, Tell, tell_nobody
from tests.drills.load import Load, judge, loaded_service
from tests.drills.proxy import Fault, Proxy
from tests.drills.tables import Post
from tests.running import PATIENCE, Service, hurried_clients

_SLOTS = 8
_SHORT = 60  # fewer faults than these: matches are not played to their ends
_SHORT_SLOTS = 4
_BETWEEN = (1.5, 6.0)  # seconds between two faults on one connection: chance, not a wait for something
_LOOK = 0.05
_SKIPS = 4
# A letter is six parts. Were every letter hit the mailer would wait longer each time, as it must, and no match go on.
_SKIPS_OF_MAIL = 40
_MAIL_SERVER = "mail server"
_FAULTS = [fault for fault in Fault if fault is not Fault.AWAY]
# kind of process -> the servers that it speaks to while it works
_LINKS = {
    "web": ("log", "cache"),
    "worker": ("log", "cache"),
    "relay": ("log", "cache"),
    "mailer": ("log", "cache", _MAIL_SERVER),
    "clock": ("log",),
}


@dataclass
class Link:
    """One way between two parts, and when the next fault is due on it."""

    name: str
    proxy: Proxy
    chance: random.Random
    skips: int = _SKIPS  # so many parts at the most pass between its time and the fault
    fault: Fault | None = None
    due: float = 0.0

    def look(self) -> Fault | None:
        """The fault that has happened since the last look, if any; the next one is prepared in its time."""
        if self.fault is not None:
            if not self.proxy.has_fired(0):
                return None
            fired, self.fault = self.fault, None
            self.due = time.monotonic() + self.chance.uniform(*_BETWEEN)
            if self.name.endswith(_MAIL_SERVER):
                self.skips = _SKIPS_OF_MAIL
            return fired
        if time.monotonic() >= self.due:
            self.fault = self.chance.choice(_FAULTS)
            self.proxy.arm(self.fault, b"", skip=self.chance.randrange(self.skips))
        return None


class Links:
    """A proxy on every way."""

    def __init__(self, held: contextlib.ExitStack, seed: str) -> None:
        self._held = held
        self._seed = seed
        self.all: list[Link] = []

    def lay(self, service: Service, post: Post) -> Sequence[str]:
        """Lay every way through a proxy; the addresses at which clients find the API."""
        upstream: dict[str, tuple[str, int] | str] = {
            "log": service.log_server.url.removeprefix("unix://"),
            "cache": service.cache_server.url.removeprefix("unix://"),
            _MAIL_SERVER: ("127.0.0.1", urlsplit(post.url).port or 0),
        }
        variables = {"log": "REDIS_URL", "cache": "CACHE_URL", _MAIL_SERVER: "SMTP_URL"}
        for kind, servers in _LINKS.items():
            for server in servers:
                scheme = "smtp" if server == _MAIL_SERVER else "redis"
                proxy = self._proxy(f"{kind} - {server}", upstream[server])
                service.own_environment.setdefault(kind, {})[variables[server]] = (
                    f"{scheme}://127.0.0.1:{proxy.port}"
                )
        doors = [self._proxy(f"client - web {port}", ("127.0.0.1", port)) for port in service.ports]
        return [f"http://127.0.0.1:{door.port}" for door in doors]

    def _proxy(self, name: str, upstream: tuple[str, int] | str) -> Proxy:
        proxy = self._held.enter_context(Proxy(upstream))
        self.all.append(Link(name, proxy, random.Random(f"{self._seed}:{name}")))
        return proxy

    def disarm(self) -> None:
        """Let everything pass from now on."""
        for link in self.all:
            link.proxy.disarm()


def run(count: int, seed: int, tell: Tell = tell_nobody, first: int = 0) -> Report:
    """Let ``count`` faults happen, on each way at least one; raises AssertionError naming what was lost or doubled."""
    is_whole = count >= _SHORT
    slots = _SLOTS if is_whole else _SHORT_SLOTS
    with contextlib.ExitStack() as held:
        held.enter_context(hurried_clients())
        directory = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="drill-")))
        links = Links(held, f"{seed}:{first}")
        load = held.enter_context(
            loaded_service(directory, slots, f"{seed}:{first}", is_whole=is_whole, prepare=links.lay)
        )
        try:
            fired = _let_faults_happen(load, links, count, tell)
            links.disarm()
            load.close()
            report = judge(load, sum(fired.values()))
        except AssertionError as fault:
            raise AssertionError(
                f"faults from {first} of seed {seed}: {fault}\n{load.service.last_words()}"
            ) from fault
    by_link = Counter({name: sum(n for (link, _), n in fired.items() if link == name) for name, _ in fired})
    by_fault = Counter(
        {kind: sum(n for (_, fault), n in fired.items() if fault == kind) for _, kind in fired}
    )
    return {"drill": "link_faults", "seed": seed, "faults": dict(by_fault), "links": dict(by_link), **report}


def _let_faults_happen(load: Load, links: Links, count: int, tell: Tell) -> Counter[tuple[str, str]]:
    fired: Counter[tuple[str, str]] = Counter()
    quiet_until = time.monotonic() + 2 * PATIENCE
    while sum(fired.values()) < count or len({name for name, _ in fired}) < len(links.all):
        load.check()
        for link in links.all:
            fault = link.look()
            if fault is not None:
                fired[link.name, fault.value] += 1
                tell(min(sum(fired.values()), count), count)
                quiet_until = time.monotonic() + 2 * PATIENCE
        assert time.monotonic() < quiet_until, f"nothing passes any more; so far {dict(fired)}"
        time.sleep(_LOOK)
    return fired


DRILL = Drill("link_faults", run, full=300, short=24, chunk=150)
