"""Ports of copies that start at the same time."""

import socket
from contextlib import ExitStack

import pytest

from deploy.local import ports

_COUNT = 50


class TestReserve:
    def test_two_copies_never_share_a_port(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ports, "_INNER_PORTS", range(20000, 20000 + 4 * _COUNT))
        names = [f"part {number}" for number in range(_COUNT)]
        with ExitStack() as one, ExitStack() as other:
            assert not {*ports.reserve(names, one).values()} & {*ports.reserve(names, other).values()}

    def test_a_server_may_listen_there_again_and_again(self) -> None:
        with ExitStack() as held:
            port = ports.reserve(["web"], held)["web"]
            for _ in range(2):
                with ports.listen(port) as listening, socket.create_connection((ports.LOOPBACK, port)) as caller:
                    taken, _address = listening.accept()
                    # The side that closes first leaves the port in TIME_WAIT.
                    taken.close()
                    assert caller.recv(1) == b""

    def test_the_port_is_refused_to_callers_while_nobody_listens(self) -> None:
        with ExitStack() as held:
            port = ports.reserve(["crm"], held)["crm"]
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((ports.LOOPBACK, port))
