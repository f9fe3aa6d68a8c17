"""Files through the cache."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.composed.site import ComposedSite

pytestmark = pytest.mark.xdist_group("composed site")


class TestFiles:
    """They may be of any size: the cache has 64 MB for what it passes on, for all visitors together."""

    _SIZE = 32 * 1024 * 1024

    @pytest.fixture
    def file(self, owner: httpx.Client) -> Iterator[bytes]:
        content = os.urandom(1024) * (self._SIZE // 1024)
        owner.post("/cms/files", files={"file": ("large.bin", content)}).raise_for_status()
        yield content
        [found] = owner.get("/cms/file-entities").json()["files"]
        owner.delete(f"/cms/file-entities/{found['id']}", headers={"If-Match": "*"}).raise_for_status()

    def test_come_whole_however_slowly_they_are_read(self, site: ComposedSite, file: bytes) -> None:
        # What a visitor has not taken yet is to wait elsewhere than in the buffers of this machine.
        transport = httpx.HTTPTransport(socket_options=[(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)])
        address = f"http://{site.addresses['cache']}:8080"
        with httpx.Client(base_url=address, transport=transport, timeout=60) as client, ExitStack() as stack:
            # Six have begun, and each waits until all before it have been read.
            answers = [stack.enter_context(client.stream("GET", "/files/large.bin")) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 6
            for answer in answers:
                assert answer.read() == file

    def test_take_no_second_request_along(self, site: ComposedSite, file: bytes) -> None:
        """It would come to the gateway as the cache's own: with whatever address of a visitor somebody wrote into it."""
        with socket.create_connection((site.addresses["cache"], 8080), timeout=60) as connection:
            head = f"HTTP/1.1\r\nHost: localhost:{site.port}\r\n"
            forged = f"GET /auth/.well-known/jwks.json {head}X-Forwarded-For: 198.51.100.1\r\n\r\n"
            connection.sendall(f"GET /files/large.bin {head}Range: bytes=0-9\r\n\r\n{forged}".encode())
            with connection.makefile("rb") as answered:
                said = answered.read()
        assert said.startswith(b"HTTP/1.1 206 ")
        assert said.endswith(file[:10])
        assert said.count(b"HTTP/1.1 ") == 1
