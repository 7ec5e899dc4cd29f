"""Act by a link: the token says which seat and which position, the referee signs what its player did with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.matches import clock, fairness, links, moves, orders
from referee.matches.absence import may_take_seat
from referee.matches.chain import Base
from referee.matches.events import read_trusted_event
from referee.matches.links import BadLink, Purpose, Token
from referee.matches.match import OVER, RUNNING, Match
from referee.matches.refusals import Refused
from referee.matches.signatures import read_detached, sign_detached
from referee.service import previews, reading
from referee.service.appending import Request, append
from referee.service.house import House, random_bytes
from referee.service.loading import existing, load
from referee.service.matches import take_seat
from referee.service.orders import answer
from referee.strict_json import canonical

CURRENT, STALE = "current", "stale"  # and OVER: the states of a link
MOVE, UNDO, RESIGN = "move", "undo", "resign"
_STEP_CHARACTERS = 48
_LONGEST_STINT = 200  # events that are looked through to find out whether a link may be gone on with

# Check words typed for one seat: so many at once, and one more in so many seconds. Who keeps no cookies types one
# for each move; who guesses needs a week for half of all words.
_WORD_TRIES = 30
_WORD_SECONDS = 300


@dataclass(frozen=True, slots=True)
class LinkView:
    """What a turn link opens now.

    ``state``: ``current`` while the position is the one that the link was made on, then ``stale``; ``over`` when the
    match has ended or was cancelled. ``owes``: the rules wait for the seat. ``undo_to``: the versions that the seat
    may go back to now, newest first. ``go_on``: the link by which the seat acts on the present position; of a stale
    link only as long as nobody else has moved since it was made, None where there is nothing to do. ``deadline``: by
    which a move is due (ms since 1970), None without a clock. ``is_vacant``: the referee plays the seat, ``can_return``:
    its last player may take it again.
    """

    token: Token
    match: Match
    seat: int
    player: str
    base: Base
    state: str
    owes: bool
    undo_to: tuple[int, ...]
    go_on: str | None
    deadline: int | None
    is_vacant: bool
    can_return: bool


def open_link(house: House, token_text: str) -> LinkView:
    """What a turn link opens: changes nothing, however often it is asked for.

    :raises Refused: ``link/dead``.
    """
    token, match = _find_turn(house, token_text)
    base = match.base_of(token.seat) or match.last
    undo_to = tuple(sorted(match.undo_targets(token.seat), reverse=True))
    is_vacant = match.is_vacant(token.seat)
    owes = reading.may_move(match, token.seat)
    state = _state_of(match, token)
    can_act = state != OVER and (owes or bool(undo_to))
    may_act = can_act and (state == CURRENT or _is_same_stint(house, match, token))
    go_on = turn_link(house, match, token.seat) if may_act else None
    player = _player_at(match, token.seat)
    return LinkView(
        token,
        match,
        token.seat,
        player,
        base,
        state,
        owes,
        undo_to,
        go_on,
        clock.deadline_of(match, token.seat),
        is_vacant,
        state != OVER and is_vacant and may_take_seat(match, token.seat, player),
    )


def turn_link(house: House, match: Match, seat: int) -> str:
    """The token by which a seat acts on the present position; the same at every call."""
    return links.write_token(links.turn_token(match, seat), house.link_key)


def read_link(house: House, token_text: str, purpose: Purpose) -> Token:
    """Read a token that must be of one purpose; raises Refused ``link/dead`` for all others alike."""
    try:
        token = links.read_token(token_text, house.link_key)
    except BadLink:
        raise dead() from None
    if token.purpose != purpose:
        raise dead()
    return token


def dead() -> Refused:
    """The refusal of a link that opens nothing: nobody can tell why."""
    return Refused("link/dead", "This link opens nothing, or not any more.")


def is_seat_cookie(house: House, token: Token, cookie: str | None) -> bool:
    """Was the check word of this link's seat typed before in the browser that sends this cookie?"""
    return cookie is not None and links.is_cookie_for(cookie, token, house.link_key)


def prove_person(house: House, token: Token, typed: str, cookie: str | None, now: int) -> str:
    """Show that a person stands behind a link: by the check word, or by the cookie that it left before.

    :param typed: what was typed as the check word; ``""`` if nothing.
    :param cookie: of this browser for this seat.
    :param now: milliseconds since 1970.
    :returns: the cookie to keep.
    :raises Refused: ``link/check-word``; ``link/too-many-words`` after too many wrong ones.
    """
    if cookie is not None and is_seat_cookie(house, token, cookie):
        return cookie
    if not typed.strip():
        raise Refused("link/check-word", "Type the check word of the letter.")
    subject = f"{token.purpose}:{token.subject_id}:{token.seat}"
    taken = house.cache.take_token(f"word:{subject}", now, 1 / _WORD_SECONDS, _WORD_TRIES)
    if taken is not None and not taken[0]:
        raise Refused("link/too-many-words", "Too many wrong check words were typed.")
    if not links.same_word(links.check_word(house.link_key, token), typed):
        raise Refused("link/check-word", "This is not the check word of the letter.")
    return links.write_cookie(token, house.link_key)


def act_by_link(
    house: House,
    token_text: str,
    act: str,
    received_at: int,
    *,
    steps: Sequence[str] = (),
    to: int | None = None,
) -> dict[str, Any]:
    """Play a move, take one back or resign by a link; the same again gets the same answer.

    Whether a person did it is asked before: :func:`prove_person`.

    :param act: ``move`` with ``steps`` in canonical notation, ``undo`` with the version to go back ``to``, or ``resign``.
    :param received_at: milliseconds since 1970 when our first process had the request.
    :returns: as :func:`referee.service.orders.play_order`: ``version, head, at, base, effects, receipt``.
    :raises Refused: ``link/dead``, and in their order what a signed order is refused with: ``match/over``,
        ``match/cancelled``, ``order/stale``, ``order/not-to-move``, ``undo/not-allowed``, ``move/invalid``,
        ``move/illegal``.
    """
    token, match = _find_turn(house, token_text)
    if act == MOVE:
        _check_writable(steps)
    order = _attested_order(house, match, token, act, steps, to)
    jws = read_detached(sign_detached(canonical(order), house.sign_key))

    def check(found: Match | None) -> Match:
        match = existing(found)
        _check_seat(match, token)
        return match

    def decide(match: Match) -> moves.Decided:
        at = max(received_at, match.at)
        return moves.decide_order(match, order, None, jws, at, random_bytes(fairness.SALT_BYTES))

    match, appended = append(house, match.id, orders.done_key(order), decide, check=check)
    if appended is None:
        raise RuntimeError("an order always appends")
    return answer(house, match, appended.version, token.seat)


def return_by_link(house: House, token_text: str, now: int) -> str:
    """Take a seat again that was lost by absence; gives the link by which it acts from now on.

    Whether a person did it is asked before: :func:`prove_person`.

    :param now: milliseconds since 1970.
    :raises Refused: ``link/dead``, ``match/...``, ``seat/not-vacant``, ``policy/forbids`` for who has resigned.
    """
    token, match = _find_turn(house, token_text)
    player = _player_at(match, token.seat)
    request = Request(player, "return", token_text, {})
    after = take_seat(house, match.id, player, "", request, now, is_invited=True, vacant_seat=token.seat)
    return turn_link(house, after, token.seat)


def preview_by_link(
    house: House, token_text: str, steps: Sequence[str] | None = None, line: str | None = None
) -> previews.Preview:
    """Try a move on the position of a link: nothing is written. No steps at all show what is legal first.

    :raises Refused: as :func:`act_by_link` before its steps are looked at.
    """
    token, match = _find_turn(house, token_text)
    _check_current(match, token)
    return previews.preview_on(match, token.seat, steps if line is None else None, line)


def _find_turn(house: House, token_text: str) -> tuple[Token, Match]:
    token = read_link(house, token_text, Purpose.TURN)
    match = load(house, token.subject_id)
    if match is None:
        raise dead()
    _check_seat(match, token)
    return token, match


def _check_seat(match: Match, token: Token) -> None:
    """Refuse a link to a seat that is not there, has another player now, or to a position that never was."""
    if (
        match.place_at(token.seat) is None
        or links.generation_of(match, token.seat) != token.generation
        or match.base is None
        or not 1 <= token.base <= match.base.version
    ):
        raise dead()


def _check_current(match: Match, token: Token) -> None:
    moves.check_match_runs(match)
    base = match.base_of(token.seat)
    if base is not None and base.version != token.base:
        raise moves.stale(match, token.seat)


def _check_writable(steps: Sequence[str]) -> None:
    """Refuse what no order may hold: the contract does it for orders that come signed."""
    if not 1 <= len(steps) <= previews.MOST_STEPS:
        raise Refused("move/invalid", f"A move has 1 to {previews.MOST_STEPS} steps.")
    for index, text in enumerate(steps):
        if not (text.isascii() and text.isprintable() and 1 <= len(text) <= _STEP_CHARACTERS):
            shown = text.encode("ascii", "backslashreplace").decode()[:_STEP_CHARACTERS]
            raise Refused(
                "move/invalid",
                f"A step has 1 to {_STEP_CHARACTERS} printable ASCII characters.",
                step={"index": index, "text": shown},
            )


def _state_of(match: Match, token: Token) -> str:
    if match.status != RUNNING:
        return OVER
    base = match.base_of(token.seat)
    return CURRENT if base is not None and base.version == token.base else STALE


def _is_same_stint(house: House, match: Match, token: Token) -> bool:
    """Has nobody but this seat acted since the link was made?"""
    since = match.version - token.base
    if since > _LONGEST_STINT:
        return False
    entries = house.logs.read(match.id, token.base, match.version)
    return all(read_trusted_event(entry.text).seat in (None, token.seat) for entry in entries)


def _player_at(match: Match, seat: int) -> str:
    place = match.place_at(seat)
    if place is None:
        raise dead()
    return place.player


def _attested_order(
    house: House, match: Match, token: Token, act: str, steps: Sequence[str], to: int | None
) -> orders.Order:
    """The order that the referee signs, on the base of the link: so the same act by the same link is the same order."""
    base = _base_of(house, match, token)
    game = match.rules.name
    if act == MOVE:
        order = orders.move_order(game, match.id, token.seat, base, steps)
    elif act == UNDO and to is not None:
        order = orders.undo_order(game, match.id, token.seat, base, to)
    elif act == RESIGN:
        order = orders.resign_order(game, match.id, token.seat, base)
    else:
        raise ValueError(f"no act of a link: {act}")
    return orders.attested(order, links.evidence_of(token, house.link_key))


def _base_of(house: House, match: Match, token: Token) -> Base:
    base = match.base_of(token.seat)
    if base is not None and base.version == token.base:
        return base
    return house.logs.read(match.id, token.base - 1, token.base)[0].base
