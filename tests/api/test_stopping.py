"""What becomes of those who wait when a process stops."""

import http.client
import threading
from pathlib import Path
from typing import Any

from tests.running import Service


def test_who_is_held_back_gets_an_answer_when_the_process_stops(tmp_path: Path) -> None:
    with Service(tmp_path, web_workers=1, workers=0, relay=False) as service:
        player = service.player()
        answers: list[Any] = []
        sent = threading.Event()

        def wait_for_a_turn() -> None:
            connection = http.client.HTTPConnection("127.0.0.1", service.ports[0], timeout=30)
            headers = {"Authorization": f"Bearer {player.transport.token}"}
            connection.request("GET", "/v1/me/turns?wait=25", headers=headers)
            sent.set()
            response = connection.getresponse()
            answers.append((response.status, response.read()))

        waiter = threading.Thread(target=wait_for_a_turn)
        waiter.start()
        sent.wait()
        assert player.me()["player"]  # the process has taken the connection before this one
        service.webs[service.ports[0]].popen.terminate()
        waiter.join(timeout=20)
        assert answers == [(200, b'{"turns":[]}')]


def test_streams_end_whole_when_the_process_stops(tmp_path: Path) -> None:
    """A reader is not cut off in a message: the last chunk is there, so that he knows that he can come again."""
    with Service(tmp_path, web_workers=1, workers=0, relay=False) as service:
        match, seats = service.match(2)
        player = seats[1]
        ends: dict[str, bytes] = {}
        begun = threading.Barrier(3)

        def listen(path: str) -> None:
            connection = http.client.HTTPConnection("127.0.0.1", service.ports[0], timeout=30)
            connection.request("GET", path, headers={"Authorization": f"Bearer {player.transport.token}"})
            response = connection.getresponse()
            first = response.read1()
            begun.wait(30)
            ends[path] = first + response.read()  # raises IncompleteRead where the end is missing

        paths = (f"/v1/matches/{match}/stream", "/v1/me/stream")
        readers = [threading.Thread(target=listen, args=(path,)) for path in paths]
        for reader in readers:
            reader.start()
        begun.wait(30)
        service.webs[service.ports[0]].popen.terminate()
        for reader in readers:
            reader.join(timeout=20)
        assert set(ends) == set(paths)
        assert all(b"event: state\n" in text and text.endswith(b"\n\n") for text in ends.values())
        assert service.webs[service.ports[0]].popen.wait(20) == 0
