"""How a match ends: by the rules, or because of those who resigned; and its result."""

from collections.abc import Collection
from typing import Any

from referee.matches.match import Match

BY_RULES, RESIGNED = "rules", "resigned"  # reasons of MatchEnded


def is_decided_by_resignation(resigned: Collection[int], seats: int) -> bool:
    """Is at most one seat left that has not resigned? A player alone ends a match when he resigns."""
    return bool(resigned) and seats - len(set(resigned)) <= 1


def reason_to_end(match: Match) -> str | None:
    """Why a running match is over, or None. A match without its seed cannot be judged by the rules."""
    if is_decided_by_resignation(match.resigned(), len(match.seats)):
        return RESIGNED
    if match.state is not None and all(clock.since is None for clock in match.clocks):
        return BY_RULES
    return None


def final_result(match: Match) -> dict[str, Any]:
    """Scores, ranks and breakdown as if the match ended now; seats that have resigned share the last place."""
    result = match.rules.result(match.state)._asdict()
    result["ranks"] = _with_last(result["ranks"], match.resigned())
    return result


def _with_last(ranks: list[int], resigned: Collection[int]) -> list[int]:
    """Ranks without the seats that have resigned, and those behind; ties share a rank."""
    if not resigned:
        return ranks
    others = [rank for seat, rank in enumerate(ranks, start=1) if seat not in resigned]
    return [
        1 + len(others) if seat in resigned else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(ranks, start=1)
    ]
