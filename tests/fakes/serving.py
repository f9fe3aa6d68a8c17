import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp


@contextmanager
def serving(app: ASGIApp, name: str, certificate: Path | None = None) -> Iterator[str]:
    """The address of a provider that listens while the block runs, for browsers and services in other processes.

    With a file of ``certificate`` and key it is encrypted.
    """
    # Whoever comes before it has begun waits.
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    config = uvicorn.Config(app, lifespan="off", log_level="warning", ssl_certfile=certificate)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), name=name)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
