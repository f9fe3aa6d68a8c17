"""The health checks of containers: that of a worker, and that of a service."""

import asyncio
import importlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.local.data_folder import SERVICES
from kit.alive import HEARTBEAT_FILE, path_of
from kit.testing import ServiceClient
from kit.testing.engines import free_port
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, on_ports, worker_process


def is_alive(**environment: str) -> bool:
    command = [sys.executable, "-m", "kit.alive"]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode == 0


def test_it_imports_next_to_nothing() -> None:
    """It runs in each container, every ten seconds."""
    code = "import sys; before = {*sys.modules}; import kit.alive; print(*({*sys.modules} - before))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in ended.stdout.split()}
    assert "socket" in imported
    assert not imported & {"asyncio", "email", "http", "inspect", "pathlib", "pydantic", "ssl", "typing", "urllib"}


class TestAWorker:
    @pytest.mark.parametrize(("seconds", "expected"), [(0, True), (10, True), (40, False)])
    def test_is_alive_as_long_as_it_touches_its_file(self, tmp_path: Path, seconds: int, expected: bool) -> None:
        file = tmp_path / "worker"
        file.touch()
        moment = time.time() - seconds
        os.utime(file, (moment, moment))
        assert is_alive(**{HEARTBEAT_FILE: str(file)}) is expected

    def test_that_never_did_is_not(self, tmp_path: Path) -> None:
        assert not is_alive(**{HEARTBEAT_FILE: str(tmp_path / "worker")})

    async def test_touches_it(self, client: ServiceClient, tmp_path: Path) -> None:
        file = tmp_path / "worker"
        process = await worker_process(client, "tests.kit.jobsite", heartbeat_file=str(file))
        try:
            await eventually(file.exists)
            assert await asyncio.to_thread(is_alive, **{HEARTBEAT_FILE: str(file)})
        finally:
            await end(process)


class TestAService:
    async def test_that_answers_is_alive(self, client: ServiceClient) -> None:
        async with on_ports({"crm": client.app}) as urls:
            port = urls["crm_url"].rpartition(":")[2]
            # It waits for four seconds, and the loop that answers it does so beside all else.
            await eventually(lambda: asyncio.to_thread(is_alive, PART="crm", HOST="127.0.0.1", PORT=port))
            # One that answers, and not as this service does.
            assert not await asyncio.to_thread(is_alive, PART="auth", HOST="127.0.0.1", PORT=port)

    def test_that_does_not_listen_is_not(self) -> None:
        assert not is_alive(PART="crm", HOST="127.0.0.1", PORT=str(free_port()))

    def test_that_hangs_is_not(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            assert not is_alive(PART="crm", HOST="127.0.0.1", PORT=str(silent.getsockname()[1]))

    @pytest.mark.parametrize("answer", [b"HTTP/1.1 503 Service Unavailable\r\n\r\n", b"nonsense\n", b""])
    def test_that_answers_otherwise_is_not(self, answer: bytes) -> None:
        with answering(answer) as port:
            assert not is_alive(PART="crm", HOST="127.0.0.1", PORT=str(port))

    @pytest.mark.parametrize("service", SERVICES)
    def test_is_asked_where_its_settings_say(self, service: str) -> None:
        prefix = importlib.import_module(f"{service}.config").Settings.prefix
        assert path_of(service) == f"{prefix}/internal/health"


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """A port where one connection is answered with these bytes and closed."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()
