"""Functions that misbehave, in processes that may do little."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import BinaryIO

import psutil
import pytest
from sqlalchemy import text

from kit.outside import CallInTransaction
from kit.sandbox import MB, InputRefused, Limits, Sandbox, SandboxBusy, SandboxFailed
from kit.testing import ServiceClient
from tests.kit.waiting import eventually

ROOT = Path(__file__).parents[2]
FUNCTIONS = "tests.kit.sandboxed_functions"
LIMITS = Limits(memory=128 * MB, written=MB)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    sandbox = Sandbox(FUNCTIONS, LIMITS)
    yield sandbox
    await sandbox.close()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[BinaryIO]:
    (tmp_path / "source").write_text("rose ")
    with (tmp_path / "source").open("rb") as file:
        yield file


@pytest.fixture
def target(tmp_path: Path) -> Iterator[BinaryIO]:
    with (tmp_path / "target").open("w+b") as file:
        yield file


async def pid_of(sandbox: Sandbox) -> int:
    found = await sandbox.call("surroundings", seconds=60, path="/dev/null")
    return int(found["pid"])


async def reason(sandbox: Sandbox, function: str, *files: BinaryIO, seconds: float = 60, **arguments: object) -> str:
    with pytest.raises(InputRefused) as refused:
        await sandbox.call(function, *files, seconds=seconds, **arguments)
    return str(refused.value.extensions["reason"])


class TestCall:
    async def test_files_are_read_and_written_through_their_descriptors(
        self, sandbox: Sandbox, source: BinaryIO, target: BinaryIO
    ) -> None:
        assert await sandbox.call("copy", source, target, seconds=60, times=3) == 15
        target.seek(0)
        assert target.read() == b"rose rose rose "

    async def test_a_refusal_has_the_code_and_the_words_of_the_function(self, sandbox: Sandbox) -> None:
        with pytest.raises(InputRefused, match=r"This does not rhyme\.") as refused:
            await sandbox.call("refuse", seconds=60)
        assert refused.value.extensions == {"reason": "not_a_poem"}

    async def test_an_exception_is_told_and_the_process_works_on(self, sandbox: Sandbox) -> None:
        pid = await pid_of(sandbox)
        with pytest.raises(SandboxFailed, match="ZeroDivisionError: nothing to divide by"):
            await sandbox.call("fail", seconds=60)
        assert await pid_of(sandbox) == pid

    async def test_what_a_library_prints_is_no_answer(self, sandbox: Sandbox) -> None:
        assert await sandbox.call("chatter", seconds=60) == "said"

    async def test_an_answer_that_is_too_long_is_a_failure(self, sandbox: Sandbox) -> None:
        with pytest.raises(SandboxFailed, match="too long"):
            await sandbox.call("long_answer", seconds=60)

    async def test_a_module_that_cannot_be_loaded_is_a_failure(self) -> None:
        sandbox = Sandbox("tests.kit.no_such_module", LIMITS)
        with pytest.raises(SandboxFailed, match="cannot be loaded"):
            await sandbox.call("anything", seconds=60)

    async def test_it_is_not_called_within_a_transaction(self, client: ServiceClient, sandbox: Sandbox) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("SELECT 1"))
            with pytest.raises(CallInTransaction):
                await sandbox.call("chatter", seconds=60)


class TestLimits:
    async def test_what_hangs_is_killed(self, sandbox: Sandbox) -> None:
        pid = await pid_of(sandbox)
        assert await reason(sandbox, "hang", seconds=0.05) == "too_costly"
        await eventually(lambda: not psutil.pid_exists(pid))
        assert await sandbox.call("chatter", seconds=60) == "said"

    async def test_what_crashes_loses_its_own_call_only(self, sandbox: Sandbox) -> None:
        assert await reason(sandbox, "crash") == "too_costly"
        assert await sandbox.call("chatter", seconds=60) == "said"

    async def test_memory_is_bounded(self, sandbox: Sandbox) -> None:
        assert await sandbox.call("grow", seconds=60, size=16 * MB) == 16 * MB
        assert await reason(sandbox, "grow", size=LIMITS.memory) == "too_costly"

    async def test_files_are_bounded(self, sandbox: Sandbox, target: BinaryIO) -> None:
        with pytest.raises(SandboxFailed, match="File too large"):
            await sandbox.call("write", target, seconds=60, size=LIMITS.written)
        assert os.fstat(target.fileno()).st_size == LIMITS.written

    async def test_it_knows_no_secret(self, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_PASSWORD", "rose")
        # Not below tmp_path, which root alone may enter.
        with tempfile.NamedTemporaryFile("w") as secret:
            secret.write("rose")
            secret.flush()
            found = await sandbox.call("surroundings", seconds=60, path=secret.name)
        assert "DATABASE_PASSWORD" not in found["environment"]
        # Without root's rights there are none to give up: then it is whoever runs the service.
        assert (found["user"], found["secret"]) == ((65_534, "") if os.geteuid() == 0 else (os.geteuid(), "rose"))


ORPHAN = """
import asyncio, os
from kit.sandbox import MB, Limits, Sandbox

async def main():
    sandbox = Sandbox("tests.kit.sandboxed_functions", Limits(memory=128 * MB, written=MB))
    print((await sandbox.call("surroundings", seconds=60, path="/dev/null"))["pid"], flush=True)
    call = asyncio.create_task(sandbox.call("hang", seconds=0.1))
    while sandbox._idle:
        await asyncio.sleep(0)
    os._exit(1)

asyncio.run(main())
"""


class TestProcesses:
    async def test_it_ends_though_whoever_called_was_killed(self) -> None:
        run = subprocess.run(
            [sys.executable, "-c", ORPHAN],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert run.returncode == 1, run.stderr
        pid = int(run.stdout)
        await eventually(lambda: not psutil.pid_exists(pid))

    async def test_one_process_serves_one_call_after_another(self, sandbox: Sandbox) -> None:
        assert await pid_of(sandbox) == await pid_of(sandbox)

    async def test_no_more_calls_wait_than_may(self) -> None:
        sandbox = Sandbox(FUNCTIONS, LIMITS, most_waiting=1)
        calls = [asyncio.create_task(sandbox.call("hang", seconds=3600)) for _ in range(2)]
        try:
            await eventually(lambda: sandbox._waiting == 1)
            with pytest.raises(SandboxBusy):
                await sandbox.call("chatter", seconds=60)
        finally:
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
            await sandbox.close()

    async def test_a_caller_that_goes_takes_its_process_along(self, sandbox: Sandbox) -> None:
        pid = await pid_of(sandbox)
        call = asyncio.create_task(sandbox.call("hang", seconds=3600))
        await eventually(lambda: not sandbox._idle)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await eventually(lambda: not psutil.pid_exists(pid))

    async def test_one_that_was_killed_meanwhile_costs_no_call(self, sandbox: Sandbox) -> None:
        pid = await pid_of(sandbox)
        os.kill(pid, signal.SIGKILL)
        await sandbox._idle[0].process.wait()
        assert await pid_of(sandbox) != pid

    async def test_it_is_replaced_after_many_calls(self, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kit.sandbox._MOST_CALLS", 2)
        first, second, third = [await pid_of(sandbox) for _ in range(3)]
        assert first == second != third

    async def test_it_ends_when_there_is_nothing_to_do(self, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kit.sandbox._IDLE_SECONDS", 0.0)
        pid = await pid_of(sandbox)
        await eventually(lambda: not psutil.pid_exists(pid))

    async def test_it_ends_with_the_service(self, sandbox: Sandbox) -> None:
        pid = await pid_of(sandbox)
        await sandbox.close()
        assert not psutil.pid_exists(pid)
