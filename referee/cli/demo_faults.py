"""Orders that the referee must refuse: the demo sends each of them in the middle of its match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients import answers, signing
from clients.problems import RefereeProblem
from clients.sdk import Referee
from referee.matches import orders
from referee.matches.chain import Base

_UNKNOWN_MATCH = "0" * 16
_NO_STEP = "NO SUCH STEP"

Body = Mapping[str, Any]


class NotRefused(Exception):
    """The referee took what it must refuse, refused it for another reason, or changed the log by it."""


@dataclass(frozen=True)
class Scene:
    """A position in which a seat is to move, and who is there.

    :ivar mover: who has the seat; ``other`` has another seat, ``stranger`` none.
    :ivar first: the base of the first position of the match.
    :ivar late_key: a key of the mover, registered after the start; ``revoked_key`` was revoked since.
    :ivar steps: steps of the game, to find an illegal one among.
    """

    match: str
    game: str
    seat: int
    other_seat: int
    base: answers.Base
    first: answers.Base
    mover: Referee
    other: Referee
    stranger: Referee
    late_key: Ed25519PrivateKey
    revoked_key: Ed25519PrivateKey
    steps: Sequence[str]

    def order(self, steps: Sequence[str] = (_NO_STEP,), **changed: Any) -> dict[str, Any]:
        """An order of the seat to move on this position, with other members where given."""
        base = Base(self.base["version"], self.base["head"])
        return {**orders.move_order(self.game, self.match, self.seat, base, steps), **changed}

    def signed(self, order: Mapping[str, Any], key: Ed25519PrivateKey | None = None) -> Body:
        """The order signed by the mover, or by another key."""
        key = key or self.mover.key
        assert key is not None
        return signing.sign_order(order, key)

    def legal(self) -> str:
        """A step that is legal now."""
        return self.mover.legal_steps(self.match)["steps"][0]["step"]


Fault = Callable[[Scene], Body | None]  # the body to send; None if this scene has no occasion for it


def _stale(scene: Scene) -> Body | None:
    if scene.first == scene.base:
        return None
    old = {"version": scene.first["version"], "head": scene.first["head"]}
    return scene.signed(scene.order([scene.legal()], **old))


def _wrong_head(scene: Scene) -> Body:
    return scene.signed(scene.order([scene.legal()], head="0" * 64))


def _illegal(scene: Scene) -> Body | None:
    legal = {step["step"] for step in scene.mover.legal_steps(scene.match)["steps"]}
    for step in scene.steps:
        if step in legal:
            continue
        problem = scene.mover.preview(scene.match, steps=[step])["problem"]
        if problem is not None and problem["type"] == "/problems/move/illegal":
            return scene.signed(scene.order([step]))
    return None


def _altered(scene: Scene) -> Body:
    """The signature is of another order: somebody has changed the steps on the way."""
    return {**scene.signed(scene.order()), "order": scene.order([scene.legal()])}


def _without_head(scene: Scene) -> Body:
    order = scene.order([scene.legal()])
    del order["head"]
    return scene.signed(order)


def _by_stranger(scene: Scene) -> Body:
    return scene.signed(scene.order([scene.legal()]), scene.stranger.key)


def _foreign_seat(scene: Scene) -> Body:
    return scene.signed(scene.order([scene.legal()]), scene.other.key)


def _out_of_turn(scene: Scene) -> Body:
    return scene.signed(scene.order([scene.legal()], seat=scene.other_seat), scene.other.key)


def _unknown_key(scene: Scene) -> Body:
    return scene.signed(scene.order([scene.legal()]), signing.new_key())


def _undo_too_far(scene: Scene) -> Body:
    base = Base(scene.base["version"], scene.base["head"])
    return scene.signed(orders.undo_order(scene.game, scene.match, scene.seat, base, 1))


FAULTS: Sequence[tuple[str, Fault]] = (
    ("order/stale", _stale),
    ("order/stale", _wrong_head),
    ("move/illegal", _illegal),
    ("move/invalid", lambda scene: scene.signed(scene.order([_NO_STEP]))),
    ("order/bad-signature", _altered),
    ("request/schema", _without_head),
    ("seat/not-yours", _by_stranger),
    ("seat/not-yours", _foreign_seat),
    ("order/not-to-move", _out_of_turn),
    ("key/unknown", _unknown_key),
    ("key/not-in-match", lambda scene: scene.signed(scene.order([scene.legal()]), scene.late_key)),
    ("key/revoked", lambda scene: scene.signed(scene.order([scene.legal()]), scene.revoked_key)),
    ("order/game", lambda scene: scene.signed(scene.order([scene.legal()], game="chess"))),
    ("undo/not-allowed", _undo_too_far),
)


def commit_fault(scene: Scene, expected: str, fault: Fault) -> bool:
    """Send one bad order; was there occasion for it?

    :raises NotRefused: unless it is refused as expected, and the log is as it was.
    """
    body = fault(scene)
    if body is None:
        return False
    before = scene.mover.match(scene.match)
    expect_refusal(scene.mover, scene.match, body, expected)
    after = scene.mover.match(scene.match)
    if (after["version"], after["head"]) != (before["version"], before["head"]):
        raise NotRefused(f"the log has changed by an order that was refused with {expected}")
    return True


def commit_fault_elsewhere(scene: Scene) -> None:
    """Send an order to a match that is not there; raises NotRefused."""
    body = scene.signed(scene.order([scene.legal()], match=_UNKNOWN_MATCH))
    expect_refusal(scene.mover, _UNKNOWN_MATCH, body, "match/not-found")


def expect_refusal(referee: Referee, match: str, body: Body, expected: str) -> None:
    """Send an order that must be refused for this reason; raises NotRefused."""
    try:
        referee.transport.post(f"/v1/matches/{match}/orders", body)
    except RefereeProblem as problem:
        if problem.type != expected:
            raise NotRefused(
                f"refused with {problem.type} instead of {expected}: {problem.detail}"
            ) from problem
        return
    raise NotRefused(f"an order was taken that must be refused with {expected}")
