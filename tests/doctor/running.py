"""The doctor as its commands run it, and servers for it to look at."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from deploy.local.settings import ROOT


def run(
    module: str, environment: Mapping[str, str], *services: str, prefix: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """``python -m <module> doctor`` with nothing but these settings; ``prefix`` is what starts it."""
    return subprocess.run(
        [*prefix, sys.executable, "-m", module, "doctor", *services],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def lines(ended: subprocess.CompletedProcess[str], level: str) -> list[str]:
    """What it said of that level, without the level."""
    assert not ended.stderr, ended.stderr
    return [line[8:].strip() for line in ended.stdout.splitlines() if line.startswith(f"{level} ")]


@contextmanager
def web_server(
    status: int = 200, body: str = "{}", behind: timedelta = timedelta(), at: tuple[str, int] = ("127.0.0.1", 0)
) -> Iterator[str]:
    """Somebody else's web server, whose clock is that far behind; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response_only(status)
            self.send_header("Date", format_datetime(datetime.now(UTC) - behind, usegmt=True))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(at, Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{at[0]}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
