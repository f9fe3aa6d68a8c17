import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from kit.testing.engines import free_port


@contextmanager
def serving(app: ASGIApp, name: str, certificate: Path | None = None) -> Iterator[str]:
    """The address of a provider that listens while the block runs, for browsers and services in other processes.

    With a file of ``certificate`` and key it is encrypted.
    """
    port = free_port()
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, lifespan="off", log_level="warning", ssl_certfile=certificate
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name=name)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
