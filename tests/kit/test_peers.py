"""Which of a socket's options there are differs from system to system."""

import importlib
import socket

import pytest

from kit import peers


def test_a_system_without_those_of_linux_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS: one of another name, and nothing for what was sent."""
    idle = socket.TCP_KEEPIDLE
    with monkeypatch.context() as patch:
        patch.setattr(socket, "TCP_KEEPALIVE", idle, raising=False)
        patch.delattr(socket, "TCP_KEEPIDLE")
        patch.delattr(socket, "TCP_USER_TIMEOUT")
        importlib.reload(peers)
        try:
            with (
                socket.create_server(("127.0.0.1", 0)) as server,
                socket.create_connection(server.getsockname()) as peer,
            ):
                peers.notice_end(peer)
                assert peer.getsockopt(socket.IPPROTO_TCP, idle) == 15
                assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        finally:
            patch.undo()
            importlib.reload(peers)
