"""A program's way to run → the same run of a small program of our own, again and again.

Python finishes much of itself only when code is used: it looks names up, and writes quicker code over
the old. What it writes here, once in the zygote, no child has to write into a copy of its own.
"""

from __future__ import annotations

import marshal
import random
import socket
import sys
from collections.abc import Callable
from struct import Struct

from grader.sandbox.inside.link import TreeLink

_TIMES = 20  # after fewer calls Python does not take a function for one that is used often
_LENGTH, _FACTS = Struct("<I"), Struct("<IBI")
_ROOT, _CHILDREN = bytes(8), (b"\1" * 8, b"\2" * 8)
_NOTHING = b"\xff" * 4
_NAME = "rehearsed"
_CODE = b"""\
def search(node):
    if node.is_leaf:
        return node.utility
    values = [search(child) for child in node.children]
    return max(values) if node.kind == "max" else min(values)
"""


def rehearse(run: Callable[[TreeLink], None]) -> None:
    """Run it as a child would, and leave nothing behind."""
    kept = sys.meta_path[:], sys.path[:], sys.argv[:], random.getstate()
    loaded = set(sys.modules)
    for _ in range(_TIMES):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a message at a time
        with ours, theirs:
            for message in _messages():
                ours.send(message)
            ours.shutdown(socket.SHUT_WR)  # so that nothing waits for more
            run(TreeLink(theirs.fileno()))
        for name in set(sys.modules) - loaded:
            del sys.modules[name]
    sys.meta_path[:], sys.path[:], sys.argv[:], state = kept
    random.setstate(state)


def _messages() -> tuple[bytes, ...]:
    """All that the grader would say: the task, the file, and the nodes of a tree with two leaves."""
    file = f"{_NAME}.py"
    header = {
        "file": file, "name": "search", "api": "tree", "written": "function", "returns": ("value", "move"),
        "modules": (), "stand-ins": {"numpy": "numpy"}, "root": _ROOT.hex(), "depth": None, "agents": 2,
        "seed": 0, "files": [[file, len(_CODE)]],
    }  # fmt: skip
    text = marshal.dumps(header)
    root = b"".join((*_CHILDREN, *(3 * [_NOTHING])))
    leaf = _LENGTH.pack(1) + b"7"
    return _LENGTH.pack(len(text)), text, _CODE, _packed(0, 2, root), *(2 * [_packed(3, 0, leaf)])


def _packed(kind: int, children: int, body: bytes) -> bytes:
    return _FACTS.pack(_FACTS.size - _LENGTH.size + len(body), kind, children) + body
