"""Who shows how far the logs must reach: the file of checkpoints, and receipts that players give back."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.service.checkpoints import Witness, read_receipts, refuse_shortfalls, witnesses_of
from referee.service.house import House
from referee.settings import CannotStart
from referee.store.checkpoints import Checkpoints

CHECKPOINTS = "checkpoints.jsonl"  # in the directory of `referee up`


def find_witnesses(house: House, checkpoints: Path | None, receipts: Sequence[Path]) -> Iterator[Witness]:
    """All that is shown, one after another.

    :raises CannotStart: for a file that cannot be read, or that holds what it should not.
    """
    if checkpoints is not None:
        yield from witnesses_of(Checkpoints(checkpoints))
    for path in receipts:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise CannotStart(f"{path}: cannot be read: {error}") from error
        yield from read_receipts(lines, str(path), house.referee_key)


def check_logs(house: House, checkpoints: Path | None, receipts: Sequence[Path]) -> None:
    """Refuse to start where a log is shorter than somebody shows; raises LogsLost, which lists every one."""
    refuse_shortfalls(house.logs, find_witnesses(house, checkpoints, receipts))
