"""The command `referee`: one line for each error, and nothing imported that is not needed."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee.cli import main
from referee.settings import CannotStart


@click.command()
@click.option("--how", default="well")
def ends(how: str) -> int:
    if how == "refused":
        raise CannotStart("REDIS_URL: is not set")
    if how == "broken":
        raise RuntimeError("a fault\nin two lines")
    if how == "unwritable":
        Path(__file__, "below").mkdir()
    if how == "full":
        raise OSError(28, "No space left on device")
    if how == "interrupted":
        raise KeyboardInterrupt
    if how == "exit":
        click.get_current_context().exit(7)
    return 0 if how == "well" else 1


@pytest.fixture(autouse=True)
def command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main.COMMANDS, "ends", (__name__, "ends", "Ends somehow."))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    monkeypatch.delenv("REFEREE_DEBUG", raising=False)


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["nonsense"], 2, "referee: No such command 'nonsense'. (see referee --help)"),
        (["--nonsense"], 2, "referee: No such option '--nonsense'. (see referee --help)"),
        (
            ["ends", "extra"],
            2,
            "referee ends: Got unexpected extra argument (extra) (see referee ends --help)",
        ),
        (["ends", "--how", "refused"], 2, "referee: REDIS_URL: is not set"),
        (["ends", "--how", "unwritable"], 2, f"referee: {__file__}/below: Not a directory"),
        (["ends", "--how", "full"], 2, "referee: No space left on device"),
        (["ends", "--how", "interrupted"], 2, "\nreferee: interrupted"),  # below the terminal's ^C
        (
            ["ends", "--how", "broken"],
            2,
            "referee: RuntimeError: a fault in two lines (a fault of ours; REFEREE_DEBUG=1 shows where)",
        ),
    ],
)
def test_an_error_is_one_line_and_no_traceback(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, line: str
) -> None:
    assert main.run(arguments) == code
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", line + "\n")


@pytest.mark.parametrize(("how", "code"), [("well", 0), ("different", 1), ("exit", 7)])
def test_a_command_gives_its_exit_code(how: str, code: int) -> None:
    assert main.run(["ends", "--how", how]) == code


def test_a_fault_of_ours_shows_its_place_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main.run(["ends", "--how", "broken"])


def test_help_names_every_command_and_loads_none() -> None:
    program = (
        "import sys; from referee.cli.main import run; code = run(['--help']);"
        "print(code, sorted({'flask', 'redis', 'rq', 'rich', 'requests'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"
    assert {"up", "demo", "trace", "replay", "verify"} <= {
        line.split()[0] for line in done.stdout.splitlines() if line
    }


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As in `referee trace ... | head -1`."""
    program = Path(sys.executable).parent / "referee"
    read = subprocess.Popen(["true"], stdin=subprocess.PIPE)
    read.wait()
    done = subprocess.run([program, "--help"], stdout=read.stdin, stderr=subprocess.PIPE, text=True)
    assert done.stderr == ""
