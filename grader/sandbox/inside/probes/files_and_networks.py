"""Probes that reach for files and networks; each takes the bait that it names, and says what it got."""

from __future__ import annotations

import os
import socket


def read_file(file: str) -> str:
    return _size(file)


def read_system_file() -> str:
    return _size("/etc/passwd")


def list_root() -> str:
    names = os.listdir("/")  # noqa: PTH208 - as a student would
    if not names:
        raise FileNotFoundError("the root is empty")
    return f"{len(names)} names"


def see_file(file: str) -> str:
    return f"a file of {os.stat(file).st_size} bytes"  # noqa: PTH116


def write_file(folder: str) -> str:
    path = f"{folder}/{os.getpid()}"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("left")
    os.unlink(path)  # noqa: PTH108
    return "a file"


def make_folder(token: str) -> str:
    path = f"/tmp/{token}"  # noqa: S108 - where anybody may write
    os.mkdir(path)  # noqa: PTH102
    os.rmdir(path)  # noqa: PTH106
    return "a folder"


def see_process(worker: int) -> str:
    return _size(f"/proc/{worker}/cmdline")


def read_environment(worker: int) -> str:
    return _size(f"/proc/{worker}/environ")


def connect_by_tcp(tcp: int) -> str:
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", tcp))
    return "a connection"


def send_by_udp(udp: int) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        return f"{connection.sendto(b'out', ('127.0.0.1', udp))} bytes out"


def connect_to_file(unix: str) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(unix)
    return "a connection"


def connect_to_name(token: str) -> str:
    return connect_to_file(f"\0{token}")


def _size(file: str) -> str:
    """How much stands in a file; what it is stays out of a report that somebody may publish."""
    with open(file, "rb") as opened:  # noqa: PTH123
        return f"{len(opened.read())} bytes"
