"""The health check of a worker's container."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kit.alive import HEARTBEAT_FILE
from kit.testing import ServiceClient
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, worker_process


def is_alive(file: Path) -> bool:
    environment = {**os.environ, HEARTBEAT_FILE: str(file)}
    return subprocess.run([sys.executable, "-m", "kit.alive"], env=environment, check=False).returncode == 0


@pytest.mark.parametrize(("seconds", "expected"), [(0, True), (20, True), (40, False)])
def test_a_worker_is_alive_as_long_as_it_touches_its_file(tmp_path: Path, seconds: int, expected: bool) -> None:
    file = tmp_path / "worker"
    file.touch()
    moment = time.time() - seconds
    os.utime(file, (moment, moment))
    assert is_alive(file) is expected


def test_one_that_never_did_is_not(tmp_path: Path) -> None:
    assert not is_alive(tmp_path / "worker")


async def test_a_worker_touches_it(client: ServiceClient, tmp_path: Path) -> None:
    file = tmp_path / "worker"
    process = await worker_process(client, "tests.kit.jobsite", heartbeat_file=str(file))
    try:
        await eventually(file.exists)
        assert await asyncio.to_thread(is_alive, file)
    finally:
        await end(process)
