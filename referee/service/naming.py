"""The names of a match's players, as they are today."""

from referee.matches.match import Match
from referee.service.house import House


def names_of(house: House, match: Match) -> dict[int, str]:
    """Names by seat; empty before the start, and without who is no longer known."""
    places = {seat: match.place_at(seat) for seat in range(1, len(match.seats) + 1)}
    held = {seat: place.player for seat, place in places.items() if place is not None}
    players = house.accounts.players(list(held.values()))
    return {seat: players[player].name for seat, player in held.items() if player in players}


def joined_names(house: House, match: Match) -> list[str]:
    """Names in the order of seats, or else of joining."""
    if match.seats:
        return list(names_of(house, match).values())
    ids = [place.player for place in match.seated()]
    players = house.accounts.players(ids)
    return [players[player].name for player in ids if player in players]
