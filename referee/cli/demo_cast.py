"""Who takes part in a demo: bots, perhaps a person who has only letters, and a stranger who has no seat."""

import hashlib
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients import answers
from clients.bots import Bot, make_bot
from clients.sdk import Referee
from clients.signing import key_id, new_key
from referee.cli.demo_letters import PersonByLetters, ticks_of
from referee.strict_json import Json

_KINDS = ("greedy", "random")
_WHOLE_LINES = 0.3  # how often a random bot takes a line from legal-moves instead of one of legal-steps


@dataclass(frozen=True)
class Cast:
    """A match that has started, and everybody who has to do with it.

    :ivar bots: by seat; ``person``: plays the seat that no bot has, if there is one.
    :ivar first: the base of the first position.
    :ivar late_keys: by seat, a key registered after the start; ``revoked_keys`` were revoked since.
    :ivar steps: examples of the game's notation.
    """

    match: str
    game: str
    bots: dict[int, Bot]
    person: PersonByLetters | None
    stranger: Referee
    first: answers.Base
    late_keys: dict[int, Ed25519PrivateKey]
    revoked_keys: dict[int, Ed25519PrivateKey]
    steps: list[str]

    @property
    def anybody(self) -> Referee:
        """The player of a bot, to ask what everybody may know."""
        return next(iter(self.bots.values())).referee

    @property
    def moves_by_letters(self) -> int:
        """How many moves the person has played."""
        return 0 if self.person is None else self.person.moves


def seat_players(
    url: str,
    game: str,
    players: int,
    options: Mapping[str, Json],
    seed: int,
    person: PersonByLetters | None,
) -> Cast:
    """Sign up bots, greedy and random in turn, and start a match of theirs.

    :param options: of the match.
    :param seed: of their choices and of the entropy that they give to the shuffle.
    :param person: opens the match and takes a seat in it; None where bots take all seats.
    """
    run = secrets.token_hex(4)  # a name is taken for ever, so it does not follow from the seed
    bots = [
        make_bot(url, f"demo {run} {place}", _KINDS[place % 2], random.Random(f"{seed}:{place}"))
        for place in range(players if person is None else players - 1)
    ]
    if person is None:
        match = bots[0].referee.open_match(game, players, options=dict(options), policy={"start": "full"})[
            "match"
        ]
    else:
        match = person.open_match(url, game, players, ticks_of(game, options) or [])
    for place, bot in enumerate(bots):
        bot.whole_lines = _WHOLE_LINES
        bot.referee.join(match, hashlib.sha256(f"referee-demo-v1\0{seed}\0{place}".encode()).hexdigest())
    by_seat = {bot.referee.seat(match): bot for bot in bots}
    first = bots[0].referee.match(match)["base"]
    assert first is not None, "a full match has started"
    return Cast(
        match=match,
        game=game,
        bots=by_seat,
        person=person,
        stranger=make_bot(url, f"demo {run} stranger", "random", random.Random(seed)).referee,
        first=first,
        late_keys={seat: _late_key(bot.referee) for seat, bot in by_seat.items()},
        revoked_keys={seat: _revoked_key(bot.referee) for seat, bot in by_seat.items()},
        steps=bots[0].referee.game(game)["notation"]["examples"],
    )


def _late_key(referee: Referee) -> Ed25519PrivateKey:
    key = new_key()
    referee.register_key(key)
    return key


def _revoked_key(referee: Referee) -> Ed25519PrivateKey:
    key = _late_key(referee)
    referee.revoke_key(key_id(key))
    return key
