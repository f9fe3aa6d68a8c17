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

from kit.memory import MemoryBudget, available_memory
from kit.outside import CallInTransaction
from kit.sandbox import MB, InputRefused, Limits, Sandbox, SandboxBusy, Sandboxes, SandboxFailed
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

    async def test_it_is_the_first_that_the_system_ends(self, sandbox: Sandbox) -> None:
        """Before the service that it works for: of a container whose memory runs out, that call alone is lost."""
        assert (await sandbox.call("bounds", seconds=60))["ended_first"] == 1000

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
        # Without root's rights there are none to give up: then the process runs as the user of the service.
        assert (found["user"], found["secret"]) == ((65_534, "") if os.geteuid() == 0 else (os.geteuid(), "rose"))


class TestShareOfMemory:
    """All sandboxes of a service are within what its container may take."""

    @pytest.fixture
    async def small(self) -> AsyncIterator[Sandboxes]:
        sandboxes = Sandboxes(memory=256 * MB)
        yield sandboxes
        await sandboxes.close()

    async def test_a_process_may_have_no_more(self, small: Sandboxes) -> None:
        asked = Limits(memory=768 * MB, written=MB)
        assert (await small.of(FUNCTIONS, asked).call("bounds", seconds=60))["memory"] == 160 * MB

    async def test_nor_more_than_it_asks_for(self) -> None:
        sandboxes = Sandboxes(memory=64 * 1024 * MB)
        assert sandboxes.of(FUNCTIONS, LIMITS).limits == LIMITS

    async def test_is_by_itself_that_of_the_container(self) -> None:
        asked = Limits(memory=2**60, written=MB)
        assert Sandboxes().of(FUNCTIONS, asked).limits.memory == int(available_memory() * 5 / 8)

    async def test_two_that_are_too_much_together_take_turns(self, small: Sandboxes) -> None:
        """Of two modules: 128 MB each, of 160."""
        one, other = small.of(FUNCTIONS, LIMITS), small.of("tests.kit.sandboxed_others", LIMITS)
        await pid_of(one)
        first = asyncio.create_task(one.call("hang", seconds=3600))
        await eventually(lambda: not one._idle)
        second = asyncio.create_task(other.call("chatter", seconds=60))
        await eventually(lambda: other._waiting == 1)
        # Children of other tests end meanwhile; of such there is no command line.
        lines = [each.info["cmdline"] or [] for each in psutil.process_iter(["cmdline", "ppid"]) if _is_own(each)]
        assert not [line for line in lines if "tests.kit.sandboxed_others" in line]
        first.cancel()
        assert await second == "said"

    async def test_whoever_gives_up_waiting_leaves_it_to_the_next(self) -> None:
        budget = MemoryBudget(3)
        order: list[str] = []

        async def work(name: str, size: int, until: asyncio.Event) -> None:
            async with budget.part(size):
                order.append(name)
                await until.wait()

        end = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(work("two of three", 2, end))
            large = asyncio.create_task(work("never", 2, end))
            small = group.create_task(work("small, after it", 1, end))
            for _ in range(5):
                await asyncio.sleep(0)
            assert order == ["two of three"]
            large.cancel()
            await eventually(lambda: len(order) == 2)
            end.set()
        assert (order[1], small.done(), large.cancelled()) == ("small, after it", True, True)

    async def test_one_that_asks_for_more_than_there_is_has_all(self) -> None:
        budget = MemoryBudget(3)
        async with budget.part(5), asyncio.timeout(60):
            waiting = asyncio.create_task(_enter(budget))
            await asyncio.sleep(0)
            assert not waiting.done()
        await waiting


def _is_own(process: psutil.Process) -> bool:
    return bool(process.info["ppid"] == os.getpid())


async def _enter(budget: MemoryBudget) -> None:
    async with budget.part(1):
        pass


class TestAvailableMemory:
    """As the system tells processes of the control groups that they are in."""

    @pytest.mark.parametrize(
        ("group", "limits", "expected"),
        [
            ("0::/\n", {"memory.max": "536870912"}, 512 * MB),
            ("0::/\n", {"memory.max": "max"}, None),
            ("0::/site.slice/cms.service\n", {"site.slice/memory.max": "1073741824"}, 1024 * MB),
            (
                "0::/site.slice/cms.service\n",
                {"site.slice/memory.max": "1073741824", "site.slice/cms.service/memory.max": "536870912"},
                512 * MB,
            ),
            ("12:cpu,cpuacct:/a\n5:memory:/docker/a\n0::/\n", {"memory/memory.limit_in_bytes": "536870912"}, 512 * MB),
            ("5:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712"}, None),
            ("0::/../elsewhere\n", {}, None),
        ],
        ids=["container", "no limit", "above it", "both", "first kind", "no limit, first kind", "outside"],
    )
    def test_is_the_least_of_all(
        self, tmp_path: Path, group: str, limits: dict[str, str], expected: int | None
    ) -> None:
        (tmp_path / "proc/self").mkdir(parents=True)
        (tmp_path / "proc/self/cgroup").write_text(group)
        for name, limit in limits.items():
            file = tmp_path / "sys/fs/cgroup" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{limit}\n")
        assert available_memory(tmp_path) == (expected or psutil.virtual_memory().total)

    def test_without_such_groups_it_is_the_machines(self, tmp_path: Path) -> None:
        assert available_memory(tmp_path) == psutil.virtual_memory().total


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
