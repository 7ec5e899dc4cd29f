"""Paying for a money action, and for a tile of another seat (rule books, the money actions)."""

from typing import NamedTuple

from referee.games.engine import Effect
from referee.games.trucks import effects
from referee.games.trucks.refusals import not_enough_coins
from referee.games.trucks.state import AnyState


class Price(NamedTuple):
    """What a money action costs, and who gets it."""

    cost: int
    to_bank: int
    to_seller: int = 0


class Paid(NamedTuple):
    """Bank and coins after the price was paid, and the effects that say so."""

    bank: int
    coins: tuple[int, ...]
    effects: tuple[Effect, ...]


def pay(state: AnyState, price: Price, seller: int = 0) -> Paid:
    """The seat to act pays, first of all, out of what it had before.

    :param seller: the seat that sells a tile, 0 if none does.
    :raises IllegalStep: ``not-enough-coins``.
    """
    seat = state.seat
    if state.coins[seat - 1] < price.cost:
        raise not_enough_coins(price.cost, state.coins[seat - 1])
    coins = coins_with(state.coins, seat, -price.cost)
    happened: tuple[Effect, ...] = (effects.coins(seat, -price.cost, "cost"),)
    if seller:
        coins = coins_with(coins, seller, price.to_seller)
        happened += (effects.coins(seller, price.to_seller, "sale"),)
    return Paid(state.bank + price.to_bank, coins, happened)


def coins_with(coins: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    """The coins of all seats when one of them has so many more."""
    return (*coins[: seat - 1], coins[seat - 1] + amount, *coins[seat:])
