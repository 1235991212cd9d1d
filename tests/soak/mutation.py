"""Bytes and chance → other bytes: flipped, cut, doubled, swapped, and with nasty things put in."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_DEEP = 2_000
_LONG = 5_000

# What has broken readers before, ours or others'.
NASTIES: tuple[bytes, ...] = (
    b"\0", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\udfff", b"\\u0000", b"\\x00",
    "\u202e".encode(), "\u2066".encode(), "\u200f".encode(), "\u200b".encode(), "\ufeff".encode(),
    "\u2028".encode(), "\u0085".encode(), b"\x1b[31m", "\u0301".encode(), "🌲".encode(),
    "ﬁ".encode(), "İ".encode(), "ß".encode(), "٣".encode(), "³".encode(), "−".encode(), "∞".encode(),
    b"\r", b"\r\n", b"\n", b"\n\n---\n", b"\n...\n", b"\t", b"\x0b", b"\x0c", b"\x7f",
    b" ", b"''", b'"', b"'", b"`", b"|", b">", b"|-\n", b"&", b"*", b"!", b"%", b"@", b"#", b"##", b"- ",
    b"- - - ", b": ", b":", b",", b",,", b"?", b"? ", b"~", b"null", b"true", b"no", b"=", b"->", b"->->",
    b"(", b")", b"[", b"]", b"{", b"}", b"()", b"[]", b"{}", b"<<: *a", b"<<: {a: 1}", b"&a ", b"*a",
    b"!!python/object/apply:os.abort []", b"!!binary AAAA", b"!!float 1", b"!!set {a}", b"!x", b"!!str ",
    b"0", b"-0", b"1", b"-1", b"+1", b"00", b"01", b"1.", b".5", b"1.5", b"1e5", b"1e400", b"1e-400",
    b"1e999999999", b"-1e999999999", b"0x10", b"0o7", b"1_000", b"12:30:45", b"1/0", b"0/0", b"1/3", b"-1/3",
    b"10/3", b"4/2", b"1/-3", b"inf", b"-inf", b"+inf", b"Infinity", b"-Infinity", b"NaN", b".inf", b".nan",
    b"9" * 30, b"-" + b"9" * 400, b"9" * _LONG, b"1/" + b"9" * 400, b"0." + b"0" * 400 + b"1",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809", b"4294967296",
    b"100%", b"-1%", b"1e9%", b"50 %", b"15m", b"1d 12h", b"99999999999d", b"0d", b"-1d", b"2w",
    b"2027-02-01 23:59", b"2027-02-30", b"0001-01-01", b"0001-01-01 00:00 Asia/Tokyo", b"9999-12-31",
    b"9999-12-31 23:59 America/Los_Angeles", b"9999-12-31 23:59:59", b"10000-01-01", b"0000-00-00",
    b"2027-03-28 02:30 Europe/Berlin", b"2027-02-01 23:59 Europe/Nowhere", b"2027-02-01T23:59:60Z",
    b"2027-02-01 23:59 ../../etc/passwd", b"1970-01-01T00:00:00+25:00",
    b"max", b"min", b"chance", b"max(", b"min(1, 2)", b"chance(1/2 -> 1, 1/2 -> 2)", b"chance(1/3 -> 6)",
    b"chance(0 -> 1, 1 -> 2)", b"chance(-1 -> 1, 2 -> 2)", b"chance(1 -> 6)", b"chance(1, 2)", b"A = ",
    b"A", b"B", b"=SUM(A1)", b"../..", b"/etc/passwd", b"C:\\con", b".", b"..", b"a" * 300, b"<script>",
    b"]]>", b"<!--", b"{{ 7*7 }}", b"{% raw %}", b"${HOME}", b"::error::x", b"%s%n", b"$x$", b"\\input{x}",
    b"(" * _DEEP, b"[" * _DEEP, b"{" * _DEEP, b"max(" * _DEEP, b"[" * _DEEP + b"]" * _DEEP, b"- " * _DEEP,
    b" " * _LONG, b" " * _LONG + b")", b" " * _LONG + b"$",
    b"#" * _LONG + b"\n$", b" " * _LONG + b"=", b"\n" * _LONG, b"#" * _LONG, b"# \n" * 500,
    b"\t" * _LONG + b"x", b"," * _LONG, b"'" * _LONG, b"\\" * _LONG, b"-" * _LONG, b"a," * 500, b"1 " * 500,
)  # fmt: skip

_TOKEN = re.compile(rb"[^\W\d_][\w-]*|\d+(?:[./]\d+)?|\s+|[^\w\s]|.", re.DOTALL)


def mutate(data: bytes, random: Random) -> bytes:
    """The bytes after a few changes, mostly one."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        data = random.choice(_CHANGES)(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    changed = bytearray(data or b"\0")
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _delete(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.choice((1, 1, 2, 5, 20, 200)) :]


def _repeat(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    end = start + random.choice((1, 3, 10, 50, 400))
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 20)) + data[end:]


def _insert(data: bytes, random: Random) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(NASTIES) + data[place:]


def _replace_token(data: bytes, random: Random) -> bytes:
    tokens = _TOKEN.findall(data) or [b""]
    tokens[random.randrange(len(tokens))] = random.choice(NASTIES)
    return b"".join(tokens)


def _swap_tokens(data: bytes, random: Random) -> bytes:
    tokens = _TOKEN.findall(data) or [b""]
    one, other = (random.randrange(len(tokens)) for _ in range(2))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def _copy_token(data: bytes, random: Random) -> bytes:
    tokens = _TOKEN.findall(data) or [b""]
    tokens[random.randrange(len(tokens))] = random.choice(tokens)
    return b"".join(tokens)


def _change_line(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    place, other = (random.randrange(len(lines)) for _ in range(2))
    lines[place : place + 1] = random.choice(
        ([], [lines[place]] * 2, [lines[other]], [b"  ", lines[place]], [lines[place].lstrip()])
    )
    return b"".join(lines)


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _delete, _repeat, _insert, _insert, _replace_token, _replace_token, _replace_token,
    _swap_tokens, _copy_token, _change_line,
)  # fmt: skip
