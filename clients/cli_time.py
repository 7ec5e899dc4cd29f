"""Commands of `referee-play` about time: resign, rest, sleep."""

import re

import click

from clients import showing
from clients.cli_which import about_a_match
from clients.moments import read_moment, read_span
from clients.player import Player
from referee.now import now_ms

_WALL_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def span_of(text: str) -> int:
    """Milliseconds of a span that somebody typed; raises BadParameter."""
    try:
        return read_span(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def moment_of(text: str) -> int:
    """A moment that somebody typed, in ms since 1970 UTC; raises BadParameter."""
    try:
        return read_moment(text, now_ms())
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command("resign")
@about_a_match(required=True)
@click.option("--yes", is_flag=True, help="Without being asked.")
@click.pass_obj
def resign_command(player: Player, match: str, yes: bool) -> None:
    """Give your seat up, for ever: it is played on without you, and comes last."""
    named = player.live_match(match)
    if not yes and not click.confirm(f"Resign in match {named}? There is no way back"):
        click.echo("You keep your seat.")
        return
    accepted = player.with_fitting_key(lambda: player.referee.resign(named))
    found = player.referee.match(named)
    news = player.referee.events(named, accepted["version"] - 1)
    for row in showing.news_rows(news, found, player.profile.player):
        click.echo(row)


@click.command("vacation")
@about_a_match(required=True)
@click.option("--until", required=True, metavar="WHEN", help="A moment such as 2026-12-24T18:00Z, or 3d.")
@click.pass_obj
def vacation_command(player: Player, match: str, until: str) -> None:
    """Let your clock stand still for a while, where the match allows vacations."""
    player.must_be_signed_up()
    found = player.referee.take_vacation(player.live_match(match), moment_of(until))
    click.echo(showing.state_line(found, player.profile.player))


@click.group("hours", invoke_without_command=True)
@click.pass_context
def hours_group(ctx: click.Context) -> None:
    """Your nightly hours, in which your clocks stand still."""
    if ctx.invoked_subcommand is None:
        player: Player = ctx.obj
        player.must_be_signed_up()
        click.echo(_hours_line(player))


@hours_group.command("set")
@click.argument("zone")
@click.argument("begin")
@click.argument("end")
@click.pass_obj
def set_command(player: Player, zone: str, begin: str, end: str) -> None:
    """Set them, by the clock on the wall of a time zone.

    \b
    referee-play hours set Europe/Madrid 23:00 8:00
    """
    player.must_be_signed_up()
    player.referee.set_hours(zone, _minutes(begin), _minutes(end))
    click.echo(_hours_line(player))


@hours_group.command("none")
@click.pass_obj
def none_command(player: Player) -> None:
    """Have none any more."""
    player.must_be_signed_up()
    player.referee.drop_hours()
    click.echo(_hours_line(player))


@click.command("calendar")
@click.option("--link", "kind", flag_value="link", help="Make a secret link for a calendar program.")
@click.option("--no-link", "kind", flag_value="none", help="Let the link open nothing any more.")
@click.pass_obj
def calendar_command(player: Player, kind: str | None) -> None:
    """Print your deadlines as an iCalendar text, or make a link for your calendar program."""
    player.must_be_signed_up()
    if kind == "link":
        click.echo(player.referee.make_calendar_link())
    elif kind == "none":
        player.referee.drop_calendar_link()
        click.echo("No link opens your calendar.")
    else:
        click.echo(player.referee.calendar(), nl=False)


def _hours_line(player: Player) -> str:
    found = player.referee.hours()
    if found is None:
        return "Your clocks run day and night."
    return f"Your clocks stand still from {_wall(found['from'])} to {_wall(found['to'])} ({found['zone']})."


def _minutes(text: str) -> int:
    found = _WALL_CLOCK.fullmatch(text)
    if found is None:
        raise click.BadParameter(f"{text!r} is no time of day such as 23:00")
    return int(found[1]) * 60 + int(found[2])


def _wall(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"
