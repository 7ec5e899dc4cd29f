"""What the streams tell: the events of one match, and those of all matches of a player with what he owes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.api.matches import dump_match
from referee.api.schemas import TurnAnswer, ViewAnswer
from referee.api.stream_answer import Message
from referee.api.watching import dump_event
from referee.matches.match import OPEN, Match
from referee.service import reading
from referee.service.following import Step, Tails
from referee.service.house import House
from referee.words.languages import Language

STATE, TURNS = "state", "turns"  # the names of messages that are no events of a log
MOST_IN_A_PLACE = 300  # matches: the header that brings a place back has 8190 bytes
_OTHERS, _NOTHING = "*", "-"
_AT_ONCE = 100  # events of one look


class Reader(NamedTuple):
    """Who reads a stream: a player, or None, and his language."""

    player: str | None
    language: Language


class MatchFeed:
    """The events of a match behind a version, as a reader may know them.

    :param after: the version.
    """

    def __init__(self, house: House, tails: Tails, match: Match, reader: Reader, after: int) -> None:
        self._house = house
        self._tails = tails
        self._reader = reader
        self._match_id = match.id
        self._version = after
        self.is_over = match.is_complete and after >= match.version

    def state(self, match: Match) -> Message:
        """The match as it stands; its events are told from behind the version in the message's id on."""
        data = {"match": dump_match(self._house, match), "view": _view_of(match, self._reader.player)}
        return Message(data, STATE, str(self._version))

    def look(self) -> list[Message]:
        """The next events; see :class:`referee.api.stream_answer.Source`."""
        match, steps = self._tails.steps(self._match_id, self._version, _AT_ONCE)
        if not match.may_see(self._reader.player):
            self.is_over = True
            return []
        told = [Message(_told(match, step, self._reader), id=str(step.entry.version)) for step in steps]
        if steps:
            self._version = steps[-1].entry.version
        self.is_over = match.is_complete and self._version >= match.version
        return told

    def topics(self) -> Mapping[str, int]:
        """What to wait for."""
        return {self._match_id: self._version}


class PlayerFeed:
    """The events of all matches of a player, and what he owes whenever that changes.

    :param place: where an earlier stream of his had come to; None begins now.
    """

    def __init__(
        self, house: House, tails: Tails, player: str, language: Language, place: str | None
    ) -> None:
        self._house = house
        self._tails = tails
        self._player = player
        self._reader = Reader(player, language)
        known, from_now_on = read_place(place or _OTHERS)
        live = reading.load_live(house, player)
        beginnings = {match.id: match.version if from_now_on else 0 for match in live}
        # Oldest movement first: those at the end stand in the place when there are too many.
        claimed = {**beginnings, **known}
        others = reading.load_many(house, sorted(known.keys() - beginnings.keys()))
        matches = [*live, *(match for match in others if _was_in(match, player))]
        now = {match.id: match.version for match in matches}
        self._versions: dict[str, int] = {id: min(at, now[id]) for id, at in claimed.items() if id in now}
        self._forget_what_is_over(matches, set(beginnings))
        self._turns = _turns(live, player)
        self.is_over = False

    def state(self) -> Message:
        """What the player owes, and the version of each match behind which its events are told."""
        matches = [{"match": match, "version": version} for match, version in sorted(self._versions.items())]
        return Message({"turns": self._turns, "matches": matches}, STATE, self._place())

    def look(self) -> list[Message]:
        """The next events; see :class:`referee.api.stream_answer.Source`."""
        live = set(self._house.lists.live(self._player))
        for match_id in sorted(live - self._versions.keys()):
            self._versions[match_id] = 0
        told: list[Message] = []
        matches = reading.load_many(self._house, list(self._versions))
        for match in matches:
            if len(told) < _AT_ONCE:
                told += self._look_at(match, _AT_ONCE - len(told))
        for gone in self._versions.keys() - {match.id for match in matches}:
            del self._versions[gone]
        self._forget_what_is_over(matches, live)
        if told:
            told += self._changed_turns(matches, live)
        return told

    def topics(self) -> Mapping[str, int]:
        """What to wait for."""
        return self._versions

    def _look_at(self, match: Match, most: int) -> list[Message]:
        version = self._versions[match.id]
        if match.version <= version or not match.may_see(self._player):
            return []
        found, steps = self._tails.steps(match.id, version, most)
        told = []
        for step in steps:
            self._versions.pop(match.id)
            self._versions[match.id] = step.entry.version
            told.append(
                Message({"match": match.id, "event": _told(found, step, self._reader)}, id=self._place())
            )
        return told

    def _forget_what_is_over(self, matches: list[Match], live: set[str]) -> None:
        for match in matches:
            has_left = match.id not in live and match.place_of(self._player) is None
            is_told = self._versions[match.id] >= match.version
            if not match.may_see(self._player) or (is_told and (has_left or match.is_complete)):
                del self._versions[match.id]

    def _changed_turns(self, matches: list[Match], live: set[str]) -> list[Message]:
        turns = _turns([match for match in matches if match.id in live], self._player)
        if turns == self._turns:
            return []
        self._turns = turns
        return [Message({"turns": turns}, TURNS)]

    def _place(self) -> str:
        return write_place(self._versions)


def write_place(versions: Mapping[str, int]) -> str:
    """Where a stream of a player has come to: ``match:version`` of each match, and ``*`` if that are not all."""
    newest = list(versions.items())[-MOST_IN_A_PLACE:]
    words = [f"{match}:{version}" for match, version in newest]
    if len(versions) > len(newest):
        words.append(_OTHERS)
    return ",".join(words) or _NOTHING


def read_place(text: str) -> tuple[dict[str, int], bool]:
    """The version of each match that a place names, and whether all others are followed from now on."""
    words = [word for word in text.split(",") if word != _NOTHING]
    named = [word.partition(":") for word in words if word != _OTHERS]
    return {match: int(version) for match, _, version in named}, _OTHERS in words


def _was_in(match: Match, player: str) -> bool:
    """Had the player ever to do with the match: as its organiser, or with a place, also one that he has left?"""
    return player == match.organiser or any(place.player == player for place in match.places)


def _told(match: Match, step: Step, reader: Reader) -> dict[str, Any]:
    # The seat that counts is the one that the reader holds now, as in every other answer.
    seat = match.seat_of(reader.player) if reader.player is not None else None
    return dump_event(match.rules.name, reading.tell_event(*step, seat), reader.language)


def _view_of(match: Match, player: str | None) -> Any:
    if match.state is None or match.status == OPEN:
        return None
    return ViewAnswer().dump(reading.view_of(match, player))


def _turns(live: list[Match], player: str) -> Any:
    return TurnAnswer(many=True).dump(reading.turns_of(live, player))
