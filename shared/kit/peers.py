"""Noticing that the other end of a TCP connection is gone without a word: a node that died, a firewall that forgot it.

By itself the kernel sends again for a quarter of an hour, and waits for an answer for ever.
"""

import socket
from typing import Any

_GONE_AFTER = 30
KEEP_ALIVE = {socket.TCP_KEEPIDLE: 15, socket.TCP_KEEPINTVL: 5, socket.TCP_KEEPCNT: 3}
"""Seconds until an idle connection is asked whether it is still there, seconds between questions, and how many."""


def notice_end(peer: Any) -> None:
    """Have a connected socket (asyncio's or uvloop's) fail within half a minute once nothing comes from its other end."""
    if peer.family == socket.AF_UNIX:
        return
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEP_ALIVE.items():
        peer.setsockopt(socket.IPPROTO_TCP, option, value)
    # Of what was sent and not confirmed, in milliseconds.
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_AFTER * 1000)
