"""The Python SDK: one object, one method for each thing that a player does (openapi.yaml says what each means)."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, cast
from urllib.parse import quote

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients import answers, signing, streaming
from clients.problems import BadAnswer, ClientError, NoConnection
from clients.streaming import StreamMessage
from clients.time_acts import TimeActs
from clients.transport import Patience, Transport
from clients.verify import check_receipt
from referee.matches import orders
from referee.matches.chain import Base
from referee.strict_json import read

_LONGEST_WAIT = 25  # seconds that the referee holds an answer back at most
_ENTROPY_BYTES = 32
_PAGE = 100
_OPEN_POLL_SECONDS = 1
_LONGEST_COMPUTING = 60.0  # seconds
_PENDING_PAUSE = 0.1  # seconds


class NotSeated(ClientError):
    """The player holds no seat in the match, or has not said who he is."""


class IllegalMove(ClientError):
    """A preview says that the move cannot be played.

    :ivar problem: as the referee would refuse the order: ``detail``, ``rule``, ``legal``.
    """

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(str(problem.get("detail", "The move cannot be played.")))
        self.problem = problem


class Referee(TimeActs):
    """A referee as one player sees it.

    Every request is repeated, the same bytes each time, until there is an answer (see
    :class:`clients.transport.Patience`); a signed order or an ``Idempotency-Key`` makes that safe.

    :param url: such as ``http://127.0.0.1:8000``.
    :param token: bearer token; not needed for orders, nor for what is public.
    :param key: the key that signs orders.
    :param player: id of the player; asked for when it is needed.
    :param report: told in a sentence when an answer takes long.
    :param check_receipts: hold every receipt against the referee's published key.
    :raises clients.problems.RefereeProblem: from every method, when the referee refuses.
    :raises clients.problems.NoConnection: from every method, when there is no answer after all attempts.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        key: Ed25519PrivateKey | None = None,
        *,
        player: str | None = None,
        language: str = "en",
        patience: Patience | None = None,
        report: Callable[[str], None] | None = None,
        check_receipts: bool = True,
    ) -> None:
        self.transport = Transport(url, token, language=language, patience=patience, report=report)
        self.key = key
        self.player = player
        self._check_receipts = check_receipts
        self._referee_keys: dict[str, str] = {}
        self._games: dict[str, str] = {}  # match to game
        self._seats: dict[str, int] = {}  # match to own seat, once it has started

    def __enter__(self) -> "Referee":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.transport.close()

    # ------------------------------------------------------------------------------------------ account

    def sign_up(self, name: str, kind: str = "person") -> answers.NewPlayer:
        """Make a player; from now on this object is that player."""
        body = {"name": name, "kind": kind}
        made: answers.NewPlayer = self.transport.post("/v1/players", body, _new_request())
        self.transport.token, self.player = made["token"], made["player"]
        return made

    def me(self) -> answers.Player:
        """Whom the token belongs to."""
        found: answers.Player = self.transport.get("/v1/me")
        self.player = found["player"]
        return found

    def register_key(self, key: Ed25519PrivateKey | None = None) -> answers.PlayerKey:
        """Register the public part of a key (by default the one that signs), and prove that we hold it."""
        body = signing.prove_possession(self._own_id(), key or self._own_key())
        registered: answers.PlayerKey = self.transport.post("/v1/me/keys", body, _new_request())
        return registered

    def list_keys(self) -> list[answers.PlayerKey]:
        """All registered keys, revoked ones too, oldest first."""
        return cast(list[answers.PlayerKey], self.transport.get("/v1/me/keys")["keys"])

    def revoke_key(self, kid: str) -> answers.RevokedKey:
        """From now on the referee takes no order signed with this key."""
        revoked: answers.RevokedKey = self.transport.delete("/v1/me/keys", {"kid": kid})
        return revoked

    # ------------------------------------------------------------------------------------------ matches

    def games(self) -> list[dict[str, Any]]:
        """The games that can be played."""
        return cast(list[dict[str, Any]], self.transport.get("/v1/games")["games"])

    def game(self, name: str) -> dict[str, Any]:
        """A game with its components, options and notation."""
        return cast(dict[str, Any], self.transport.get(f"/v1/games/{quote(name, safe='')}"))

    def open_match(
        self,
        game: str,
        players: int,
        *,
        options: dict[str, Any] | None = None,
        policy: dict[str, Any] | None = None,
        visibility: str = "public",
    ) -> answers.Match:
        """Open a match; joining it is another step, also for who opened it."""
        body = {
            "game": game,
            "players": players,
            "options": options or {},
            "policy": policy or {},
            "visibility": visibility,
        }
        return self._know(self.transport.post("/v1/matches", body, _new_request()))

    def join(self, match: str, entropy: str | None = None, *, seat: int | None = None) -> answers.Match:
        """Take a seat; in a match that runs, a vacant one.

        :param entropy: 16 to 64 bytes in hex that go into the shuffle; fresh random ones by default, so that
            nobody, not even the referee, can have prepared the deal.
        :param seat: which vacant seat; by default the first that I may take.
        """
        body: dict[str, Any] = {"entropy": entropy or secrets.token_hex(_ENTROPY_BYTES)}
        body |= {} if seat is None else {"seat": seat}
        self._seats.pop(match, None)
        return self._know(self.transport.post(f"{_path(match)}/seats", body, _new_request()))

    def leave(self, match: str) -> None:
        """Give the seat back, as long as the match has not started."""
        self.transport.delete(f"{_path(match)}/seats/me")

    def start(self, match: str) -> answers.Match:
        """Start a full match, as its organiser."""
        return self._know(self.transport.post(f"{_path(match)}/start", None, _new_request()))

    def cancel(self, match: str) -> answers.Match:
        """Cancel a match, as its organiser."""
        return self._know(self.transport.post(f"{_path(match)}/cancel", None, _new_request()))

    def match(self, match: str) -> answers.Match:
        """A match: its seats, its state, who has to act."""
        return self._know(self.transport.get(_path(match)))

    def matches(
        self, *, status: str | None = None, game: str | None = None, mine: bool = False
    ) -> Iterator[answers.MatchSummary]:
        """Public matches, or all of mine, newest first; further pages are fetched as they are needed."""
        after: str | None = None
        while True:
            asked = {"status": status, "game": game, "mine": mine or None, "after": after, "limit": _PAGE}
            page: answers.MatchList = self.transport.get("/v1/matches", asked)
            yield from page["matches"]
            after = page["next"]
            if after is None:
                return

    # ------------------------------------------------------------------------------------------ playing

    def turns(self, wait: int = 0) -> list[answers.Turn]:
        """Every decision that I owe.

        :param wait: seconds, at most 25, that the answer may be held back until there is one.
        """
        return cast(list[answers.Turn], self.transport.get("/v1/me/turns", {"wait": wait})["turns"])

    def wait_for_turn(self, match: str, timeout: float | None = None) -> answers.OwedDecision | None:
        """Wait until I owe a decision in this match.

        :param timeout: seconds; None waits for as long as it takes.
        :returns: the decision, or None when the match is over, or the time is up.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            found = self.match(match)
            if found["status"] not in ("open", "running"):
                return None
            seat = self._seat_in(found)
            owed = [decision for decision in found["turn"] if decision["seat"] == seat]
            if owed:
                return owed[0]
            left = _LONGEST_WAIT if until is None else int(min(_LONGEST_WAIT, until - time.monotonic()))
            if left <= 0:
                return None
            self.wait_for_news(found, left)

    def wait_for_news(self, match: answers.Match, seconds: int = _LONGEST_WAIT) -> None:
        """Return when something has happened since we looked at this match, or after so many seconds."""
        if match["status"] == "running":
            self.view(match["match"], after=match["version"], wait=seconds)
        else:
            time.sleep(min(seconds, _OPEN_POLL_SECONDS))  # an open match has no view to wait on

    def legal_steps(self, match: str) -> answers.LegalSteps:
        """Every step that I may play now; none if I owe no decision."""
        found: answers.LegalSteps = self.transport.get(f"{_path(match)}/legal-steps")
        return found

    def legal_moves(
        self, match: str, from_: Sequence[str] = (), wait: int = _LONGEST_WAIT
    ) -> answers.LegalMoves:
        """Whole moves that begin with these steps, at most 500.

        :param wait: seconds that each answer may be held back while the list is being computed.
        :raises NoConnection: if it is not computed in a minute: no worker runs.
        """
        until = time.monotonic() + _LONGEST_COMPUTING
        while time.monotonic() < until:
            asked = {"from": list(from_) or None, "wait": wait}
            found = self.transport.get(f"{_path(match)}/legal-moves", asked)
            if "moves" in found:
                return cast(answers.LegalMoves, found)
            time.sleep(_PENDING_PAUSE)
        raise NoConnection(f"the legal moves of match {match} are not computed: does a worker run?")

    def preview(
        self,
        match: str,
        *,
        steps: Sequence[str] | None = None,
        line: str | None = None,
        seat: int | None = None,
    ) -> answers.Preview:
        """See what a move would do, without playing it.

        :param steps: of the move; or give a ``line`` as people write it (``t2 em>5 e>b``). Both in free spelling.
        """
        body: dict[str, Any] = {"seat": seat or self.seat(match)}
        body |= {"line": line} if line is not None else {"steps": list(steps or ())}
        found: answers.Preview = self.transport.post(f"{_path(match)}/preview", body)
        return found

    def play(
        self,
        match: str,
        steps: Sequence[str] | None = None,
        *,
        line: str | None = None,
        seat: int | None = None,
        base: answers.Base | None = None,
    ) -> answers.Accepted:
        """Sign and play a move; the receipt is checked.

        :param steps: canonical. With a ``line`` instead, a preview gives them and the base.
        :param base: of the position that the move was chosen on (every answer about a position gives it). Without
            it, the position as it is now: then a move that you have not seen may lie between.
        :raises IllegalMove: if the preview of a line says so.
        """
        seat = seat or self.seat(match)
        if steps is None:
            seen = self.preview(match, line=line, seat=seat)
            if seen["problem"] is not None:
                raise IllegalMove(seen["problem"])
            steps, base = seen["steps"], base or seen["base"]
        order = orders.move_order(self._game(match), match, seat, self._base(match, base), steps)
        return self.submit(order)

    def undo(
        self, match: str, to: int | None = None, *, seat: int | None = None, base: answers.Base | None = None
    ) -> answers.Accepted:
        """Take own moves back.

        :param to: version of the position to return to; by default that before your last move.
        :raises ClientError: if nothing can be taken back.
        """
        if to is None:
            seen = self.view(match)
            to, base = self._one_move_back(seen), base or seen["base"]
        seat = seat or self.seat(match)
        return self.submit(orders.undo_order(self._game(match), match, seat, self._base(match, base), to))

    def resign(self, match: str, *, seat: int | None = None) -> answers.Accepted:
        """Give my seat up, for ever: it is played on without me, and comes last."""
        seat = seat or self.seat(match)
        return self.submit(orders.resign_order(self._game(match), match, seat, self._base(match, None)))

    def submit(self, order: orders.Order) -> answers.Accepted:
        """Sign an order as it is and send it; sent again, it gets the same answer.

        :raises clients.problems.BadReceipt: if the receipt does not hold.
        """
        body = signing.sign_order(order, self._own_key())
        accepted: answers.Accepted = self.transport.post(f"{_path(order['match'])}/orders", body)
        if self._check_receipts:
            check_receipt(order["match"], accepted, self.referee_keys())
        return accepted

    # ----------------------------------------------------------------------------------------- watching

    def view(
        self, match: str, *, at: int | None = None, after: int | None = None, wait: int | None = None
    ) -> answers.ViewAnswer:
        """What I may know of the position.

        :param at: of an earlier position.
        :param after: hold the answer back, up to ``wait`` seconds, until the log has grown beyond this version.
        """
        asked = {"at": at, "after": after, "wait": wait}
        found: answers.ViewAnswer = self.transport.get(f"{_path(match)}/view", asked)
        return found

    def events(self, match: str, after: int = 0, limit: int | None = None) -> answers.EventList:
        """The log after a version."""
        found: answers.EventList = self.transport.get(
            f"{_path(match)}/events", {"after": after, "limit": limit}
        )
        return found

    def follow(self, match: str, after: int | None = None) -> Iterator[StreamMessage]:
        """A match as it goes on, until nothing more will happen; see :func:`clients.streaming.follow`.

        :param after: begin behind this version; by default now.
        """
        return streaming.follow(self.transport, f"{_path(match)}/stream", {"after": after})

    def follow_all(self) -> Iterator[StreamMessage]:
        """All my matches as they go on, without an end, and what I owe whenever that changes."""
        return streaming.follow(self.transport, "/v1/me/stream", {})

    def board(self, match: str, at: int | None = None) -> str:
        """The position as a picture in plain text."""
        return self.transport.get_text(f"{_path(match)}/board.txt", {"at": at})

    def record(self, match: str) -> str:
        """The whole match as JSON Lines, once it has been scored or cancelled."""
        return self.transport.get_text(f"{_path(match)}/record")

    def referee_keys(self) -> dict[str, str]:
        """The referee's published keys, ``kid`` to ``x``; asked for once."""
        if not self._referee_keys:
            found = self.transport.get("/v1/referee/keys")["keys"]
            self._referee_keys = {key["kid"]: key["x"] for key in found}
        return self._referee_keys

    def seat(self, match: str) -> int:
        """My seat in a match that has started; raises NotSeated."""
        if match not in self._seats:
            seat = self._seat_in(self.match(match))
            if seat is None:
                raise NotSeated(f"You hold no seat in match {match}, or it has not started.")
        return self._seats[match]

    # ------------------------------------------------------------------------------------------- within

    def _know(self, found: Any) -> answers.Match:
        match: answers.Match = found
        self._games[match["match"]] = match["game"]
        return match

    def _seat_in(self, match: answers.Match) -> int | None:
        own = self._own_id()
        for seat in match["seats"]:
            if seat["player"] == own and seat["seat"] is not None:
                self._seats[match["match"]] = seat["seat"]
                return seat["seat"]
        return None

    def _one_move_back(self, seen: answers.ViewAnswer) -> int:
        """The version before the last own move that still stands: an undone one is not counted again."""
        targets = seen["undo_to"]
        before: dict[int, int | None] = {}
        for event in self.events(seen["match"], min(targets))["events"] if targets else ():
            said = read(event["e"])
            if said["type"] == "MovePlayed":
                before[event["version"]] = said["data"]["base"]
            elif said["type"] == "MoveUndone":
                before[event["version"]] = before.get(said["data"]["to"])
        to = before.get(seen["base"]["version"])
        if to is None or to not in targets:
            raise ClientError("There is nothing that you can take back now.")
        return to

    def _game(self, match: str) -> str:
        if match not in self._games:
            self.match(match)
        return self._games[match]

    def _base(self, match: str, base: answers.Base | None) -> Base:
        found = base or self.match(match)["base"]
        if found is None:
            raise NotSeated(f"Match {match} has not started.")
        return Base(found["version"], found["head"])

    def _own_id(self) -> str:
        if self.player is None:
            if self.transport.token is None:
                raise NotSeated("Without a token the referee does not know who you are.")
            self.me()
        if self.player is None:
            raise BadAnswer("The referee does not say whom the token belongs to.")
        return self.player

    def _own_key(self) -> Ed25519PrivateKey:
        if self.key is None:
            raise NotSeated("Without a key nothing can be signed.")
        return self.key


def _path(match: str) -> str:
    return f"/v1/matches/{quote(match, safe='')}"


def _new_request() -> str:
    return secrets.token_hex(16)
