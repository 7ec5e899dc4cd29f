"""How many requests a sender may make: a token bucket for each player or address.

The buckets lie on the volatile server, so that all processes see the same ones; this is the policy and the answer.
If that server is away, requests go through.
"""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.api.problems import Problem
from referee.api.requests import Envelope

# Takes one token: (bucket, now in ms, tokens that come back per second, tokens that the bucket holds) -> whether
# there was one, and how many are left; None when the server is away. Atomic across processes.
TakeToken = Callable[[str, int, float, int], tuple[bool, float] | None]
# Whose a bearer token is, or None if it is nobody's.
PlayerOf = Callable[[str], str | None]

_KNOWN_TOKENS = 10_000  # that a process remembers the players of


class Policy(NamedTuple):
    """A limit: a bucket of ``quota`` requests that fills evenly within ``window`` seconds."""

    name: str
    quota: int
    window: int

    @property
    def rate(self) -> float:
        """Requests that come back per second."""
        return self.quota / self.window


# Generous: what a program that waits with `wait` never meets. Sign-ups are dearer, since they never go away.
REQUESTS = Policy("requests", 6000, 60)
SIGN_UPS = Policy("sign-ups", 600, 3600)
POLICIES: Mapping[str, Policy] = {"sign_up": SIGN_UPS}


class Limiter:
    """The rate limit as :func:`referee.api.contract.bind` asks it.

    :param take: takes a token from a bucket.
    :param policies: by operation; others have ``default``.
    :param player_of: a player has one bucket however many tokens he makes; who sends a token that is nobody's
        shares the bucket of his address, or else made-up tokens would be a way around the limit.
    """

    def __init__(
        self,
        take: TakeToken,
        default: Policy = REQUESTS,
        policies: Mapping[str, Policy] = POLICIES,
        player_of: PlayerOf = lambda token: None,
    ) -> None:
        self._take = take
        self._default = default
        self._policies = policies
        # A token never changes hands, so that a process need not ask again.
        self._player_of = lru_cache(_KNOWN_TOKENS)(player_of)

    def __call__(self, envelope: Envelope) -> Mapping[str, str]:
        """Header fields for the answer; raises Problem ``rate/limited``."""
        policy = self._policies.get(envelope.operation.id, self._default)
        bucket = f"{policy.name}:{self._sender(envelope)}"
        taken = self._take(bucket, envelope.received_at, policy.rate, policy.quota)
        if taken is None:
            return {}
        fits, left = taken
        headers = header_fields(policy, left)
        if not fits:
            raise limited(policy, left, headers)
        return headers

    def _sender(self, envelope: Envelope) -> str:
        if envelope.operation.takes_token and envelope.credential is not None:
            return self._player_of(envelope.credential) or envelope.address
        return envelope.address


def limited(policy: Policy, left: float, headers: Mapping[str, str]) -> Problem:
    """The refusal, with the whole seconds after which one request fits again."""
    seconds = max(1, math.ceil((1 - left) / policy.rate))
    detail = "Try again in 1 second." if seconds == 1 else f"Try again in {seconds} seconds."
    return Problem("rate/limited", detail, headers={**headers, "Retry-After": str(seconds)})


def header_fields(policy: Policy, left: float) -> dict[str, str]:
    """``RateLimit-Policy`` and ``RateLimit`` (draft-ietf-httpapi-ratelimit-headers).

    :param left: tokens in the bucket; ``t`` is the whole seconds until it is full again.
    """
    full_again = math.ceil((policy.quota - left) / policy.rate)
    return {
        "RateLimit-Policy": f'"{policy.name}";q={policy.quota};w={policy.window}',
        "RateLimit": f'"{policy.name}";r={int(left)};t={full_again}',
    }
