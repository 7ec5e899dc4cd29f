"""Requests to the referee: the same bytes again until there is an answer, within bounds."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase

from clients.problems import BadAnswer, NoConnection, RefereeProblem
from referee.strict_json import Json, Unreadable, canonical, read

_CONNECT_SECONDS = 5.0
_READ_SECONDS = 30.0  # beside what `wait` asks for
_EVENT_STREAM = "text/event-stream"
_WITHOUT_BODY = frozenset({204, 304})
_LATER = frozenset({429, 502, 503, 504})  # answers that ask for a repeat, or come from a gateway
_WORTH_A_WORD = 0.5  # seconds of a pause that the caller may want to hear of
Param = str | int | list[str] | None
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Patience:
    """How long to go on asking when no answer comes.

    :ivar attempts: how often a request is sent at most.
    :ivar first: seconds before the second attempt; doubled each time, up to ``longest``.
    :ivar longest: seconds; also the longest ``Retry-After`` that is honoured. A longer one ends the attempts.
    """

    attempts: int = 8
    first: float = 0.1
    longest: float = 10.0

    def pause(self, attempt: int) -> float:
        """Seconds before attempt ``attempt + 1``: between half and all of the doubled pause, by chance."""
        return min(self.longest, self.first * 2.0 ** (attempt - 1)) * (0.5 + random.random() / 2)


class Transport:
    """One session with one referee.

    :param url: such as ``http://127.0.0.1:8000``.
    :param token: bearer token, or None.
    :param language: of sentences, ``en`` or ``es``.
    :param report: told in a sentence when the next attempt comes only after half a second or more.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        patience: Patience | None = None,
        report: Callable[[str], None] | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.patience = patience or Patience()
        self._report = report
        self._session = requests.Session()
        self._session.headers.update({"Accept-Language": language, "User-Agent": "referee-client"})
        if urlsplit(self.url).hostname in _LOOPBACK:
            self._session.trust_env = False  # a proxy would look for the referee on its own machine

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def get(self, path: str, params: Mapping[str, Param] | None = None) -> Json:
        """Ask for JSON; raises RefereeProblem, NoConnection, BadAnswer."""
        return _json_of(self._send("GET", path, params=params))

    def get_text(self, path: str, params: Mapping[str, Param] | None = None) -> str:
        """Ask for a text; raises RefereeProblem, NoConnection, BadAnswer."""
        return self._send("GET", path, params=params).content.decode("utf-8", errors="replace")

    def post(self, path: str, body: Json = None, key: str | None = None) -> Json:
        """Send JSON (nothing at all where ``body`` is None).

        :param key: the ``Idempotency-Key``; every attempt carries the same.
        """
        data = None if body is None else canonical(body)
        return _json_of(self._send("POST", path, data=data, key=key))

    def put(self, path: str, body: Json) -> Json:
        """Put JSON where there may have been other; again is harmless."""
        return _json_of(self._send("PUT", path, data=canonical(body)))

    def delete(self, path: str, params: Mapping[str, Param] | None = None) -> Json:
        """Delete; the answer, or None if it has no body."""
        answer = self._send("DELETE", path, params=params)
        return _json_of(answer) if answer.content else None

    def open_stream(
        self, path: str, params: Mapping[str, Param] | None = None, last: str | None = None
    ) -> requests.Response | None:
        """Open a stream of server-sent events; None if nothing more will come.

        Its silence must be shorter than the time that any answer may take: the referee beats each 15 seconds.

        :param last: ``id`` of the last message that came.
        """
        answer = self._send("GET", path, params=params, last=last, stream=True)
        if answer.status_code == requests.codes.no_content:
            return None
        if not answer.headers.get("Content-Type", "").startswith(_EVENT_STREAM):
            raise BadAnswer(f"{answer.url} answers with what is no stream of events")
        return answer

    def _send(
        self,
        method: str,
        path: str,
        params: Mapping[str, Param] | None = None,
        data: bytes | None = None,
        key: str | None = None,
        last: str | None = None,
        stream: bool = False,
    ) -> requests.Response:
        headers = {"Accept": _EVENT_STREAM} if stream else {}
        if last is not None:
            headers["Last-Event-ID"] = last
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        sent = {name: _written(value) for name, value in (params or {}).items() if value is not None}
        wait = float(str(sent.get("wait", 0)))
        for attempt in range(1, self.patience.attempts + 1):
            is_last = attempt == self.patience.attempts
            try:
                answer = self._session.request(
                    method,
                    self.url + path,
                    params=sent,
                    data=data,
                    headers=headers,
                    auth=_Bearer(self.token),
                    timeout=(_CONNECT_SECONDS, _READ_SECONDS + wait),
                    allow_redirects=False,
                    stream=stream,
                )
                _check_framing(answer)
            except (
                requests.ConnectionError,
                requests.Timeout,
                requests.exceptions.ChunkedEncodingError,
            ) as error:
                if is_last:
                    raise NoConnection(f"no answer from {self.url} ({type(error).__name__})") from error
                self.pause(self.patience.pause(attempt))
                continue
            except (requests.exceptions.MissingSchema, requests.exceptions.InvalidSchema) as error:
                raise BadAnswer(
                    f"cannot ask {self.url}: an address begins with http:// or https://"
                ) from error
            except (requests.RequestException, UnicodeError) as error:
                raise BadAnswer(f"cannot ask {self.url}: {error}") from error
            if answer.status_code < 300:
                return answer
            pause = self._pause_before_repeat(answer, attempt)
            if is_last or pause is None:
                raise _problem_of(answer)
            self.pause(pause)
        raise AssertionError("the last attempt returns or raises")

    def pause(self, seconds: float) -> None:
        """Wait before the next attempt."""
        if self._report and seconds >= _WORTH_A_WORD:
            self._report(f"no answer from {self.url} yet, asking again")
        time.sleep(seconds)

    def _pause_before_repeat(self, answer: requests.Response, attempt: int) -> float | None:
        """Seconds until a repeat makes sense, None if it makes none."""
        if answer.status_code not in _LATER:
            return None
        pause = self.patience.pause(attempt)
        asked = answer.headers.get("Retry-After", "")
        if not (asked.isascii() and asked.isdigit()):
            return pause
        return None if int(asked[:9]) > self.patience.longest else max(pause, float(asked))


class _Bearer(AuthBase):
    """Sets the token, or nothing: else requests would look into a ``.netrc``."""

    def __init__(self, token: str | None) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def _written(value: Param) -> str | list[str]:
    if isinstance(value, list):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_framing(answer: requests.Response) -> None:
    """Refuse an answer that ended in its headers: ``http.client`` takes it for a whole one without a body."""
    is_framed = "Content-Length" in answer.headers or "Transfer-Encoding" in answer.headers
    if not is_framed and answer.status_code not in _WITHOUT_BODY:
        raise requests.ConnectionError("the answer ended in its headers")


def _json_of(answer: requests.Response) -> Json:
    try:
        return read(answer.content)
    except Unreadable as error:
        raise BadAnswer(f"{answer.url} answers {answer.status_code} with what is no JSON: {error}") from error


def _problem_of(answer: requests.Response) -> RefereeProblem | BadAnswer | NoConnection:
    if answer.headers.get("Content-Type", "").startswith("application/problem+json"):
        members = _json_of(answer)
        if isinstance(members, dict):
            return RefereeProblem(answer.status_code, members)
    where = f"{answer.request.method} {answer.url}"
    if answer.status_code in _LATER:
        return NoConnection(f"{where}: status {answer.status_code} again and again")
    return BadAnswer(
        f"{where}: status {answer.status_code} without a problem that says why; is this a referee?"
    )
