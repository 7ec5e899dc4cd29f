"""`referee verify`: check the record of a match without asking anybody."""

import sys
from pathlib import Path

import click

from clients.verify import UNREADABLE, Verdict, check_record
from referee.matches.signatures import load_public, public_jwk
from referee.strict_json import Unreadable, read


class _PublicKey(click.ParamType[str]):
    """A public Ed25519 key as JWK; the value is its member ``x``."""

    name = "JWK"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            members = read(value)
            x = members["x"] if isinstance(members, dict) else ""
            load_public(x)
        except (Unreadable, ValueError, KeyError, TypeError, AttributeError):
            self.fail('a key looks like {"crv":"Ed25519","kty":"OKP","x":"..."}', param, ctx)
        if {name: members.get(name) for name in ("crv", "kty", "x")} != public_jwk(x):
            self.fail("crv is Ed25519 and kty is OKP", param, ctx)
        return str(x)


@click.command("verify")
@click.argument("record")
@click.option(
    "--referee-key",
    type=_PublicKey(),
    metavar="JWK",
    help="The referee's key, as you know it from elsewhere.",
)
def verify_command(record: str, referee_key: str | None) -> None:
    """Check the RECORD of a match: chain, signatures, shuffle, every move, the result (- for standard input).

    \b
    One line says what was found, and the exit code how it stands:
      0  ok: N events, signed S, attested A, referee key K
      1  event N: KIND: why      the first event whose check fails
      2  unreadable: why         no record, or one of a later program
    """
    verdict = _check(record, referee_key)
    click.echo(verdict.line)
    sys.exit(verdict.code)


def _check(name: str, referee_key: str | None) -> Verdict:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        # A line ends with a line feed and nothing else: a text may hold what Python also takes for an end.
        lines = raw.decode("utf-8").split("\n")
    except OSError as error:
        return Verdict(UNREADABLE, f"unreadable: {name}: {error.strerror}")
    except UnicodeDecodeError:
        return Verdict(UNREADABLE, "unreadable: not UTF-8")
    return check_record(lines, referee_key)
