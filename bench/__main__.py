"""All budgets in one run: a JSON report in bench/out/, and a short table. `python -m bench [ROW ...]`."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import doorbell, latency, letters, memory, orders, placements, playouts, verify
from referee.games.registry import GAMES

ROWS: dict[str, Callable[[], dict[str, Any]]] = {
    **{f"playouts_{game}": partial(playouts.measure, game) for game in GAMES},
    **{f"placements_{game}": partial(placements.measure, game) for game in placements.GAMES},
    "verify": verify.measure,
    "latency": latency.measure,
    "memory": memory.measure,
    "doorbell": doorbell.measure,
    "letters": letters.measure,
    "orders": orders.measure,
}
_OUT = Path(__file__).parent / "out" / "report.json"
_AT_LEAST = frozenset({"ratio"})  # figures that must not fall below; all others must not pass


def is_held(row: str, figure: str, value: float, bound: float) -> bool:
    """Does a figure hold its bound? A ratio of speed is a floor, a ratio of latency and all else a ceiling."""
    return value >= bound if figure in _AT_LEAST and row != "latency" else value <= bound


def main(names: list[str]) -> int:
    """Measure rows, print the table, write the report; the exit code: 0 if all are held."""
    unknown = set(names) - set(ROWS)
    if unknown:
        print(f"no such rows: {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    console = Console(stderr=True)
    report: dict[str, dict[str, Any]] = {}
    for name in names or ROWS:
        with console.status(f"measuring {name}"):
            report[name] = ROWS[name]()
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    table = Table("row", "figure", "measured", "hold", "strive", "held")
    all_held = True
    for name, found in report.items():
        for figure, bound in found["hold"].items():
            held = is_held(name, figure, found[figure], bound)
            all_held = all_held and held
            table.add_row(
                name,
                figure,
                str(found[figure]),
                str(bound),
                str(found["strive"][figure]),
                "yes" if held else "NO",
            )
    Console().print(table)
    return 0 if all_held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
