"""Invitations to a match by letter: records beside its log, in its slot, that can be erased."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from referee.store import names, outbox
from referee.store.client import Client
from referee.store.errors import store_guard

INVITED, ACCEPTED = "invited", "accepted"

# KEYS: the invitations, the outbox. ARGV: how many a match may have, the row's words (count, then each), then
# triples: hash of the address, record. The number of a new one comes before its row, which names it.
_INVITE = """
local most, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local last, new = tonumber(redis.call('HGET', KEYS[1], 'last') or '0'), 0
for at = 3 + count, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], 'a:' .. ARGV[at]) == 0 then new = new + 1 end
end
if last + new > most then return {0} end
local made, at = {}, 3 + count
while ARGV[at] do
  local known = redis.call('HGET', KEYS[1], 'a:' .. ARGV[at])
  if known then
    made[#made + 1] = tonumber(known)
  else
    last = last + 1
    redis.call('HSET', KEYS[1], 'last', last, 'a:' .. ARGV[at], last, last, ARGV[at + 1])
    local words = {}
    for i = 1, count do words[i] = ARGV[2 + i] end
    words[#words + 1] = 'x'
    words[#words + 1] = 'invitation:' .. last
    redis.call('XADD', KEYS[2], '*', unpack(words))
    made[#made + 1] = last
  end
  at = at + 2
end
return made
"""


class Invitation(NamedTuple):
    """An invitation. ``state``: ``invited`` or ``accepted``; ``player``: who accepted, else empty."""

    number: int
    address: str
    locale: str
    state: str
    player: str = ""


class Invitations:
    """The invitations of all matches."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._invite = client.register_script(_INVITE)

    def invite(
        self, match: str, version: int, addresses: Sequence[tuple[str, str, str]], most: int
    ) -> list[int]:
        """Write invitations with the rows of their letters, all in one; who is invited already gets no second one.

        :param addresses: of each the hash of its canonical form, its text, and the language of its letter.
        :returns: the number of each; a 0, and nobody is invited, where they are more than a match may have.
        """
        _, stream, _, *words = outbox.write_row(
            names.outbox(names.shard_of(match)), outbox.LETTER, match, version
        )
        given: list[str] = []
        for digest, address, locale in addresses:
            given += [digest, json.dumps({"address": address, "locale": locale, "state": INVITED})]
        with store_guard():
            made = self._invite([names.invited(match), stream], [most, len(words), *words, *given])
        return [int(number) for number in made]

    def get(self, match: str, number: int) -> Invitation | None:
        """An invitation by its number."""
        with store_guard():
            held = self._client.hget(names.invited(match), str(number))
        return None if held is None else Invitation(number, **json.loads(held))

    def all(self, match: str) -> list[Invitation]:
        """The invitations of a match, in order."""
        with store_guard():
            held = self._client.hgetall(names.invited(match))
        numbered = {int(field): value for field, value in held.items() if field.isdigit()}
        return [Invitation(number, **json.loads(numbered[number])) for number in sorted(numbered)]

    def reopen(self, match: str, invitation: Invitation) -> None:
        """Note that who accepted an invitation has left again."""
        self._write(match, invitation._replace(state=INVITED, player=""))

    def accept(self, match: str, invitation: Invitation, player: str) -> None:
        """Note who accepted an invitation."""
        self._write(match, invitation._replace(state=ACCEPTED, player=player))

    def _write(self, match: str, invitation: Invitation) -> None:
        members = invitation._asdict()
        del members["number"]
        with store_guard():
            self._client.hset(names.invited(match), str(invitation.number), json.dumps(members))
