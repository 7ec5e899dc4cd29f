"""Check traces and rule cases: play what they say and compare all that they state (docs/traces.md)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.games.engine import (
    Game,
    IllegalStep,
    InvalidOptions,
    InvalidPosition,
    InvalidStep,
    OtherSpelling,
    State,
)
from referee.games.registry import UnknownGame, game_named
from referee.strict_json import Json, Unreadable, canonical_text, read

_SETUP_KEYS = frozenset({"t", "game", "players", "options", "setup", "rules_version"})
_STEP_KEYS = frozenset({"t", "n", "seat", "decision", "legal", "step", "facts"})
_END_KEYS = frozenset({"t", "scores", "ranks", "breakdown"})
_CASE_KEYS = frozenset({"has", "illegal", "legal_count"})
_OPTIONAL_SETUP = frozenset({"options", "rules_version"})


class TraceError(Exception):
    """A line that is not as it should be; ``line`` counts from 1, ``why`` is for a person."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"{line}: {why}")
        self.line = line
        self.why = why


class TraceUnreadable(TraceError):
    """The line is no part of a trace or case, or its set-up, position or step does not exist."""


class TraceDiffers(TraceError):
    """The line can be read, but the game says something else."""


class Replayed(NamedTuple):
    """What was checked and found equal."""

    games: int
    steps: int


class _Bad(Exception):
    """Becomes TraceUnreadable, with the line."""


class _Different(Exception):
    """Becomes TraceDiffers, with the line."""


def replay(lines: Iterable[bytes]) -> Replayed:
    """Check the lines of one file; blank ones are skipped.

    :param lines: UTF-8, each with or without its line end.
    :raises TraceUnreadable: at the first line that cannot be read.
    :raises TraceDiffers: at the first line that says something else than the game.
    """
    games = steps = number = last = 0
    playing: _Playing | None = None
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            line = _object(text)
            if line.get("t") == "setup":
                if playing is not None and not playing.may_stop:
                    raise TraceUnreadable(last, "this trace has no end line")
                playing = _Playing(line)
                games += 1
            elif playing is None:
                raise _Bad('the first line is a setup line ("t": "setup")')
            else:
                steps += playing.check(line)
        except _Bad as error:
            raise TraceUnreadable(number, str(error)) from error
        except _Different as error:
            raise TraceDiffers(number, str(error)) from error
        last = number
    if playing is None:
        raise TraceUnreadable(max(number, 1), "there is no setup line")
    if not playing.may_stop:
        raise TraceUnreadable(last, "this trace has no end line")
    return Replayed(games, steps)


def _object(text: bytes) -> dict[str, Json]:
    try:
        line = read(text.strip())
    except Unreadable as error:
        raise _Bad(str(error)) from error
    if not isinstance(line, dict):
        raise _Bad("a line is a JSON object")
    if line.get("t") not in ("setup", "step", "end"):
        raise _Bad('"t" is "setup", "step" or "end"')
    return line


class _Playing:
    """One trace or case, from its setup line on."""

    def __init__(self, setup_line: Mapping[str, Json]) -> None:
        self.is_case = "position" in setup_line
        self.has_ended = False
        self.steps = 0
        extra = {"position"} if self.is_case else set()
        _check_keys(setup_line, _SETUP_KEYS | extra)
        needed = {"game", "players"} if self.is_case else _SETUP_KEYS - _OPTIONAL_SETUP
        _demand_keys(setup_line, needed)
        self.game, self.state = _begin(setup_line)

    @property
    def may_stop(self) -> bool:
        """A case may end anywhere, a whole trace only with its end line."""
        return self.is_case or self.has_ended

    def check(self, line: Mapping[str, Json]) -> int:
        """Check a step or an end line; gives the number of steps played."""
        if self.has_ended:
            raise _Bad("nothing follows an end line but another setup line")
        if line["t"] == "end":
            self._check_end(line)
            return 0
        _check_keys(line, _STEP_KEYS | _CASE_KEYS if self.is_case else _STEP_KEYS)
        if not self.is_case:
            _demand_keys(line, _STEP_KEYS)
        _check_step_shape(line)
        self._check_fact_keys(line)
        has_step = "step" in line
        self._check_before(line, self.steps + 1 if has_step else self.steps)
        if has_step:
            self._play(line["step"])
            self.steps += 1
        if "facts" in line:
            _compare_facts(line["facts"], self.game.facts(self.state))
        return int(has_step)

    def _check_fact_keys(self, line: Mapping[str, Json]) -> None:
        if "facts" not in line:
            return
        # Which of the game's facts there are may hang on the options, but not on what was played.
        facts = self.game.facts(self.state)
        _check_known(line["facts"], facts, "facts")
        if not self.is_case:
            for key in sorted(facts.keys() - line["facts"].keys()):
                raise _Bad(f"facts has no {key}")

    def _check_before(self, line: Mapping[str, Json], number: int) -> None:
        """All that a line states of the state before its step."""
        owed = self.game.decisions(self.state)
        name, seat = owed[0] if owed else ("OVER", None)
        for key, got in (("n", number), ("seat", seat), ("decision", name)):
            if key in line:
                _compare(key, line[key], got)
        if not line.keys() & {"legal", "has", "illegal", "legal_count"}:
            return
        steps = self.game.legal_steps(self.state, seat) if seat is not None else ()
        legal = sorted(self.game.write(step) for step in steps)
        if "legal" in line and line["legal"] != legal:
            raise _Different(
                f"{_expected('legal', line['legal'], legal)}{_list_difference(line['legal'], legal)}"
            )
        for text in line.get("has", ()):
            if text not in legal:
                raise _Different(f"expected {_in_one_line(text)} to be legal, got {canonical_text(legal)}")
        for text in line.get("illegal", ()):
            if text in legal:
                raise _Different(f"expected {_in_one_line(text)} to be illegal, got it among the legal steps")
        if "legal_count" in line:
            _compare("legal_count", line["legal_count"], len(legal))

    def _play(self, text: str) -> None:
        owed = self.game.decisions(self.state)
        seat = owed[0].seat if owed else 1
        try:
            step = self.game.read(text, self.state, seat)
            self.state, _ = self.game.play(self.state, seat, step)
        except OtherSpelling as error:
            raise _Different(f"step {_in_one_line(text)} is illegal: {error}") from error
        except IllegalStep as error:
            raise _Different(f"step {_in_one_line(text)} is illegal: {error.why} ({error.rule})") from error
        except (InvalidStep, InvalidPosition) as error:
            raise _Bad(str(error)) from error

    def _check_end(self, line: Mapping[str, Json]) -> None:
        _check_keys(line, _END_KEYS)
        if not self.is_case:
            _demand_keys(line, _END_KEYS)
        for key in ("scores", "ranks"):
            _demand_list(line, key, int)
        _demand_list(line, "breakdown", dict)
        for entry in line.get("breakdown", ()):
            for key in entry:
                if key not in self.game.breakdown_keys:
                    raise _Bad(f"breakdown has no key {key!r}")
        owed = self.game.decisions(self.state)
        if owed:
            raise _Different(f"expected the end, got {owed[0].name} of seat {owed[0].seat}")
        result = self.game.result(self.state)
        for key, got in zip(("scores", "ranks", "breakdown"), result, strict=True):
            if key in line:
                _compare(key, line[key], got)
        self.has_ended = True


def _begin(line: Mapping[str, Json]) -> tuple[Game, State]:
    players, options = line["players"], line.get("options", {})
    version = line.get("rules_version", 1)
    if type(players) is not int:
        raise _Bad("players is a whole number")
    try:
        game = game_named(line["game"])
        if type(version) is not int or version not in game.rules_versions:
            raise _Bad(f"rules_version {canonical_text(version)} does not exist")
        if "position" in line:
            written, position = line.get("setup"), line["position"]
            if "setup" in line and not isinstance(written, dict):
                raise _Bad("setup is an object")
            return game, game.read_position(players, options, written, position, version)
        return game, game.start(game.read_setup(players, options, line["setup"], version))
    except UnknownGame as error:
        raise _Bad(error.why) from error
    except (InvalidOptions, InvalidPosition) as error:
        raise _Bad(str(error)) from error


def _check_keys(line: Mapping[str, Json], known: Iterable[str]) -> None:
    for key in line:
        if key not in known:
            raise _Bad(f"the {line['t']} line has no key {key!r}")


def _demand_keys(line: Mapping[str, Json], needed: Iterable[str]) -> None:
    for key in sorted(needed):
        if key not in line:
            raise _Bad(f"the {line['t']} line has no {key}")


def _check_step_shape(line: Mapping[str, Json]) -> None:
    for key in ("n", "legal_count"):
        if key in line and type(line[key]) is not int:
            raise _Bad(f"{key} is a whole number")
    if "seat" in line and line["seat"] is not None and type(line["seat"]) is not int:
        raise _Bad("seat is a whole number, or null when the match is over")
    for key in ("decision", "step"):
        if key in line and not isinstance(line[key], str):
            raise _Bad(f"{key} is a text")
    for key in ("legal", "has", "illegal"):
        _demand_list(line, key, str)
    if "facts" in line and not isinstance(line["facts"], dict):
        raise _Bad("facts is an object")


def _demand_list(line: Mapping[str, Json], key: str, kind: type) -> None:
    entries = line.get(key, [])
    # ``type(..) is`` and not isinstance: true is no number.
    if not isinstance(entries, list) or any(type(entry) is not kind for entry in entries):
        raise _Bad(f"{key} is a list of {_KIND_NAMES[kind]}")


_KIND_NAMES = {int: "whole numbers", str: "texts", dict: "objects"}


def _check_known(stated: Json, own: Json, name: str) -> None:
    """Refuse a key that there is not, at every depth."""
    if isinstance(stated, dict) and isinstance(own, dict):
        for key, value in stated.items():
            if key not in own:
                raise _Bad(f"{name} has no key {key!r}")
            _check_known(value, own[key], f"{name}.{key}")


def _compare_facts(expected: Mapping[str, Json], got: Mapping[str, Json]) -> None:
    for key, value in expected.items():
        _compare(key, value, got[key])


def _compare(key: str, expected: Json, got: Json) -> None:
    _demand_same_shape(key, expected, got)
    if canonical_text(expected) != canonical_text(got):
        raise _Different(_expected(key, expected, got))


def _demand_same_shape(where: str, expected: Json, got: Json) -> None:
    """Refuse ``true`` where a number stands, at every depth."""
    if isinstance(expected, bool) and not isinstance(got, bool):
        raise _Bad(f"{where}: {canonical_text(expected)} is no number")
    if isinstance(expected, list) and isinstance(got, list):
        for place, (one, other) in enumerate(zip(expected, got, strict=False)):
            _demand_same_shape(f"{where}[{place}]", one, other)
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if key in got:
                _demand_same_shape(f"{where}.{key}", value, got[key])


def _expected(key: str, expected: Json, got: Json) -> str:
    return f"expected {key} {canonical_text(expected)}, got {canonical_text(got)}"


def _in_one_line(text: str) -> str:
    """A text of the file as it is, unless it could not be seen or would break the line."""
    return text if text.isprintable() else canonical_text(text)


def _list_difference(expected: list[str], got: list[str]) -> str:
    missing = [text for text in got if text not in expected]
    extra = [text for text in expected if text not in got]
    differences = (("not in the file", missing), ("only in the file", extra))
    notes = [f"{title}: {', '.join(map(_in_one_line, texts))}" for title, texts in differences if texts]
    return f" ({'; '.join(notes)})" if notes else " (another order, or a step twice)"
