"""Orders that the referee must refuse: the demo sends each of them in the middle of its match."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients import answers, signing
from clients.problems import RefereeProblem
from clients.sdk import Referee
from referee.cli.demo_cast import Cast
from referee.matches import orders
from referee.matches.chain import Base

_FIRST = 3  # moves played before the first bad order
_BETWEEN = 4  # moves from one to the next
_UNKNOWN_MATCH = "0" * 16
_NO_STEP = "NO SUCH STEP"

Body = Mapping[str, Any]


class NotRefused(Exception):
    """The referee took what it must refuse, refused it for another reason, or changed the log by it."""


@dataclass(frozen=True)
class Scene:
    """A position in which ``seat`` is to move and ``other_seat`` is not; at least one of them is a bot's."""

    cast: Cast
    seat: int
    other_seat: int
    base: answers.Base

    @property
    def is_bots(self) -> bool:
        """Is it a bot that is to move?"""
        return self.seat in self.cast.bots

    @property
    def mover(self) -> Referee:
        """The bot that is to move."""
        return self.cast.bots[self.seat].referee

    @property
    def other_key(self) -> Ed25519PrivateKey | None:
        """The key of the bot in the other seat; a person who plays by letters has none."""
        bot = self.cast.bots.get(self.other_seat)
        return None if bot is None else bot.referee.key

    def order(self, steps: Sequence[str], **changed: Any) -> dict[str, Any]:
        """An order of the seat to move on this position, with other members where given."""
        base = Base(self.base["version"], self.base["head"])
        return {**orders.move_order(self.cast.game, self.cast.match, self.seat, base, steps), **changed}

    def good(self, **changed: Any) -> dict[str, Any]:
        """An order that would be taken, if it were not for what is changed or who signs it.

        What a person may do is not for others to ask: there it is a step that need not be legal.
        """
        if not self.is_bots:
            return self.order(self.cast.steps[:1], **changed)
        return self.order([self.mover.legal_steps(self.cast.match)["steps"][0]["step"]], **changed)

    def signed(self, order: Mapping[str, Any], key: Ed25519PrivateKey | None = None) -> Body:
        """The order signed by the mover, or by another key."""
        key = key or self.mover.key
        assert key is not None, "every bot has a key"
        return signing.sign_order(order, key)


def _stale(scene: Scene) -> Body | None:
    if scene.cast.first == scene.base:
        return None
    # A step that nobody can have played on that position: the same order again would be answered, not refused.
    return scene.signed(scene.order([_NO_STEP], **scene.cast.first))


def _wrong_head(scene: Scene) -> Body:
    return scene.signed(scene.good(head="0" * 64))


def _illegal(scene: Scene) -> Body | None:
    legal = {step["step"] for step in scene.mover.legal_steps(scene.cast.match)["steps"]}
    for step in scene.cast.steps:
        if step in legal:
            continue
        problem = scene.mover.preview(scene.cast.match, steps=[step])["problem"]
        if problem is not None and problem["type"] == "/problems/move/illegal":
            return scene.signed(scene.order([step]))
    return None


def _unreadable_step(scene: Scene) -> Body:
    return scene.signed(scene.order([_NO_STEP]))


def _altered(scene: Scene) -> Body:
    """The signature is of another order: somebody has changed the steps on the way."""
    return {**scene.signed(scene.order([_NO_STEP])), "order": scene.good()}


def _without_head(scene: Scene) -> Body:
    order = scene.good()
    del order["head"]
    return scene.signed(order)


def _by_stranger(scene: Scene) -> Body:
    return scene.signed(scene.good(), scene.cast.stranger.key)


def _foreign_seat(scene: Scene) -> Body | None:
    key = scene.other_key
    return None if key is None else scene.signed(scene.good(), key)


def _out_of_turn(scene: Scene) -> Body | None:
    key = scene.other_key
    return None if key is None else scene.signed(scene.good(seat=scene.other_seat), key)


def _unknown_key(scene: Scene) -> Body:
    return scene.signed(scene.good(), signing.new_key())


def _late_key(scene: Scene) -> Body:
    return scene.signed(scene.good(), scene.cast.late_keys[scene.seat])


def _revoked_key(scene: Scene) -> Body:
    return scene.signed(scene.good(), scene.cast.revoked_keys[scene.seat])


def _other_game(scene: Scene) -> Body:
    return scene.signed(scene.good(game="chess"))


def _other_match(scene: Scene) -> Body:
    return scene.signed(scene.good(match=_UNKNOWN_MATCH))


def _undo_too_far(scene: Scene) -> Body:
    base = Base(scene.base["version"], scene.base["head"])
    return scene.signed(orders.undo_order(scene.cast.game, scene.cast.match, scene.seat, base, 1))


Fault = Callable[[Scene], Body | None]

# What the refusal must be, and what makes the body; None where a scene has no occasion for it.
_FAULTS: Sequence[tuple[str, Fault]] = (
    ("order/stale", _stale),
    ("order/stale", _wrong_head),
    ("move/illegal", _illegal),
    ("move/invalid", _unreadable_step),
    ("order/bad-signature", _altered),
    ("request/schema", _without_head),
    ("seat/not-yours", _by_stranger),
    ("seat/not-yours", _foreign_seat),
    ("order/not-to-move", _out_of_turn),
    ("key/unknown", _unknown_key),
    ("key/not-in-match", _late_key),
    ("key/revoked", _revoked_key),
    ("order/game", _other_game),
    ("match/not-found", _other_match),
    ("undo/not-allowed", _undo_too_far),
)
# The only ones that need no key of the seat to move: a person who plays by letters has none.
_BY_ANOTHER: frozenset[Fault] = frozenset({_by_stranger, _foreign_seat, _out_of_turn})


class BadOrders:
    """Sends the bad orders, one from time to time, and counts how they are refused.

    :ivar refusals: by type.
    """

    def __init__(self, cast: Cast) -> None:
        self.refusals: Counter[str] = Counter()
        self._cast = cast
        self._pending = list(_FAULTS)
        self._due = _FIRST

    def after_move(self, moves: int) -> None:
        """Perhaps send the next one for which there is occasion.

        :param moves: played so far.
        :raises NotRefused: unless it is refused as it must be, and the log stays as it was.
        """
        if moves < self._due or not self._pending:
            return
        before = self._cast.anybody.match(self._cast.match)
        scene = self._scene(before)
        if scene is None or not self._send_next(scene):
            return
        self._due = moves + _BETWEEN
        after = self._cast.anybody.match(self._cast.match)
        if (after["version"], after["head"]) != (before["version"], before["head"]):
            raise NotRefused("the log has changed by an order that was refused")

    def after_the_end(self) -> None:
        """Send a move to the match that is over; raises NotRefused."""
        seat = next(iter(self._cast.bots))
        scene = Scene(self._cast, seat, seat, self._cast.first)
        self._must_refuse("match/over", scene.signed(scene.order([_NO_STEP])))

    def _scene(self, found: answers.Match) -> Scene | None:
        owing = [owed["seat"] for owed in found["turn"]]
        seats = [held["seat"] for held in found["seats"]]
        waiting = [seat for seat in seats if seat is not None and seat not in owing]
        if not owing or not waiting or found["base"] is None:
            return None
        other_seat = next((seat for seat in waiting if seat in self._cast.bots), waiting[0])
        return Scene(self._cast, owing[0], other_seat, found["base"])

    def _send_next(self, scene: Scene) -> bool:
        for expected, fault in self._pending:
            body = fault(scene) if scene.is_bots or fault in _BY_ANOTHER else None
            if body is not None:
                self._must_refuse(expected, body)
                self._pending.remove((expected, fault))
                return True
        return False

    def _must_refuse(self, expected: str, body: Body) -> None:
        match = body["order"]["match"]
        try:
            self._cast.anybody.transport.post(f"/v1/matches/{match}/orders", body)
        except RefereeProblem as problem:
            if problem.type != expected:
                said = f"{problem.type} instead of {expected}: {problem.detail}"
                raise NotRefused(f"an order was refused with {said}") from problem
            self.refusals[expected] += 1
        else:
            raise NotRefused(f"an order was taken that must be refused with {expected}")
