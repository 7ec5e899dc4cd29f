"""Commands of `referee-play` about matches: find, open, join, start."""

import json
from typing import Any

import click

from clients import answers, showing
from clients.cli_time import moment_of, span_of
from clients.cli_which import about_a_match
from clients.player import Player


@click.group("matches", invoke_without_command=True)
@click.pass_context
def matches_group(ctx: click.Context) -> None:
    """List, open, join and start matches."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_command)


@matches_group.command("list")
@click.option("--all", "everybody", is_flag=True, help="Public matches of everybody.")
@click.option("--status", type=click.Choice(["open", "running", "over", "cancelled"]), help="Only these.")
@click.pass_obj
def list_command(player: Player, everybody: bool = False, status: str | None = None) -> None:
    """List your matches; with --all the public ones.

    \b
    referee-play matches
    referee-play matches list --all --status open
    """
    if not everybody:
        player.must_be_signed_up()
    rows = list(showing.match_rows(player.referee.matches(status=status, mine=not everybody)))
    for row in rows or ["No match; open one: referee-play matches open --players 2 --join"]:
        click.echo(row)


@matches_group.command("open")
@click.option("--game", default="zooloretto", show_default=True, help="Which game.")
@click.option("--players", type=click.IntRange(1, 255), default=2, show_default=True, help="How many seats.")
@click.option(
    "--visibility",
    type=click.Choice(["public", "unlisted", "private"]),
    default="public",
    show_default=True,
    help="Who may see it.",
)
@click.option("--seating", type=click.Choice(["random", "fixed"]), default="random", show_default=True)
@click.option(
    "--start",
    type=click.Choice(["full", "organiser"]),
    default="full",
    show_default=True,
    help="When the last seat is taken, or when you say so.",
)
@click.option(
    "--invite", multiple=True, metavar="PLAYER", help="Id of a player; only those invited may join."
)
@click.option("--per-move", metavar="SPAN", help="Time for each stint, such as 3d or 36h; else no clock.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, such as stack_choice=true; /v1/games/GAME shows all.",
)
@click.option("--join", "and_join", is_flag=True, help="Take a seat at once.")
@click.pass_obj
def open_command(
    player: Player,
    game: str,
    players: int,
    visibility: str,
    seating: str,
    start: str,
    invite: tuple[str, ...],
    per_move: str | None,
    options: tuple[str, ...],
    and_join: bool,
) -> None:
    """Open a match; by default it starts when all seats are taken.

    \b
    referee-play matches open --players 3 --join
    referee-play matches open --game sanssouci --option stack_choice=true
    """
    chosen = dict(map(_option_of, options))
    player.must_be_signed_up()
    policy: dict[str, Any] = {"seating": seating, "start": start, "invited": list(invite)}
    if per_move is not None:
        policy["clock"] = {"kind": "move", "per_move": span_of(per_move)}
    opened = player.referee.open_match(game, players, options=chosen, policy=policy, visibility=visibility)
    if and_join:
        opened = player.referee.join(opened["match"])
    _tell(player, opened)


def _option_of(text: str) -> tuple[str, Any]:
    """The name and the value of an option that somebody typed; raises BadParameter.

    A value is JSON, such as ``true``, ``2`` or ``["F","L"]``; other text stands for itself.
    """
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@matches_group.command("join")
@about_a_match(required=True)
@click.option("--seat", type=click.IntRange(1), help="Which vacant seat of a match that runs.")
@click.pass_obj
def join_command(player: Player, match: str, seat: int | None) -> None:
    """Take a seat, with fresh randomness of yours for the shuffle; in a match that runs, a vacant one."""
    player.must_be_signed_up()
    _tell(player, player.referee.join(player.live_match(match), seat=seat))


@matches_group.command("leave")
@about_a_match(required=True)
@click.pass_obj
def leave_command(player: Player, match: str) -> None:
    """Give the seat back before the match starts."""
    player.must_be_signed_up()
    named = player.live_match(match)
    player.referee.leave(named)
    click.echo(f"You hold no seat in match {named}.")


@matches_group.command("start")
@about_a_match(required=True)
@click.pass_obj
def start_command(player: Player, match: str) -> None:
    """Start a full match that waits for its organiser."""
    player.must_be_signed_up()
    _tell(player, player.referee.start(player.live_match(match)))


@matches_group.command("cancel")
@about_a_match(required=True)
@click.pass_obj
def cancel_command(player: Player, match: str) -> None:
    """Cancel a match that you have opened."""
    player.must_be_signed_up()
    _tell(player, player.referee.cancel(player.live_match(match)))


_reason_option = click.option(
    "--reason", default="agreed", show_default=True, metavar="WORD", help="One word, kept in the log."
)


@matches_group.command("pause")
@about_a_match(required=True)
@click.option("--until", required=True, metavar="WHEN", help="A moment such as 2026-12-24T18:00Z, or 3d.")
@_reason_option
@click.pass_obj
def pause_command(player: Player, match: str, until: str, reason: str) -> None:
    """Pause a match that you have opened, where its policy allows it."""
    player.must_be_signed_up()
    _tell(player, player.referee.pause(player.live_match(match), moment_of(until), reason))


@matches_group.command("resume")
@about_a_match(required=True)
@_reason_option
@click.pass_obj
def resume_command(player: Player, match: str, reason: str) -> None:
    """End a pause before its time."""
    player.must_be_signed_up()
    _tell(player, player.referee.resume(player.live_match(match), reason))


@matches_group.command("extend")
@about_a_match(required=True)
@click.option("--seat", type=click.IntRange(1), required=True, help="Whose deadline moves.")
@click.option("--by", "span", required=True, metavar="SPAN", help="How much, such as 12h or 2d.")
@_reason_option
@click.pass_obj
def extend_command(player: Player, match: str, seat: int, span: str, reason: str) -> None:
    """Give a seat more time in a match that you have opened."""
    player.must_be_signed_up()
    _tell(player, player.referee.extend(player.live_match(match), seat, span_of(span), reason))


@matches_group.command("vacate")
@about_a_match(required=True)
@click.option("--seat", type=click.IntRange(1), required=True, help="Whose player is absent.")
@click.option(
    "--reason", default="absent", show_default=True, metavar="WORD", help="One word, kept in the log."
)
@click.pass_obj
def vacate_command(player: Player, match: str, seat: int, reason: str) -> None:
    """Declare the seat of an absent player vacant in a match that you have opened."""
    player.must_be_signed_up()
    _tell(player, player.referee.vacate(player.live_match(match), seat, reason))


def _tell(player: Player, match: answers.Match) -> None:
    own = player.profile.player
    click.echo(
        f"match {match['match']} ({match['status']}), seats: {showing.seats_line(match, own) or 'none taken'}"
    )
    click.echo(showing.state_line(match, own))
