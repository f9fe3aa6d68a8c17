"""FastAPI and SQLAlchemy without anything of ours, behind the same gateway: what reads, writes and pages are held against."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kit.testing.engines import free_port
from tests.bench import gateways, load
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site


def beside(
    name: str, ours: Callable[[], load.Figures], bare: Callable[[], load.Figures], target: float = 0.8
) -> Iterator[Measure]:
    """Three rounds in turn, and the median of each. Raises RuntimeError where anything was refused."""
    rounds = [(bare(), ours()) for _ in range(3)]
    errors = [sum(figures.errors for figures in side) for side in zip(*rounds, strict=True)]
    if any(errors):
        raise RuntimeError(f"{name}: {errors[0]} errors of the reference, {errors[1]} of ours")
    of_bare, of_ours = (statistics.median(figures.rate for figures in side) for side in zip(*rounds, strict=True))
    yield Measure(f"{name}, through the gateway", of_ours, "/s")
    yield Measure(
        "… beside FastAPI and SQLAlchemy", of_ours / of_bare, TIMES, target, "more", f"bare: {of_bare:,.0f} /s"
    )


@contextmanager
def reference(site: Site) -> Iterator[str]:
    """The address of `reference_api.py` on the site's Postgres, behind a gateway of its own."""
    port = free_port()
    environment = {**os.environ, "REFERENCE_DATABASE_URL": _asyncpg_url(site.stack.service_dsn("ecom"))}
    command = [sys.executable, "-m", "uvicorn", "tests.bench.reference_api:app", "--port", str(port)]
    command += ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(command, env=environment) as process:
        try:
            with gateways.gateway_to({"auth": f"http://127.0.0.1:{port}"}, Path(folder)) as address:
                gateways.wait_for(f"{address}/auth/row")
                yield address
        finally:
            process.terminate()


def _asyncpg_url(dsn: str) -> str:
    return dsn.replace("postgresql://", "postgresql+asyncpg://", 1)
