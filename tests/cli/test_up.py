"""`referee up` with real servers and small stand-ins for the Procfile's processes."""

import contextlib
import os
import queue
import re
import select
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.settings import write_key
from referee.store.embedded import EmbeddedServer
from referee.store.servers import connect

PATIENCE = 60  # seconds until a test gives up; none waits that long
STUB = """
import http.server, os, signal, sys, threading
from referee.store.servers import connect

name = sys.argv[1]

def say(*words):  # in one piece: two of us may share an output
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def stop(*_):
    say("bye", name, connect(os.environ["REDIS_URL"]).ping())
    os._exit(0)

class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass

signal.signal(signal.SIGTERM, signal.SIG_IGN if name == "stubborn" else stop)
if name == "web":
    server = http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Ready)
    say("servers", os.environ["REDIS_URL"], os.environ["CACHE_URL"])
say(name, "pid", os.getpid())  # whoever knows it may ask us to stop, or for a page
if name == "web":
    server.serve_forever()
threading.Event().wait()
"""
PROCFILE = {"web": "python stub.py web", "worker": "python stub.py worker", "relay": "python stub.py relay"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Up:
    """A running `referee up`, and what it has said so far."""

    def __init__(
        self, directory: Path, processes: dict[str, str], environment: dict[str, str] | None = None
    ) -> None:
        (directory / "stub.py").write_text(STUB)
        procfile = directory / "Procfile"
        procfile.write_text("".join(f"{name}: {command}\n" for name, command in processes.items()))
        self.port = free_port()
        self.data = directory / "var"
        known = {"REDIS_URL", "CACHE_URL", "REFEREE_SEAL_KEY", "REFEREE_LINK_KEY", "REFEREE_SIGN_KEY"}
        inherited = {name: text for name, text in os.environ.items() if name not in known}
        self.process = subprocess.Popen(
            [Path(sys.executable).parent / "referee", "up", "--no-demo"]
            + ["--port", str(self.port), "--data", str(self.data), "--procfile", str(procfile)],
            env=inherited | (environment or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._coming: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._coming.put(line.rstrip("\n"))
        self._coming.put(None)

    def expect(self, pattern: str) -> re.Match[str]:
        """Wait for a line that holds the pattern; one said earlier counts."""
        for line in self.lines:
            if found := re.search(pattern, line):
                return found
        while (line := self.next_line(pattern)) is not None:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"ended without {pattern!r}: {self.lines}")

    def next_line(self, wanted: str) -> str | None:
        """The next line it says; None at its end."""
        try:
            line = self._coming.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"waited {PATIENCE} s for {wanted!r}: {self.lines}") from None
        if line is not None:
            self.lines.append(line)
        return line

    def pid_of(self, name: str) -> int:
        return int(self.expect(rf"\| {name} pid (\d+)")[1])

    def end(self, which: signal.Signals | None = None) -> int:
        """Send a signal, if any, wait for the end, and give the exit code."""
        if which is not None:
            self.process.send_signal(which)
        code = self.process.wait(PATIENCE)
        while self.next_line("its end") is not None:
            pass
        return code

    def own_lines(self) -> list[str]:
        return [line for line in self.lines if line.startswith("referee: ")]


@contextlib.contextmanager
def ends_of(*pids: int) -> Iterator[list[int]]:
    """Watch processes that are not ours; the descriptors turn readable as they end."""
    descriptors = [os.pidfd_open(pid) for pid in pids]
    try:
        yield descriptors
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def have_all_ended(descriptors: list[int]) -> bool:
    return all(select.select([descriptor], [], [], PATIENCE)[0] for descriptor in descriptors)


@pytest.fixture
def run(tmp_path: Path) -> Iterator["type[Up]"]:
    """Start `referee up` in the test's directory; whatever still runs at the end is stopped."""
    started: list[Up] = []

    def start(processes: dict[str, str] | None = None, environment: dict[str, str] | None = None) -> Up:
        started.append(Up(tmp_path, processes or PROCFILE, environment))
        return started[-1]

    yield start  # type: ignore[misc]
    for up in started:
        if up.process.poll() is None:
            up.process.terminate()
            up.process.wait(PATIENCE)


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_goes_from_the_web_to_the_servers_and_ends_well(run: type[Up], which: signal.Signals) -> None:
    up = run()
    up.expect(f"^ready http://127.0.0.1:{up.port}$")
    pids = [up.pid_of(name) for name in PROCFILE]
    with ends_of(*pids) as descriptors:
        assert up.end(which) == 0
        assert have_all_ended(descriptors)
    goodbyes = [line.partition("| bye ")[2] for line in up.lines if "| bye " in line]
    assert goodbyes[0] == "web True"
    assert sorted(goodbyes[1:]) == ["relay True", "worker True"]
    for url in up.expect(r"servers unix://(\S+) unix://(\S+)").groups():
        assert not Path(url).exists()


def test_started_again_everything_goes_on_with_the_data_and_the_keys(run: type[Up]) -> None:
    first = run()
    first.expect("^ready ")
    connect(first.expect(r"servers (\S+)")[1]).set("kept", "yes")
    keys = {path.name: path.read_text() for path in (first.data / "keys").iterdir()}
    assert first.end(signal.SIGINT) == 0
    second = run()
    second.expect("^ready ")
    assert connect(second.expect(r"servers (\S+)")[1]).get("kept") == b"yes"
    assert {path.name: path.read_text() for path in (second.data / "keys").iterdir()} == keys
    assert not any("made" in line for line in second.own_lines())


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
def test_a_killed_supervisor_leaves_nothing_behind_and_the_next_start_goes_on(run: type[Up]) -> None:
    first = run()
    first.expect("^ready ")
    log = connect(first.expect(r"servers (\S+)")[1])
    log.set("acknowledged", "yes")
    pids = [first.pid_of(name) for name in PROCFILE] + [log.info("server")["process_id"]]
    with ends_of(*pids) as descriptors:
        first.process.kill()
        first.process.wait()
        second = run()
        second.expect("^ready ")
        assert have_all_ended(descriptors)
    assert connect(second.expect(r"servers (\S+)")[1]).get("acknowledged") == b"yes"


NEVER_READY = {"web": "python stub.py worker"}


def test_a_child_that_dies_before_all_is_ready_ends_everything_and_is_named(run: type[Up]) -> None:
    dying = {"worker": "python -c 'print(\"my last words\"); raise SystemExit(3)'"}
    up = run(NEVER_READY | dying)
    assert up.end() == 1
    assert up.own_lines()[-1] == "referee: worker ended with exit code 3: everything is stopped"
    assert any("my last words" in line for line in up.lines)


def test_a_child_that_ends_well_before_all_is_ready_ends_everything_too(run: type[Up]) -> None:
    up = run(NEVER_READY | {"relay": "true"})
    assert up.end() == 1
    assert up.own_lines()[-1] == "referee: relay ended with exit code 0: everything is stopped"


def pids_of(up: Up, name: str, count: int) -> list[int]:
    """Wait until a process has been started so many times; all its numbers."""
    pattern = re.compile(rf"\| {name} pid (\d+)")
    while len(found := [int(each[1]) for line in up.lines if (each := pattern.search(line))]) < count:
        assert up.next_line(pattern.pattern) is not None, up.lines
    return found


@pytest.mark.parametrize("name", ["web", "worker"])
def test_a_child_that_is_killed_is_started_again_each_time_a_little_later(run: type[Up], name: str) -> None:
    up = run()
    up.expect("^ready ")
    for deaths, pause in enumerate(("0.5", "1"), start=1):
        os.kill(pids_of(up, name, deaths)[-1], signal.SIGKILL)
        up.expect(rf"{name} was killed by SIGKILL; starting it again in {pause} s")
    assert len(set(pids_of(up, name, 3))) == 3
    if name == "web":
        with urllib.request.urlopen(f"http://127.0.0.1:{up.port}/", timeout=PATIENCE) as answer:
            assert answer.status == 200
    assert up.end(signal.SIGINT) == 0
    assert sum("| bye" in line for line in up.lines) == 3


def test_what_a_killed_child_left_behind_goes_with_it(run: type[Up]) -> None:
    parent = "sh -c 'python stub.py worker & python stub.py relay; wait'"
    up = run(PROCFILE | {"worker": parent, "relay": "python stub.py other"})
    up.expect("^ready ")
    left = up.pid_of("worker")
    with ends_of(left) as descriptors:
        os.kill(os.getpgid(left), signal.SIGKILL)  # the shell leads the group
        assert have_all_ended(descriptors)
    pids_of(up, "worker", 2)
    assert up.end(signal.SIGINT) == 0


def test_a_stop_does_not_wait_for_who_is_to_be_started_again(run: type[Up]) -> None:
    up = run(PROCFILE | {"relay": "sh -c 'sleep 1; exit 4'"})
    up.expect("relay ended with exit code 4; starting it again in 1 s")
    assert up.end(signal.SIGINT) == 0


@pytest.mark.parametrize(("place", "kind"), [(1, "log"), (2, "volatile")])
def test_a_server_that_dies_is_started_again_at_its_address(run: type[Up], place: int, kind: str) -> None:
    up = run()
    up.expect("^ready ")
    url = up.expect(r"servers (\S+) (\S+)")[place]
    server = connect(url)
    server.set("kept", "yes")
    os.kill(server.info("server")["process_id"], signal.SIGKILL)
    up.expect(f"the {kind} server ended; starting it again in 0.5 s")
    up.expect(f"the {kind} server is back")
    assert connect(url).get("kept") == (b"yes" if kind == "log" else None)
    assert up.end(signal.SIGINT) == 0


def test_a_log_server_that_lost_what_it_had_acknowledged_is_no_start(run: type[Up]) -> None:
    up = run()
    up.expect("^ready ")
    server = connect(up.expect(r"servers (\S+) (\S+)")[1])
    server.set("kept", "yes")
    process = server.info("server")["process_id"]
    (file,) = (up.data / "log" / "appendonlydir").glob("*.incr.aof")
    file.write_bytes(b"damaged\r\n" + file.read_bytes())
    os.kill(process, signal.SIGKILL)
    assert up.end() == 1
    assert up.own_lines()[-1].endswith(": everything is stopped")
    assert file.name in up.own_lines()[-1]


def test_a_second_ctrl_c_does_not_wait_for_a_stubborn_child(run: type[Up]) -> None:
    up = run(PROCFILE | {"worker": "python stub.py stubborn"})
    up.expect("^ready ")
    up.pid_of("stubborn")
    up.process.send_signal(signal.SIGINT)
    up.expect("SIGINT: stopping")
    assert up.end(signal.SIGINT) == 0


def test_a_port_in_use_is_one_line(run: type[Up], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setitem(globals(), "free_port", lambda: port)
        up = run()
        assert up.end() == 2
    assert up.lines[-1].startswith(f"referee: port {port} of 127.0.0.1: ")
    assert up.lines[-1].endswith("choose another by --port")


def test_a_data_directory_in_use_is_one_line(run: type[Up]) -> None:
    first = run()
    first.expect("^ready ")
    second = run()
    assert second.end() == 2
    (line,) = second.lines
    assert line == (
        f"referee: {first.data / 'log'} is in use by another `referee up`; stop it, or choose another --data"
    )
    assert first.end(signal.SIGINT) == 0


def test_lost_keys_are_no_start_while_logs_exist(run: type[Up]) -> None:
    first = run()
    first.expect("^ready ")
    connect(first.expect(r"servers (\S+)")[1]).xadd("log", {"e": "first"})
    assert first.end(signal.SIGINT) == 0
    (first.data / "keys" / "sign.key").unlink()
    second = run()
    assert second.end() == 2
    (line,) = second.lines
    assert line.startswith("referee: logs exist, but the keys that they need are gone: put back ")
    assert "sign.key" in line


MAILER = {**PROCFILE, "mailer": "sh -c 'echo sends by $SMTP_URL; exec python stub.py mailer'"}


def test_letters_are_caught_where_no_mail_server_is_named(run: type[Up]) -> None:
    up = run(processes=MAILER)
    inbox = up.expect(r"^inbox (http://127\.0\.0\.1:\d+/)$")[1]
    smtp = up.expect(r"sends by smtp://127\.0\.0\.1:(\d+)")[1]
    with smtplib.SMTP("127.0.0.1", int(smtp)) as connection:
        connection.sendmail("a@example.org", ["b@example.org"], b"Subject: caught\r\n\r\nx\r\n")
    with urllib.request.urlopen(inbox, timeout=PATIENCE) as page:
        assert b"caught" in page.read()
    assert len(list((up.data / "mail").glob("*.eml"))) == 1
    assert up.end(signal.SIGINT) == 0


def test_a_mail_server_that_is_named_is_used(run: type[Up]) -> None:
    up = run(processes=MAILER, environment={"SMTP_URL": "smtp://mail.example.org:25"})
    up.expect(r"sends by smtp://mail\.example\.org:25")
    up.expect("^ready ")
    assert up.end(signal.SIGINT) == 0
    assert not (up.data / "mail").exists()


def test_given_servers_are_used_and_left_alone(
    run: type[Up], log_server: EmbeddedServer, cache_server: EmbeddedServer
) -> None:
    connect(log_server.url).flushall()
    up = run(environment={"REDIS_URL": log_server.url, "CACHE_URL": cache_server.url})
    up.expect("^ready ")
    assert up.expect(r"servers (\S+) (\S+)").groups() == (log_server.url, cache_server.url)
    assert up.end(signal.SIGINT) == 0
    assert connect(log_server.url).ping()
    assert not (up.data / "log").exists()


def test_a_given_server_with_wrong_settings_is_refused_by_the_line(
    run: type[Up], cache_server: EmbeddedServer
) -> None:
    up = run(environment={"REDIS_URL": cache_server.url})
    assert up.end() == 2
    assert "REDIS_URL: " in up.lines[-1]
    assert "`appendfsync always` is needed, it is `everysec`" in up.lines[-1]


def test_keys_of_the_environment_are_taken_whole_or_not_at_all(run: type[Up]) -> None:
    up = run(environment={"REFEREE_SEAL_KEY": write_key(bytes(32))})
    assert up.end() == 2
    assert up.lines[-1].startswith(
        "referee: REFEREE_LINK_KEY: is not set; all three keys are set or nothing starts"
    )


def test_a_wrong_setting_is_named_once_before_any_child_starts(run: type[Up]) -> None:
    up = run(environment={"REFEREE_WEB_THREADS": "many"})
    assert up.end() == 2
    assert up.lines[-1] == "referee: REFEREE_WEB_THREADS: must be a whole number from 2 to 1024, not 'many'"
    assert not any(" pid " in line for line in up.lines)


@pytest.mark.parametrize("content", [None, "", "web: a\nweb: b\n"])
def test_a_procfile_that_says_nothing_clear_is_refused(tmp_path: Path, content: str | None) -> None:
    procfile = tmp_path / "Procfile"
    if content is not None:
        procfile.write_text(content)
    done = subprocess.run(
        [
            Path(sys.executable).parent / "referee",
            "up",
            "--data",
            str(tmp_path / "var"),
            "--procfile",
            str(procfile),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert str(procfile) in line
    assert not (tmp_path / "var").exists()
