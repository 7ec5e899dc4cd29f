"""The operator's command `referee`. A subcommand is imported when it is called, and no sooner."""

import importlib
import os
import sys
from collections.abc import Sequence

import click

from referee.settings import CannotStart

# name -> (module, attribute, what it does); so `referee trace` loads no server and `--help` loads nothing.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "up": ("referee.cli.up", "up_command", "Start everything on this machine."),
    "demo": ("referee.cli.demo", "demo_command", "Play a whole match through the public doors."),
    "trace": ("referee.cli.trace", "trace_command", "Write the trace of a random game."),
    "replay": ("referee.cli.trace", "replay_command", "Check traces and rule cases."),
    "admin": ("referee.cli.admin", "admin_group", "Check, back up and restore what the log server holds."),
    "verify": ("referee.cli.verify", "verify_command", "Check the record of a match."),
}
UNUSABLE = 2  # the exit code of everything that the caller must put right


class LazyGroup(click.Group):
    """A group whose commands are named in a table and imported at their call."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, _, purpose) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee", prog_name="referee")
def referee() -> None:
    """Referee: board games by post, refereed. `referee up` starts everything here."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. An error is one line on standard error, never a traceback.

    :param arguments: without the program's name; those of the process by default.
    """
    try:
        result = referee.main(args=arguments, prog_name="referee", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return UNUSABLE
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "referee"
        return _refuse(f"{path}: {error.format_message()} (see {path} --help)")
    except click.ClickException as error:
        return _refuse(f"referee: {error.format_message()}")
    except CannotStart as error:
        return _refuse(f"referee: {error}")
    except (click.Abort, KeyboardInterrupt):
        return _refuse("referee: interrupted")
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does. Python must not fail once more at its own flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if os.environ.get("REFEREE_DEBUG"):
            raise
        if isinstance(error, OSError) and error.strerror and error.errno:
            # A full disk, a directory that may not be written: the caller's to put right.
            where = f"{error.filename}: " if error.filename else ""
            return _refuse(f"referee: {where}{error.strerror}")
        kind = type(error).__name__
        return _refuse(f"referee: {kind}: {_one_line(error)} (a fault of ours; REFEREE_DEBUG=1 shows where)")
    return result if isinstance(result, int) else 0


def main() -> None:
    """The entry point of the command `referee`."""
    sys.exit(run())


def _refuse(line: str) -> int:
    click.echo(line, err=True)
    return UNUSABLE


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
