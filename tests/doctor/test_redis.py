"""What the doctor says of Redis."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis as redis_client

from deploy.doctor.findings import Finding
from deploy.doctor.redis import check_redis
from deploy.local import redis
from kit.testing.engines import free_port


@contextmanager
def _redis(folder: Path, *settings: str) -> Iterator[int]:
    """A server of its own with a password; its port."""
    port = free_port()
    command = [str(redis.binary()), "--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder)]
    with subprocess.Popen(
        [*command, "--requirepass", "right", "--save", "", *settings], stdout=subprocess.DEVNULL
    ) as process:
        try:
            _await(port)
            yield port
        finally:
            process.terminate()


def _await(port: int) -> None:
    until = time.monotonic() + 30
    client = redis_client.Redis(port=port, password="right")
    while True:
        try:
            client.ping()
        except redis_client.ConnectionError:
            assert time.monotonic() < until
            time.sleep(0.02)
        else:
            client.close()
            return


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with _redis(tmp_path_factory.mktemp("redis"), "--appendonly", "yes") as port:
        yield port


async def _found(url: str) -> Finding:
    [found] = await check_redis(url)
    assert "right" not in str(found)
    return found


async def test_is_well(port: int) -> None:
    found = await _found(f"redis://:right@127.0.0.1:{port}/0")
    assert (found.level, found.said.split(".")[0].startswith("version")) == ("ok", True)


@pytest.mark.parametrize("login", [":wrong@", "", "nobody:wrong@"])
async def test_has_another_password(port: int, login: str) -> None:
    found = await _found(f"redis://{login}127.0.0.1:{port}/0")
    assert (found.level, found.said.split(":")[0]) == ("fault", "refuses the login")
    assert found.advice == "correct the password in REDIS_URL"


async def test_does_not_answer() -> None:
    found = await _found(f"redis://:right@127.0.0.1:{free_port()}/0")
    assert (found.level, found.said.split(":")[0]) == ("fault", "does not answer")


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:port", "http://127.0.0.1", "redis://:ri/ght@127.0.0.1/0", "redis://[::1"]
)
async def test_has_an_address_that_is_none(url: str) -> None:
    found = await _found(url)
    assert (found.level, found.advice) == ("fault", "correct REDIS_URL")
    # A part of the password is what libraries take for the port.
    assert "'ri'" not in str(found)


async def test_forgets(tmp_path: Path) -> None:
    with _redis(tmp_path, "--appendonly", "no", "--maxmemory-policy", "allkeys-lru") as port:
        findings = await check_redis(f"redis://:right@127.0.0.1:{port}/0")
    assert [(finding.level, finding.said) for finding in findings] == [
        ("warning", "forgets ended sessions and limits when it restarts"),
        ("warning", "may forget what it was given (maxmemory-policy allkeys-lru)"),
    ]
