"""The player's command `referee-play`: look, preview, play and watch, on any referee."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from clients import answers, showing
from clients.cli_account import keys_group, signup_command
from clients.cli_matches import matches_group
from clients.cli_time import calendar_command, hours_group, resign_command, vacation_command
from clients.cli_which import about_a_match, match_option
from clients.player import Player, Unclear
from clients.problems import BadAnswer, ClientError, NoConnection, RefereeProblem, is_passing
from clients.profile import DEFAULT_PATH, BadProfile, load_profile
from clients.sdk import IllegalMove
from clients.signing import BadKey
from clients.streaming import STATE

REFUSED, USAGE, NO_CONNECTION = 1, 2, 3  # the exit codes of what goes wrong


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96})
@click.option("--url", envvar="REFEREE_URL", metavar="URL", help="The referee; by default the profile's.")
@click.option(
    "--profile",
    envvar="REFEREE_PROFILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_PATH,
    help="File with your name, token and keys.  [default: ~/.config/referee/profile.json]",
)
@click.option(
    "--language",
    envvar="REFEREE_LANGUAGE",
    type=click.Choice(["en", "es"]),
    default="en",
    help="Of sentences.",
)
@click.version_option(package_name="referee", prog_name="referee-play")
@click.pass_context
def referee_play(ctx: click.Context, url: str | None, profile: Path, language: str) -> None:
    """Play board games that a referee judges. Every move is signed with a key that only you have.

    \b
    A first match:
      referee-play signup Ana
      referee-play matches open --players 2 --join
      referee-play board
      referee-play play "D"
      referee-play play "T2 EM>5 E>B"

    Where you have just one running match, it need not be named. Exit codes: 1 refused, 2 usage, 3 no
    connection.
    """
    report = _report if sys.stderr.isatty() else None
    ctx.obj = Player(load_profile(profile), url, language, report)


def _report(sentence: str) -> None:
    click.echo(f"referee-play: {sentence}", err=True)


referee_play.add_command(signup_command)
referee_play.add_command(keys_group)
referee_play.add_command(matches_group)
referee_play.add_command(resign_command)
referee_play.add_command(vacation_command)
referee_play.add_command(hours_group)
referee_play.add_command(calendar_command)


@referee_play.command("board")
@about_a_match()
@click.option("--at", type=click.IntRange(1), metavar="VERSION", help="An earlier position.")
@click.pass_obj
def board_command(player: Player, match: str | None, at: int | None) -> None:
    """Show the board, and who has to move.

    \b
    referee-play board
    referee-play board k7q2 --at 17
    """
    named = player.live_match(match)
    click.echo(player.referee.board(named, at).rstrip("\n"))
    found = player.referee.match(named)
    click.echo(f"\nmatch {named}, seats: {showing.seats_line(found, player.profile.player)}")
    click.echo(showing.state_line(found, player.profile.player))


@referee_play.command("legal")
@about_a_match()
@click.pass_obj
def legal_command(player: Player, match: str | None) -> None:
    """List what you may do now, with what it means."""
    named = player.live_match(match)
    found = player.referee.legal_steps(named)
    if not found["steps"]:
        click.echo("You owe no decision now.")
        click.echo(showing.state_line(player.referee.match(named), player.profile.player))
        return
    click.echo(f"seat {found['seat']}, {found['decision']}")
    for row in showing.legal_rows(found["steps"]):
        click.echo(row)


@referee_play.command("preview")
@click.argument("line", nargs=-1, required=True)
@match_option
@click.pass_obj
def preview_command(player: Player, line: tuple[str, ...], match: str | None) -> None:
    """Show what a move would do, without playing it. Spelling is free.

    \b
    referee-play preview "T2 EM>5 E>B"
    referee-play preview t2 'em>5' 'e>b'
    """
    seen = player.referee.preview(player.live_match(match), line=" ".join(line))
    if seen["problem"] is not None:
        raise IllegalMove(seen["problem"])
    for row in showing.preview_rows(seen):
        click.echo(row)


@referee_play.command("play")
@click.argument("line", nargs=-1, required=True)
@match_option
@click.pass_obj
def play_command(player: Player, line: tuple[str, ...], match: str | None) -> None:
    """Play a move: it is previewed, its canonical steps are signed, and the referee's receipt is checked.

    A move may stop before the turn is over; then go on with the next steps.

    \b
    referee-play play D
    referee-play play "L2"
    referee-play play "T2 EM>5 E>B"
    """
    named = player.live_match(match)
    seen = player.referee.preview(named, line=" ".join(line))
    if seen["problem"] is not None:
        raise IllegalMove(seen["problem"])
    accepted = player.with_fitting_key(lambda: player.referee.play(named, seen["steps"], base=seen["base"]))
    _tell(player, named, accepted["version"])


@referee_play.command("undo")
@click.option(
    "--to", type=click.IntRange(1), metavar="VERSION", help="Back to this version.  [default: one move]"
)
@about_a_match()
@click.pass_obj
def undo_command(player: Player, to: int | None, match: str | None) -> None:
    """Take your own move back, as long as nobody else has moved and nothing was revealed."""
    named = player.live_match(match)
    accepted = player.with_fitting_key(lambda: player.referee.undo(named, to))
    _tell(player, named, accepted["version"])


def _tell(player: Player, match: str, version: int) -> None:
    """Say what became of an order, and who moves now."""
    found = player.referee.match(match)
    for row in showing.news_rows(player.referee.events(match, version - 1), found, player.profile.player):
        click.echo(row)


@referee_play.command("turns")
@click.option(
    "--wait",
    type=click.IntRange(0, 25),
    default=0,
    help="Seconds to wait for one if there is none.  [default: 0]",
)
@click.pass_obj
def turns_command(player: Player, wait: int) -> None:
    """List every decision that you owe, in all your matches."""
    player.must_be_signed_up()
    turns = player.referee.turns(wait)
    for turn in turns:
        due = showing.deadline_words(turn["deadline"])
        click.echo(f"{turn['match']}  {turn['game']}  seat {turn['seat']}  {turn['decision']}{due}")
    if not turns:
        click.echo("You owe nothing.")


@referee_play.command("watch")
@about_a_match()
@click.option(
    "--after", type=click.IntRange(0), metavar="VERSION", help="Begin behind this version.  [default: now]"
)
@click.pass_obj
def watch_command(player: Player, match: str | None, after: int | None) -> None:
    """Follow a match, one line an event, until it is over or you press Ctrl-C."""
    try:
        _follow(player, player.live_match(match), after)
    except KeyboardInterrupt:
        return


def _follow(player: Player, match: str, after: int | None) -> None:
    own = player.profile.player
    found: answers.Match | None = None
    for message in player.referee.follow(match, after):
        if message.kind == STATE:
            is_first, found = found is None, message.data["match"]
            if is_first:
                click.echo(f"match {match}, seats: {showing.seats_line(found, own)}")
                click.echo(showing.state_line(found, own))
            continue
        if showing.changes_seats(message.data):
            found = player.referee.match(match)
        assert found is not None, "the state comes first"
        click.echo(showing.event_row(message.data, showing.seat_names(found, own)))
    click.echo(showing.state_line(player.referee.match(match), own))


@referee_play.command("record")
@about_a_match()
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-", help="File to write.")
@click.pass_obj
def record_command(player: Player, match: str | None, output: TextIO) -> None:
    """Fetch the record of a match that is over; without MATCH, of the last one.

    \b
    referee-play record -o match.jsonl
    referee verify match.jsonl
    """
    output.write(player.referee.record(player.finished_match(match)))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. An error is one line on standard error, never a traceback."""
    try:
        referee_play.main(args=arguments, prog_name="referee-play", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "referee-play"
        return _say(USAGE, f"{error.format_message()} (see {path} --help)")
    except click.ClickException as error:
        return _say(USAGE, error.format_message())
    except (Unclear, BadProfile, BadKey) as error:
        return _say(USAGE, str(error))
    except IllegalMove as error:
        return _say(REFUSED, showing.illegal_line(error.problem))
    except RefereeProblem as error:
        return _say(NO_CONNECTION if is_passing(error) else REFUSED, showing.problem_line(error))
    except NoConnection as error:
        return _say(
            NO_CONNECTION,
            f"{error}; is this its address (--url)? If you were playing, look at the board before you repeat it",
        )
    except BadAnswer as error:
        return _say(NO_CONNECTION, str(error))
    except (ClientError, OSError) as error:
        return _say(REFUSED, str(error))
    except (click.Abort, KeyboardInterrupt):
        return _say(REFUSED, "interrupted")
    except Exception as error:
        if os.environ.get("REFEREE_DEBUG"):
            raise
        return _say(
            REFUSED, f"{type(error).__name__}: {error} (a fault of ours; REFEREE_DEBUG=1 shows where)"
        )
    return 0


def _say(code: int, line: str) -> int:
    click.echo(f"referee-play: {' '.join(line.split())}", err=True)
    return code


def main() -> None:
    """The entry point of the command `referee-play`."""
    code = run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does. Python must not fail once more at its own flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


if __name__ == "__main__":
    main()
