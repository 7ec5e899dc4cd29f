"""What the commands of `referee-play` work with: a profile, its referee, and the match that is meant."""

from collections.abc import Callable
from typing import TypeVar

from clients.answers import MatchSummary
from clients.problems import ClientError, RefereeProblem
from clients.profile import DEFAULT_URL, Profile
from clients.sdk import Referee
from clients.signing import key_id, new_key
from clients.transport import Patience

T = TypeVar("T")

_PATIENCE = Patience(attempts=6)  # some two seconds: a person waits
_ID_LENGTH = 16
_OTHER_KEY_MAY_FIT = frozenset({"key/not-in-match", "key/unknown", "key/revoked"})


class Unclear(ClientError):
    """The command must say more: which match, or who plays."""


class Player:
    """One player at one referee.

    :param url: of the referee; by default the profile's, then that of a referee on this machine.
    :param report: told in a sentence when an answer takes long.
    :param patience: for answers; by default that of a person.
    """

    def __init__(
        self,
        profile: Profile,
        url: str | None,
        language: str = "en",
        report: Callable[[str], None] | None = None,
        patience: Patience = _PATIENCE,
    ) -> None:
        self.profile = profile
        self.url = (url or profile.url or DEFAULT_URL).rstrip("/")
        self.referee = Referee(
            self.url, profile.token or None, language=language, patience=patience, report=report
        )
        self._take_up_profile()

    def _take_up_profile(self) -> None:
        profile, referee = self.profile, self.referee
        referee.transport.token = profile.token or None
        referee.player = profile.player or None
        referee.key = profile.keys[-1] if profile.keys else None

    def must_be_signed_up(self) -> None:
        """Raises Unclear for a profile without a player."""
        if not self.profile.is_signed_up:
            raise Unclear(f"{self.profile.path} holds no player yet: referee-play signup NAME")

    def sign_up(self, name: str, kind: str) -> None:
        """Make a player with a first key; every secret is in the profile before it is of use."""
        profile = self.profile
        if profile.is_signed_up:
            raise Unclear(
                f"{profile.path} belongs to {profile.name} already; choose another by --profile FILE"
            )
        if not profile.keys:
            profile.keys.append(new_key())
            profile.save()
        made = self.referee.sign_up(name, kind)
        profile.url, profile.player, profile.name, profile.token = (
            self.url,
            made["player"],
            made["name"],
            made["token"],
        )
        profile.save()
        self._take_up_profile()
        self.referee.register_key()

    def forget(self) -> None:
        """Be nobody again: the referee does not know this player (any more)."""
        self.profile = Profile(self.profile.path, self.url)
        self._take_up_profile()

    def ensure_active_key(self) -> bool:
        """Register a new key if the referee takes none of the profile's; was that necessary?"""
        active = {key["kid"] for key in self.referee.list_keys() if key["status"] == "active"}
        usable = [key for key in self.profile.keys if key_id(key) in active]
        if not usable:
            usable = [new_key()]
            self.profile.keys += usable
            self.profile.save()
            self.referee.register_key(usable[-1])
        self.referee.key = usable[-1]
        return key_id(usable[-1]) not in active

    def with_fitting_key(self, act: Callable[[], T]) -> T:
        """Do something that signs, with the newest key that the seat knows.

        A key registered after the seat was taken does not sign for it, so older ones are tried too; an order that
        was refused for its key binds nothing.
        """
        if not self.profile.keys:
            raise Unclear("There is no key that could sign: referee-play keys new")
        for key in reversed(self.profile.keys):
            self.referee.key = key
            try:
                return act()
            except RefereeProblem as problem:
                if problem.type not in _OTHER_KEY_MAY_FIT or key is self.profile.keys[0]:
                    raise
        raise AssertionError("the oldest key returns or raises")

    def live_match(self, named: str | None) -> str:
        """The match that a command means: the one named (its first letters do), else my only running one."""
        if named and len(named) == _ID_LENGTH:
            return named
        self.must_be_signed_up()
        mine = list(self.referee.matches(mine=True))
        if named:
            return _only(
                [match for match in mine if match["match"].startswith(named)], f"begins with {named}"
            )
        return _only([match for match in mine if match["status"] == "running"], "is running")

    def finished_match(self, named: str | None) -> str:
        """The match named, else my newest one with a complete record."""
        if named:
            return self.live_match(named)
        self.must_be_signed_up()
        for match in self.referee.matches(mine=True):
            if match["status"] in ("over", "cancelled"):
                return match["match"]
        raise Unclear("None of your matches is over yet.")


def _only(found: list[MatchSummary], what: str) -> str:
    if len(found) == 1:
        return found[0]["match"]
    if not found:
        raise Unclear(f"No match of yours {what}: referee-play matches")
    ids = ", ".join(match["match"] for match in found)
    raise Unclear(
        f"Of your matches more than one {what}: {ids}. Name the one you mean: --match {found[0]['match']}"
    )
