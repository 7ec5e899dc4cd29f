"""Players, their tokens and their keys."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.matches import base64url
from referee.matches.events import REFEREE, Event
from referee.matches.match import Match
from referee.matches.moves import Decided
from referee.matches.refusals import Refused
from referee.matches.signatures import (
    KEY_TYPE,
    BadSignature,
    public_jwk,
    read_detached,
    thumbprint,
    verify_detached,
)
from referee.service.appending import Request, append, referee_key
from referee.service.house import House
from referee.service.loading import existing, load
from referee.service.matches import MOST_KEYS
from referee.store.accounts import Player, PlayerKey
from referee.strict_json import canonical

PLAY, READ = "play", "read"

# As the contract has it (PlayerName): for doors that the contract does not guard.
_LETTERS = "A-Za-z0-9À-ÖØ-öø-ɏΆΈ-ΊΌΎ-ΡΣ-ώЀ-ҁҊ-ӿ"
NAME_PATTERN = f"^[{_LETTERS}][{_LETTERS} '._-]*[{_LETTERS}]$"
SHORTEST_NAME, LONGEST_NAME = 2, 24
SCOPES = (PLAY, READ)

# What looks alike in the letters that a name may have (Latin, Greek, Cyrillic): no two names shall differ in these
# alone. Capitals first, since some of them look like other letters than their small ones do: Greek Ν, ν.
_ALIKE_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУҮХӀƖ", "ABEZHIKMNOPTYXABESIJKMHOPCTYYXII")
_ALIKE = str.maketrans("аеорсухіјѕһӏкмтвнүпгьαοριυνκχτεηγβıǀ0i1", "aeopcyxljshlkmtbhynrbaopluvkxtenyblloll")
_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"))


class SignedUp(NamedTuple):
    """A new player with a first token, shown once."""

    player: Player
    token: str
    scopes: Sequence[str]


class Viewer(NamedTuple):
    """Who asks: a player by a bearer token."""

    player: str
    scopes: frozenset[str]


def sign_up(house: House, name: str, kind: str, request: Request) -> SignedUp:
    """Make a player, active at once, with a token of all scopes; raises Refused ``player/name-taken``."""
    player = Player(house.identity("player", request.id), name, kind)
    token = base64url.encode(house.secret_for("token", request.id))
    outcome = house.accounts.add_player(
        player, name_key(name), token, " ".join(SCOPES), _idempotency(request), request.fingerprint
    )
    if outcome.kind == "taken":
        raise Refused("player/name-taken", "A player has this name, or one that looks like it.")
    request.check(outcome.value.decode())
    return SignedUp(player, token, SCOPES)


def make_token(
    house: House, viewer: Viewer, scopes: Sequence[str], request: Request
) -> tuple[str, list[str]]:
    """Make one more token, with no more scopes than the presented one has."""
    wanted = sorted(set(scopes))
    for scope in wanted:
        if scope not in viewer.scopes:
            raise Refused("auth/scope", f"Your token has not the scope {scope}, and cannot give it.")
    token = base64url.encode(house.secret_for("token", request.id))
    outcome = house.accounts.add_token(
        token, viewer.player, " ".join(wanted), _idempotency(request), request.fingerprint
    )
    request.check(outcome.value.decode())
    return token, wanted


def find_viewer(house: House, token: str) -> Viewer:
    """Who a bearer token stands for; raises Refused ``auth/unknown``."""
    found = house.accounts.token(token)
    if found is None:
        raise Refused("auth/unknown", "This token is not known, or was revoked.")
    return Viewer(found.player, found.scopes)


def show_player(house: House, player: str) -> Player:
    """A player by id."""
    found = house.accounts.player(player)
    if found is None:
        raise RuntimeError(f"player {player} has a token but no record")
    return found


def list_keys(house: House, player: str) -> list[PlayerKey]:
    """All keys of a player, revoked ones too, oldest first."""
    return house.accounts.keys(player)


def add_key(house: House, player: str, jwk: Mapping[str, str], proof: str, request: Request) -> PlayerKey:
    """Register a public key whose owner proves to hold the private one.

    :param proof: detached JWS of type ``referee-key+jws`` over JCS of ``{"key", "player"}``.
    :raises Refused: ``key/bad-proof``, ``key/in-use``, ``key/too-many``.
    """
    x = jwk["x"]
    kid = thumbprint(x)
    try:
        jws = read_detached(proof, KEY_TYPE)
        if jws.kid != kid:
            raise BadSignature("the proof names another key")
        verify_detached(jws, canonical({"key": public_jwk(x), "player": player}), x)
    except BadSignature as error:
        raise Refused("key/bad-proof", f"{error}.") from error
    outcome = house.accounts.add_key(kid, player, x, MOST_KEYS, _idempotency(request), request.fingerprint)
    if outcome.kind == "full":
        raise Refused("key/too-many", f"A player has at most {MOST_KEYS} active keys.")
    if outcome.kind == "taken":
        raise Refused("key/in-use", "This key was registered before; a key belongs to one player for ever.")
    request.check(outcome.value.decode())
    return PlayerKey(kid, player, x, revoked=False)


def revoke_key(house: House, player: str, kid: str) -> None:
    """Revoke a key at once; the events in the player's live matches follow."""
    key = house.accounts.key(kid)
    if key is None or key.player != player:
        raise Refused("key/not-found", "You have no such key.")
    if not key.revoked:
        house.accounts.revoke_key(kid, player)


def spread_revocation(house: House, player: str, kid: str, now: int) -> None:
    """Append SeatKeyRevoked to each live match of a player that holds the key; again is harmless."""
    for match_id in house.lists.live(player):
        place = existing(load(house, match_id)).place_of(player)
        if place is not None:
            _revoke_in_seat(house, match_id, place.number, kid, now)


def spread_revocations(house: House, match_id: str, now: int) -> None:
    """Append SeatKeyRevoked for each key of a match that was revoked while its player was taking the seat."""
    for place in existing(load(house, match_id)).seated():
        for kid in (thumbprint(key.x) for key in place.keys if not key.revoked):
            known = house.accounts.key(kid)
            if known is not None and known.revoked:
                _revoke_in_seat(house, match_id, place.number, kid, now)


def _revoke_in_seat(house: House, match_id: str, number: int, kid: str, now: int) -> None:
    def decide(match: Match) -> Decided | None:
        place = match.places[number - 1]
        if place.left or match.ended:
            return None
        for key_number, key in enumerate(place.keys, start=1):
            if thumbprint(key.x) == kid and not key.revoked:
                data = {"place": number, "key": key_number}
                return Decided([Event("SeatKeyRevoked", max(now, match.at), data, by=REFEREE)], [])
        return None

    append(house, match_id, referee_key("revoke", f"{number}:{kid}"), decide, check=existing)


def read_name(text: str) -> str:
    """The name that somebody typed, without blanks around it; raises Refused ``player/name-invalid``."""
    name = unicodedata.normalize("NFC", text).strip(" ")
    if not (SHORTEST_NAME <= len(name) <= LONGEST_NAME and re.fullmatch(NAME_PATTERN, name)):
        raise Refused(
            "player/name-invalid",
            f"A name has {SHORTEST_NAME} to {LONGEST_NAME} letters, digits, blanks and -_'., "
            "with a letter or digit at both ends.",
        )
    return name


def name_key(name: str) -> str:
    """What two names that look alike have in common."""
    plain = unicodedata.normalize("NFKD", name).translate(_ALIKE_CAPITALS).casefold()
    letters = "".join(letter for letter in plain if letter.isalnum()).translate(_ALIKE)
    for pair, letter in _ALIKE_PAIRS:
        letters = letters.replace(pair, letter)
    return letters


def _idempotency(request: Request) -> str:
    return request.id.hex()
