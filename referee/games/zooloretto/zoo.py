"""One seat's zoo as an immutable value; what its content allows is worked out once, when first asked."""

from typing import NamedTuple

from referee.games.trucks.box import Tiles
from referee.games.trucks.values import lazy
from referee.games.zooloretto.components import AREAS, BARN, BOARD_AREAS, ENCLOSURES, KIND, STALL
from referee.games.zooloretto.pens import EMPTY_PENS, Pen
from referee.games.zooloretto.steps import (
    BARN_INDEX,
    BARN_MOVES,
    DISCARD,
    MOVE,
    STALL_MOVES,
    SWAP,
    Steps,
)


class _Contents(NamedTuple):
    pens: tuple[Pen, ...]  # the owned enclosures in the order of AREAS
    stalls: tuple[Tiles, ...]  # beside each of them, sorted
    barn: Tiles  # sorted


class Zoo(_Contents):
    """Enclosures, stalls and barn of one seat. Not slotted: the lazy fields live in the instance."""

    @lazy
    def text(self) -> str:
        """The zoo text of the trace (rule book, "Facts")."""
        areas = [
            f"{pen.text}/{','.join(stalls)}" if stalls else pen.text
            for pen, stalls in zip(self.pens, self.stalls, strict=True)
        ]
        return f"{' '.join(areas)} {BARN}:{','.join(self.barn)}"

    @property
    def expansions(self) -> int:
        """How many expansions are bought."""
        return len(self.pens) - BOARD_AREAS

    @lazy
    def barn_kinds(self) -> Tiles:
        """The different tiles of the barn."""
        return tuple(dict.fromkeys(self.barn))

    @lazy
    def barn_groups(self) -> dict[str, Tiles]:
        """The animals of the barn by species."""
        groups: dict[str, Tiles] = {}
        for tile in self.barn:
            if KIND[tile] != STALL:
                groups[tile[0]] = (*groups.get(tile[0], ()), tile)
        return groups

    @lazy
    def _masks(self) -> dict[str, int]:
        return {}

    def places_for(self, kind: str) -> int:
        """The areas that take a tile of this kind, as a mask (bit i = area i of AREAS); never the barn."""
        masks = self._masks
        mask = masks.get(kind)
        if mask is None:
            mask = 0
            if kind == STALL:
                for area, stalls in enumerate(self.stalls):
                    if len(stalls) < ENCLOSURES[area].stall_spaces:
                        mask |= 1 << area
            else:
                for pen in self.pens:
                    mask |= pen.takes[kind]
            masks[kind] = mask
        return mask

    @lazy
    def moves(self) -> Steps:
        """Every move from the barn or between stall spaces that room and species allow, whatever it costs."""
        found: Steps = ()
        for tile in self.barn_kinds:
            found += BARN_MOVES[tile][self.places_for(KIND[tile])]
        free = self.places_for(STALL)
        for origin, stalls in enumerate(self.stalls):
            for stall in dict.fromkeys(stalls):
                found += STALL_MOVES[stall, origin][free & ~(1 << origin)]
        return found

    @lazy
    def stall_moves_to_barn(self) -> Steps:
        """The moves that the option ``stall_move_to_barn`` adds."""
        return tuple(
            MOVE[stall, origin, BARN_INDEX]
            for origin, stalls in enumerate(self.stalls)
            for stall in dict.fromkeys(stalls)
        )

    @lazy
    def swaps(self) -> Steps:
        """Every swap whose groups fit and differ, whatever it costs."""
        found: Steps = ()
        inhabited = [pen for pen in self.pens if pen.species]
        for place, first in enumerate(inhabited):
            for second in inhabited[place + 1 :]:
                if (
                    first.species != second.species
                    and len(first.tiles) <= ENCLOSURES[second.area].spaces
                    and len(second.tiles) <= ENCLOSURES[first.area].spaces
                ):
                    found += (SWAP[first.area, second.area, ""],)
            for species, group in self.barn_groups.items():
                if species != first.species and len(group) <= ENCLOSURES[first.area].spaces:
                    found += (SWAP[first.area, BARN_INDEX, species],)
        return found

    @lazy
    def discards(self) -> Steps:
        """Every tile of the barn that may be thrown away, whatever it costs."""
        return tuple(DISCARD[tile] for tile in self.barn_kinds)


EMPTY_ZOO = Zoo(EMPTY_PENS[:BOARD_AREAS], ((),) * BOARD_AREAS, ())


def expanded(zoo: Zoo) -> Zoo:
    """The zoo with its next expansion board open."""
    return Zoo((*zoo.pens, EMPTY_PENS[len(zoo.pens)]), (*zoo.stalls, ()), zoo.barn)


AREA_INDEX = {area: place for place, area in enumerate(AREAS)}
