"""The tail of an append-only file: what is whole, and where the damage begins."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.store.aof import whole_length


def command(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


commands = st.lists(st.binary(max_size=30), min_size=1, max_size=5).map(lambda words: command(b"SET", *words))


@given(st.lists(commands, min_size=1, max_size=8), st.data())
def test_a_file_cut_anywhere_is_whole_up_to_the_last_whole_command(
    written: list[bytes], data: st.DataObject
) -> None:
    file = b"".join(written)
    cut = data.draw(st.integers(0, len(file)))
    ends = [0, *accumulate(map(len, written))]
    assert whole_length(file[:cut]) == max(end for end in ends if end <= cut)


@given(st.lists(commands, min_size=1, max_size=8), st.integers(1, 5000))
def test_zero_bytes_behind_whole_commands_are_no_command(written: list[bytes], padding: int) -> None:
    file = b"".join(written)
    assert whole_length(file + bytes(padding)) == len(file)


def test_a_transaction_counts_only_with_its_end() -> None:
    before, inside = command(b"SET", b"a", b"1"), command(b"SET", b"b", b"2")
    begin, end = command(b"MULTI"), command(b"EXEC")
    assert whole_length(before + begin + inside + end) == len(before + begin + inside + end)
    assert whole_length(before + begin + inside) == len(before)
    assert whole_length(before + begin) == len(before)


def test_notes_between_commands_are_passed_over() -> None:
    file = b"#TS:1764400000\r\n" + command(b"PING") + b"#TS:1764400001\r\n"
    assert whole_length(file) == len(file)
    assert whole_length(file[:-1]) == len(file) - len(b"#TS:1764400001\r\n")


@pytest.mark.parametrize(
    "damage", [b"$3\r\nSET\r\n", b"*x\r\n", b"*1\r\n$-1\r\n", b"*1\r\n$3\r\nSETxx", b"\0"]
)
def test_what_is_no_command_ends_what_is_whole(damage: bytes) -> None:
    assert whole_length(command(b"PING") + damage) == len(command(b"PING"))
