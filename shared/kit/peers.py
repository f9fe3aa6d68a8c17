"""Noticing that the other end of a TCP connection is gone without a word: a node that died, a firewall that forgot it.

By itself the kernel sends again for a quarter of an hour, and waits for an answer for ever.
"""

import socket
from typing import Any

_GONE_AFTER = 30
_IDLE, _BETWEEN, _QUESTIONS = 15, 5, 3
# Of each system those that it has: macOS has another name for the first.
_OPTIONS = {"TCP_KEEPIDLE": _IDLE, "TCP_KEEPALIVE": _IDLE, "TCP_KEEPINTVL": _BETWEEN, "TCP_KEEPCNT": _QUESTIONS}
KEEP_ALIVE: dict[int, int] = {getattr(socket, name): value for name, value in _OPTIONS.items() if hasattr(socket, name)}
"""Seconds until an idle connection is asked whether it is still there, seconds between questions, and how many."""

POSTGRES_KEEP_ALIVE = {
    "tcp_keepalives_idle": str(_IDLE),
    "tcp_keepalives_interval": str(_BETWEEN),
    "tcp_keepalives_count": str(_QUESTIONS),
    # Else it looks only between statements, and one may wait for a lock.
    "client_connection_check_interval": "10s",
}
"""What has Postgres do the same at its end: what is gone without a word would keep its locks for two hours."""


def keep_alive(peer: Any) -> None:
    """Have a connected socket (asyncio's or uvloop's) fail within half a minute once its other end answers no question.

    Of one that listens those have it that come. None is asked while it is told something: see `notice_end`.
    """
    if peer.family == socket.AF_UNIX:
        return
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEP_ALIVE.items():
        peer.setsockopt(socket.IPPROTO_TCP, option, value)


def notice_end(peer: Any) -> None:
    """Have a connected socket fail so also where it was told something and has not confirmed it.

    Not for who may take nothing for that long, and is there: who has paused a download.
    """
    keep_alive(peer)
    if peer.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
        # In milliseconds.
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_AFTER * 1000)
