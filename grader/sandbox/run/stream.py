"""A socket and a deadline → bytes in and out, waited for no longer than whoever sets the deadline allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from socket import SO_RCVTIMEO, SO_SNDTIMEO, SOL_SOCKET, socket
from struct import Struct
from time import monotonic

PIECE = 4096  # most messages are short, and to make room for long ones takes time

_INSTANT = 0.01  # seconds that nobody minds
_TIME = Struct("ll")  # the seconds and microseconds of a C `timeval`


@dataclass(slots=True)
class Stream:
    """A blocking socket; `deadline` is a time of the monotonic clock; after it comes `TimeoutError`.

    At the deadline `extension` is asked for more seconds, if any.
    """

    channel: socket
    deadline: float
    extension: Callable[[], float] = lambda: 0.0
    _armed_until: float = -inf

    def more(self) -> bytes:
        """The next bytes, at least one; `EOFError` where there are none any more."""
        while True:
            if monotonic() > self._armed_until:
                self._arm()
            try:
                data = self.channel.recv(PIECE)
            except BlockingIOError:  # the kernel has waited for as long as it was told
                self._armed_until = -inf
                continue
            if not data:
                raise EOFError
            return data

    def rest(self) -> bytes:
        """The next bytes, or nothing where the other side has ended, which is waited for."""
        try:
            return self.more()
        except (EOFError, ConnectionError):
            return b""

    def send(self, data: bytes) -> None:
        while data:
            if monotonic() > self._armed_until:
                self._arm()
            try:
                data = data[self.channel.send(data) :]
            except BlockingIOError:
                self._armed_until = -inf

    def _arm(self) -> None:
        """Let the kernel wait no longer than to the deadline.

        To tell it so before every message would take longer than the message: it is told anew when a
        tenth of what was left has gone by, and so never waits much too long.
        """
        now = monotonic()
        if now >= self.deadline:
            self.deadline = now + self.extension()
        left = self.deadline - now
        if left <= 0:
            raise TimeoutError
        self._armed_until = min(now + left / 10 + _INSTANT, self.deadline)
        limit = _TIME.pack(*divmod(ceil(left * 1_000_000), 1_000_000))  # 0 would be for ever
        self.channel.settimeout(None)
        self.channel.setsockopt(SOL_SOCKET, SO_RCVTIMEO, limit)
        self.channel.setsockopt(SOL_SOCKET, SO_SNDTIMEO, limit)
