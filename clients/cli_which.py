"""How a command is told which match: as its argument or by ``--match``, whichever comes to mind."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

match_option = click.option("--match", "-m", metavar="MATCH", help="Which match; its first letters do.")


def about_a_match(*, required: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the parameter ``match``.

    :param required: the match must be named, since the command cannot be taken back.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.argument("argument", metavar="MATCH" if required else "[MATCH]", required=False)
        @match_option
        @wraps(command)
        def told(*args: Any, argument: str | None, match: str | None, **options: Any) -> Any:
            if argument is not None and match is not None and argument != match:
                raise click.UsageError(f"One match, please: {argument} or {match}?")
            named = argument if match is None else match
            if required and named is None:
                raise click.UsageError("Missing argument 'MATCH'.")
            return command(*args, match=named, **options)

        return told

    return decorate
