"""Commands of `referee-play` about who I am: sign up, keys."""

from pathlib import Path

import click

from clients.player import Player
from clients.problems import ClientError, RefereeProblem
from clients.signing import key_id, load_key, new_key


@click.command("signup")
@click.argument("name")
@click.option("--bot", is_flag=True, help="This player is a program.")
@click.pass_obj
def signup_command(player: Player, name: str, bot: bool) -> None:
    """Become a player: makes a key, an account and a profile.

    \b
    referee-play signup Ana
    referee-play --url https://referee.example --profile ana.json signup Ana
    """
    try:
        player.sign_up(name, "bot" if bot else "person")
    except RefereeProblem as problem:
        if [error["pointer"] for error in problem.errors] != ["/name"]:
            raise
        # The schema's pattern says it exactly, and to nobody.
        raise ClientError(
            "A name has 2 to 24 letters (Latin, Greek, Cyrillic), digits, blanks and -_'. with a letter or "
            "digit at both ends."
        ) from problem
    click.echo(f"{player.profile.name} is player {player.profile.player} at {player.url}")
    click.echo(f"token and key are in {player.profile.path}: keep a copy, nobody else has them")


@click.group("keys", invoke_without_command=True)
@click.pass_context
def keys_group(ctx: click.Context) -> None:
    """List, make, register and revoke the keys that sign your moves."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_command)


@keys_group.command("list")
@click.pass_obj
def list_command(player: Player) -> None:
    """List the keys that the referee knows, and those of this profile."""
    player.must_be_signed_up()
    own = {key_id(key) for key in player.profile.keys}
    known = {key["kid"]: key["status"] for key in player.referee.list_keys()}
    for kid, status in known.items():
        click.echo(f"{kid}  {status:<10}  {'in this profile' if kid in own else 'elsewhere'}")
    for kid in own - known.keys():
        click.echo(f"{kid}  {'unknown':<10}  in this profile; register it: referee-play keys register")


@keys_group.command("new")
@click.pass_obj
def new_command(player: Player) -> None:
    """Make another key and register it. It signs for the seats that you take from now on."""
    player.must_be_signed_up()
    key = new_key()
    player.profile.keys.append(key)
    player.profile.save()
    player.referee.register_key(key)
    click.echo(f"{key_id(key)} is registered; older keys stay in the profile for the seats that know them")


@keys_group.command("register")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def register_command(player: Player, file: Path | None) -> None:
    """Register the keys of this profile that the referee does not know, or the private key in FILE (JWK)."""
    player.must_be_signed_up()
    if file is not None:
        key = load_key(file)
        if key_id(key) not in {key_id(own) for own in player.profile.keys}:
            player.profile.keys.append(key)
            player.profile.save()
    known = {key["kid"] for key in player.referee.list_keys()}
    new = [key for key in player.profile.keys if key_id(key) not in known]
    for key in new:
        player.referee.register_key(key)
        click.echo(f"{key_id(key)} is registered")
    if not new:
        click.echo("The referee knows all keys of this profile.")


# One name of a key in 64 begins with a dash, and is no option; so there is no `-h` here either, only `--help`.
@keys_group.command(
    "revoke", context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]}
)
@click.argument("kid")
@click.pass_obj
def revoke_command(player: Player, kid: str) -> None:
    """Revoke a key: from now on nothing signed with it is taken.

    A seat knows the keys that you had when you took it. With the last of them revoked you can play it no more.
    """
    player.must_be_signed_up()
    player.referee.revoke_key(kid)
    click.echo(f"{kid} is revoked")
