"""What `referee-play` prints: answers as lines for a person."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from clients import answers
from clients.moments import OVER, write_left, write_moment
from clients.problems import RefereeProblem
from referee.now import now_ms
from referee.strict_json import read

_WIDTH = 96
_MOST_LEGAL = 12  # steps that an error line names


def problem_line(problem: RefereeProblem) -> str:
    """A refusal in one line: what, by which rule, what would be legal, and what to do about it."""
    return _line_of(problem.detail, problem.members, _ADVICE.get(problem.type, ""))


def illegal_line(problem: Mapping[str, Any]) -> str:
    """The problem of a preview in one line."""
    return _line_of(str(problem.get("detail", "")), problem, "")


_ADVICE = {
    "order/stale": "look again: referee-play board",
    "auth/missing": "sign up first: referee-play signup NAME",
    "auth/unknown": "this profile is of another referee, or its data is gone",
    "order/not-to-move": "see who is: referee-play board",
    "key/none": "make one: referee-play keys new",
    "key/unknown": "register it: referee-play keys register",
    "key/revoked": "sign with another key that you had when you took the seat (referee-play keys); a later one "
    "serves the seats that you take from now on",
    "match/not-found": "see yours: referee-play matches",
    "player/name-taken": "choose another name",
    "match/not-over": "watch it: referee-play watch",
    "seat/vacant": "take it again: referee-play matches join",
}


def _line_of(detail: str, members: Mapping[str, Any], advice: str) -> str:
    more = []
    if members.get("rule"):
        more.append(f"rule {members['rule']}")
    if members.get("canonical"):
        more.append(f"write {members['canonical']}")
    errors = {error["pointer"]: error["detail"] for error in reversed(members.get("errors", ()))}
    more += [f"{pointer}: {errors[pointer]}" for pointer in reversed(errors)]
    legal = members.get("legal", ())
    if legal:
        named = ", ".join(legal[:_MOST_LEGAL])
        more.append(
            f"legal: {named}" + (f" and {len(legal) - _MOST_LEGAL} more" if len(legal) > _MOST_LEGAL else "")
        )
    if advice:
        more.append(advice)
    line = f"{detail} ({'; '.join(more)})" if more else detail
    return " ".join(line.split())


def match_rows(matches: Iterable[answers.MatchSummary]) -> Iterator[str]:
    """A table of matches; nothing for none."""
    for number, match in enumerate(matches):
        if not number:
            yield f"{'match':<16}  {'game':<14}  {'seats':>5}  {'status':<9}  visibility"
        seats = f"{match['seated']}/{match['players']}"
        yield (
            f"{match['match']:<16}  {match['game']:<14}  {seats:>5}  {match['status']:<9}  {match['visibility']}"
        )


def seats_line(match: answers.Match, own: str) -> str:
    """Who sits where: ``1 Ana, 2 Ben (you); 1 free``."""
    seats = [
        f"{seat['seat'] or '-'} {seat['name']}{' (you)' if seat['player'] == own else ''}"
        + ("" if seat["presence"] == "present" else f" ({seat['presence']})")
        for seat in match["seats"]
    ]
    free = match["players"] - len(match["seats"])
    taken = [", ".join(seats)] if seats else []
    return "; ".join([*taken, f"{free} free"] if free else taken)


def state_line(match: answers.Match, own: str) -> str:
    """Where a match stands: who owes what, or how it ended."""
    if match["result"]:
        return result_line(match)
    if match["status"] == "open":
        return "not started yet"
    if match["status"] == "cancelled":
        return "cancelled"
    names = seat_names(match, own)
    owed = [
        f"seat {each['seat']} ({names.get(each['seat'], '?')}), {each['decision']}"
        + deadline_words(each["deadline"])
        for each in match["turn"]
    ]
    still = match["still"]
    return "to move: " + ", ".join(owed) + (f" ({_still_words(still)})" if still else "")


def deadline_words(deadline: int | None) -> str:
    """When a decision is due, behind what it is; nothing where no time runs out."""
    if deadline is None:
        return ""
    left = write_left(deadline, now_ms())
    return f", by {write_moment(deadline)} ({left}{'' if left == OVER else ' left'})"


def _still_words(still: answers.Still) -> str:
    if still["until"] is None:
        return "suspended: all players are absent"
    return f"paused until {write_moment(still['until'])}"


def result_line(match: answers.Match) -> str:
    """The scores of a match that is over, best first."""
    result = match["result"]
    assert result is not None
    rows = sorted(
        (result["ranks"][seat["seat"] - 1], seat["seat"], seat["name"])
        for seat in match["seats"]
        if seat["seat"]
    )
    return "over: " + ", ".join(f"{rank}. {name} {result['scores'][seat - 1]}" for rank, seat, name in rows)


def legal_rows(steps: Sequence[answers.LegalStep]) -> Iterator[str]:
    """Legal steps with what they mean."""
    width = max((len(step["step"]) for step in steps), default=0)
    for step in steps:
        yield f"{step['step']:<{width}}  {step['sentence']}{' (reveals)' if step['reveals'] else ''}"


def next_steps(steps: Sequence[answers.LegalStep]) -> str:
    """Legal steps in a few lines."""
    return textwrap.fill(
        ", ".join(step["step"].replace(" ", "\0") for step in steps),
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
    ).replace("\0", " ")


def preview_rows(preview: answers.Preview) -> Iterator[str]:
    """What a move would do."""
    for step, sentence in zip(preview["steps"], preview["sentences"], strict=True):
        yield f"{step}  {sentence}"
    if preview["effects"]:
        yield "then: " + ", ".join(effect["text"] for effect in preview["effects"])
    if preview["reveals"]:
        yield "A draw: what comes is not known before it is played, and cannot be taken back."
    if preview["status"] == "incomplete":
        yield "Your turn goes on; next you may:"
        yield next_steps(preview["next_legal"])


_EVENTS = {
    "MatchOpened": "the match is open",
    "SeatTaken": "place {place} is taken",
    "SeatLeft": "place {place} is free again",
    "SeatKeyRevoked": "a key is revoked",
    "MatchStarted": "the match starts",
    "MoveUndone": "takes back, to version {to}",
    "SeatLapsed": "seat {seat} was absent",
    "SeatReplaced": "seat {seat} has another player",
    "SeatResigned": "resigns",
    "SeatHoursSet": "sets nightly hours",
    "VacationTaken": "is on vacation",
    "DeadlineExtended": "seat {seat} has more time ({reason})",
    "MatchPaused": "the match is paused ({reason})",
    "MatchResumed": "the match goes on ({reason})",
    "TimeCredited": "an outage of the referee costs nobody time",
    "MatchEnded": "the match ends",
    "MatchScored": "the match is scored, the seed is published",
    "MatchCancelled": "the match is cancelled",
}


_CHANGES_SEATS = frozenset({"MatchStarted", "SeatReplaced"})


def changes_seats(event: answers.LoggedEvent) -> bool:
    """Does somebody sit somewhere else after this event?"""
    return read(event["e"])["type"] in _CHANGES_SEATS


def seat_names(match: answers.Match, own: str) -> dict[int, str]:
    """How to call each seat."""
    return {
        seat["seat"]: "you" if seat["player"] == own else seat["name"]
        for seat in match["seats"]
        if seat["seat"]
    }


def event_row(event: answers.LoggedEvent, names: Mapping[int, str]) -> str:
    """An event in one line: its version, who, the steps as written, and what they mean."""
    said = read(event["e"])
    who = names.get(said.get("seat"), "")
    if said["type"] == "MovePlayed":
        by = "by the referee: " if said["data"].get("via") == "autopilot" else ""
        words = f"{by}{', '.join(said['data']['steps'])}.  {' '.join(event.get('sentences', ()))}"
    else:
        words = _EVENTS.get(said["type"], said["type"]).format_map(said["data"])
    return f"{event['version']:>5}  {f'{who}: ' if who else ''}{words}"


def news_rows(news: answers.EventList, match: answers.Match, own: str) -> Iterator[str]:
    """What became of an order, and who moves now."""
    names = seat_names(match, own)
    yield from (event_row(event, names) for event in news["events"])
    yield state_line(match, own)
