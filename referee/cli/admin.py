"""`referee admin`: check, back up and restore what the log server holds."""

import sys
from pathlib import Path

import click

from referee.cli.admin_servers import open_office, say, telling
from referee.cli.witnesses import find_witnesses
from referee.matches.ids import read_id
from referee.now import now_ms
from referee.service.backup import Restoring, write_backup
from referee.service.checkpoints import find_shortfalls
from referee.service.soundness import Unsound, check_all
from referee.settings import CannotStart
from referee.store.servers import check_empty_log_server, check_log_server

_DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default="./var",
    show_default=True,
    help="Directory of `referee up`; REDIS_URL names another log server.",
)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_ERASED = "erased.txt"  # in the data directory: who was erased, one id of a player a line


@click.group("admin")
def admin_group() -> None:
    """Look after the log server: while the service runs, or while it is stopped."""


@admin_group.command("check")
@_DATA
@click.option("--receipts", type=_FILE, multiple=True, help="Receipts that players give back, one a line.")
@click.option("--chains", is_flag=True, help="Chains of hashes alone, without replaying every match.")
def check_command(data: Path, receipts: tuple[Path, ...], chains: bool) -> None:
    """Check every match, and that no log is shorter than checkpoints and receipts show.

    \b
    What is wrong is said in a line each; the last line sums up, and the exit code says how it stands:
      0  ok: M matches, E events, W witnesses
      1  wrong: ...
      2  could not be checked
    """
    with open_office(data.absolute()) as office:
        check_log_server(office.log)
        wrong: list[str] = []
        matches = events = 0
        with telling("matches checked") as tell:
            for _, found in check_all(office.house, chains_only=chains):
                matches += 1
                if isinstance(found, Unsound):
                    wrong.append(str(found))
                else:
                    events += found if isinstance(found, int) else found.events
                tell(matches)
        witnesses = list(find_witnesses(office.house, office.checkpoints, receipts))
        wrong += [str(shortfall) for shortfall in find_shortfalls(office.house.logs, witnesses)]
    for line in wrong:
        click.echo(line)
    counted = f"{matches} matches, {events} events, {len(witnesses)} witnesses"
    click.echo(f"wrong: {len(wrong)} of {counted}" if wrong else f"ok: {counted}")
    sys.exit(1 if wrong else 0)


@admin_group.command("backup")
@click.argument("directory", type=click.Path(path_type=Path))
@_DATA
def backup_command(directory: Path, data: Path) -> None:
    """Write a backup into DIRECTORY, which must not exist yet; the service may go on meanwhile.

    The referee's keys are not in it: keep them elsewhere. `people.jsonl.gz` holds what people may ask to
    erase, and can be deleted after a while; the matches are whole without it.
    """
    with open_office(data.absolute()) as office, telling("matches backed up") as tell:
        check_log_server(office.log)
        done = write_backup(office.house, office.log, directory.absolute(), now_ms(), tell)
    click.echo(f"ok: {done.matches} matches, {done.events} events, {done.keys} keys in {directory}")


@admin_group.command("restore")
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@_DATA
@click.option(
    "--erased", type=_FILE, help=f"Players who were erased.  [default: {_ERASED} in --data, if it is there]"
)
def restore_command(directory: Path, data: Path, erased: Path | None) -> None:
    """Put the backup in DIRECTORY into an empty log server, after checking all of it.

    Every match is replayed first, signatures and shuffle too; if one does not pass, nothing is written. The
    referee's keys must be in place. Who was erased after the backup stays erased.
    """
    data = data.absolute()
    players = _read_erased(erased or data / _ERASED, is_needed=erased is not None)
    with open_office(data, may_make=True) as office:
        check_empty_log_server(office.log)
        restoring = Restoring(office.house, office.log, directory, players)
        if not restoring.has_people:
            say("the backup is without people: matches come back, accounts and addresses do not")
        with telling("matches checked") as tell:
            events = restoring.check(tell)
        with telling("matches restored") as tell:
            keys = restoring.write(tell)
    matches = restoring.contents["matches"]
    click.echo(f"ok: {matches} matches, {events} events, {keys} keys from {directory}")


def _read_erased(path: Path, *, is_needed: bool) -> set[str]:
    if not is_needed and not path.exists():
        return set()
    players = {line.strip() for line in path.read_text(encoding="utf-8").splitlines()} - {""}
    for player in sorted(players):
        try:
            read_id(player)
        except ValueError as error:
            raise CannotStart(f"{path}: {player!r} is no player: {error}") from error
    return players
