"""A copy that a module's tests may break, and a gateway in front of services that only echo."""

import json
import os
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from deploy.local import gateway, ports
from deploy.local.data_folder import DataFolder
from deploy.local.running import MARK
from deploy.local.settings import ROOT, Settings, read_settings
from tests.stack import Stack, running_stack

PARTS = ("auth", "cms", "content", "crm", "ecom", "web")


@pytest.fixture(scope="module")
def own_stack() -> Iterator[Stack]:
    """A running copy of this module's own. Each test leaves it running."""
    with running_stack() as stack:
        yield stack


@contextmanager
def left_over(data_dir: Path) -> Iterator[None]:
    """A process of a copy on this folder that nobody looks after."""
    process = subprocess.Popen(["sleep", "infinity"], env={"PATH": os.defpath, MARK: str(data_dir)})
    try:
        yield
    finally:
        process.kill()
        process.wait()


# How long the gateway gives a whole request here, so that nobody waits for ten minutes.
READ_SECONDS = 4


@pytest.fixture(scope="module")
def echoing_gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The real gateway with its real routes, in front of services that answer what they were asked.

    No service listens for ecom: whatever goes there fails.
    """
    with _echoing_gateway(tmp_path_factory.mktemp("gateway"), "ecom") as client:
        yield client


@pytest.fixture(scope="module")
def gateway_without_web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The same while nothing answers for the web host."""
    with _echoing_gateway(tmp_path_factory.mktemp("gateway"), "web") as client:
        yield client


@pytest.fixture(scope="module")
def gateway_without_web_and_ecom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The same while nothing answers for two of them."""
    with _echoing_gateway(tmp_path_factory.mktemp("gateway"), "web", "ecom") as client:
        yield client


@pytest.fixture(scope="module")
def impatient_gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The same that gives requests `READ_SECONDS` in place of its ten minutes, and the web host's answers one second."""
    with _echoing_gateway(tmp_path_factory.mktemp("gateway"), "ecom", read_seconds=READ_SECONDS) as client:
        yield client


@contextmanager
def _echoing_gateway(folder: Path, *absent: str, read_seconds: int | None = None) -> Iterator[httpx.Client]:
    with ExitStack() as held:
        chosen = ports.reserve(["public", "nobody"], held)
        settings = read_settings(
            {"PORT": str(chosen["public"]), "PUBLIC_URL": "https://example.org", "TRUSTED_PROXIES": "127.0.0.2/32"}
        )
        echoes = [Echo(part) for part in PARTS if part not in absent]
        addresses = {f"{echo.part.upper()}_URL": f"http://127.0.0.1:{echo.server_port}" for echo in echoes}
        addresses |= {f"{part.upper()}_URL": f"http://127.0.0.1:{chosen['nobody']}" for part in absent}
        with _traefik(settings, addresses, folder, read_seconds) as client:
            yield client
        for echo in echoes:
            echo.close()


@contextmanager
def replicated_gateway(folder: Path, echoes: Sequence["Echo"], absent: Sequence[str] = ()) -> Iterator[httpx.Client]:
    """The same in front of several services of each name, and of one more that is not there for each name in ``absent``."""
    with ExitStack() as held:
        chosen = ports.reserve(["public", "nobody"], held)
        settings = read_settings({"PORT": str(chosen["public"]), "PUBLIC_URL": "https://example.org"})
        addresses = {
            part: [f"http://127.0.0.1:{echo.server_port}" for echo in echoes if echo.part == part]
            + [f"http://127.0.0.1:{chosen['nobody']}"] * absent.count(part)
            for part in PARTS
        }
        told = {f"{part.upper()}_URL": ",".join(each) for part, each in addresses.items()}
        with _traefik(settings, told, folder, None) as client:
            yield client


@contextmanager
def started_gateway(
    folder: Path, echoes: Sequence["Echo"], **told: str
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """The gateway as it starts in a container, with these settings, in front of one service of each name."""
    with ExitStack() as held:
        chosen = ports.reserve(["public", "internal"], held)
        environment = {
            "PATH": os.environ["PATH"],
            "PORT": str(chosen["public"]),
            "INTERNAL_PORT": str(chosen["internal"]),
            "PUBLIC_URL": "http://example.org",
            "RUN_DIR": str(folder),
            "TMPDIR": str(folder),
            "GATEWAY_DIR": str(gateway.TEMPLATES),
            "TRAEFIK": str(gateway._binary()),
            **{f"{echo.part.upper()}_URL": f"http://127.0.0.1:{echo.server_port}" for echo in echoes},
            **told,
        }
        process = subprocess.Popen(["sh", str(gateway.TEMPLATES / "start.sh")], env=environment)
        held.callback(process.wait)
        held.callback(process.kill)
        client = held.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{chosen['public']}", timeout=60))
        until = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{chosen['internal']}/ready", timeout=30).raise_for_status()
                break
            except httpx.HTTPError:
                assert time.monotonic() < until, "the gateway does not answer"
                time.sleep(0.05)
        yield process, client


class Echo(ThreadingHTTPServer):
    """Answers every request with its own name and what it was asked, in JSON."""

    daemon_threads = True

    def __init__(self, part: str) -> None:
        super().__init__(("127.0.0.1", 0), _EchoHandler)
        self.part = part
        self.is_ready = True
        self.breaks_off = False
        """Whether it hangs up in place of an answer, as one that is killed does."""
        self.asked: list[str] = []
        """What it was asked, but for its readiness."""
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Be there no more."""
        self.shutdown()
        self.server_close()


class _EchoHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Echo

    def do_GET(self) -> None:
        if self.path.endswith(("/internal/ready", "/readyz")):
            self._tell_readiness()
            return
        self.server.asked.append(f"{self.command} {self.path}")
        if self.server.breaks_off:
            self.close_connection = True
            return
        if "/hangs" in self.path and self.server.part == "web":
            # Until the gateway hangs up.
            self.connection.recv(1)
            return
        if self.path == "/client/stream":
            self._stream()
            return
        length = len(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        told = {
            "part": self.server.part,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": length,
        }
        answer = json.dumps(told).encode()
        self.send_response(500 if "/fails" in self.path else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def _tell_readiness(self) -> None:
        self.send_response(200 if self.server.is_ready else 503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _stream(self) -> None:
        """Events for longer than an impatient gateway reads a request."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        until = time.monotonic() + 1.5 * READ_SECONDS
        while time.monotonic() < until:
            self.wfile.write(b"data: on\n\n")
            time.sleep(0.1)
        self.wfile.write(b"data: over\n\n")

    # The library calls them by these names.
    do_POST = do_PUT = do_DELETE = do_PATCH = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _traefik(
    settings: Settings, addresses: dict[str, str], folder: Path, read_seconds: int | None
) -> Iterator[httpx.Client]:
    traefik = _start_traefik(settings, addresses, folder, read_seconds)
    with httpx.Client(base_url=f"http://127.0.0.1:{settings.port}", timeout=60) as client:
        _await_answer(client)
        yield client
    traefik.terminate()
    traefik.wait()


def _start_traefik(
    settings: Settings, addresses: dict[str, str], folder: Path, read_seconds: int | None
) -> subprocess.Popen[bytes]:
    data_folder = DataFolder(folder)
    data_folder.run.mkdir()
    command = gateway.prepare(data_folder, settings)
    configuration = data_folder.run / "traefik.yml"
    original, routes = ROOT / "gateway" / "routes.yml", data_folder.run / "routes.yml"
    # The echoes are threads of the test's own process, which a busy machine may let stand for longer than a service.
    changed, found = re.subn(r"(healthCheck: .*timeout: )\ds", r"\g<1>60s", original.read_text())
    assert found == 2
    told = configuration.read_text()
    assert str(original) in told
    if read_seconds:
        told, found = re.subn(r"readTimeout: \S+", f"readTimeout: {read_seconds}s", told)
        assert found == 1
        # The web host's alone: all else answers, on a busy machine as well.
        for before, after in (
            ('"web" "default-10s"', '"web" "hasty-1s"'),
            ('"10s" "slow', '"10s" "hasty-1s" "1s" "slow'),
        ):
            assert changed.count(before) == 1
            changed = changed.replace(before, after)
    routes.write_text(changed)
    configuration.write_text(told.replace(str(original), str(routes)))
    environment = {**os.environ, **addresses, "PUBLIC_URL": settings.public_url}
    return subprocess.Popen(
        command, cwd=gateway.TEMPLATES, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _await_answer(client: httpx.Client) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            # It listens before it has read its routes.
            if client.get("/auth/").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise TimeoutError("the gateway does not answer")
