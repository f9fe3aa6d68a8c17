"""Parsers of what people upload, run in processes of their own with bounded time, memory and rights.

An image or an archive may be made to take a parser over, to crash it, or to keep it busy for ever. So the parser runs in
a process that knows no secret and no database, has files only as open descriptors, and is killed when a call takes too
long; of a crash nothing is lost but that call::

    sandbox = Sandbox("cms.images.processing", Limits(memory=512 * MB, written=64 * MB))
    info = await sandbox.call("probe", source, seconds=10)

Processes start when they are needed, are kept for the next calls, and end when there have been none for a while.

All sandboxes of a service together have a share of the memory that the service may take: of a container's, where it has
a limit. What one process may have is bounded by that share, and so is how many work at once: else the system would end
the container, and with it whatever else the service does, in place of the one call that needs too much.
"""

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from kit.errors import Unavailable, Unprocessable
from kit.memory import MemoryBudget, available_memory
from kit.outside import check_no_transaction
from kit.sandboxed import MOST_BYTES, MOST_FILES

log = logging.getLogger(__name__)

MB = 1024 * 1024
# Not -m: the module would be there twice, and so would its `Refused`.
_PROGRAM = "import sys; from kit.sandboxed import main; main(*sys.argv[1:])"
_START_SECONDS = 60.0
_IDLE_SECONDS = 60.0
_MOST_CALLS = 500
"""After so many calls a process is replaced, since parsers leak."""
_SHARE = 5 / 8
"""Of the memory that a service may take; the rest is its own. Of 512 MB that are 320, and a photograph takes 290."""


class SandboxBusy(Unavailable):
    """503: too many calls wait already."""

    code = "sandbox_busy"


class InputRefused(Unprocessable):
    """422: what was given is not what is taken, is damaged, or takes more time or memory than it may have."""

    code = "input_refused"


class SandboxFailed(Exception):
    """The function raised what it does not declare: a fault of the program."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process may have. Sizes in bytes: ``memory`` is its data, ``written`` the longest file that it writes."""

    memory: int
    written: int

    def as_json(self) -> str:
        """The limits by the names of the system's."""
        return json.dumps({
            "RLIMIT_DATA": self.memory,
            "RLIMIT_FSIZE": self.written,
            "RLIMIT_CORE": 0,
            "RLIMIT_NOFILE": 64,
        })  # fmt: skip


class _Process:
    """A process of the sandbox and the socket to it."""

    def __init__(self, process: asyncio.subprocess.Process, link: socket.socket) -> None:
        self.process = process
        self.link = link
        self.calls = 0

    @classmethod
    async def start(cls, module: str, limits: Limits) -> "_Process":
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            ours.setblocking(False)
            try:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", _PROGRAM, module, str(theirs.fileno()), limits.as_json(),
                    stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()], cwd="/", start_new_session=True,
                    # No secret of ours. One thread for each process: there are as many processes as may work at once.
                    env={
                        "LANG": "C.UTF-8",
                        "PYTHONDONTWRITEBYTECODE": "1",
                        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                        "VIPS_CONCURRENCY": "1",
                    },
                )  # fmt: skip
            except BaseException:
                ours.close()
                raise
        started = cls(process, ours)
        try:
            async with asyncio.timeout(_START_SECONDS):
                is_ready = await started._receive() is not None
        except BaseException:
            await started.end()
            raise
        if not is_ready:
            await started.end()
            raise SandboxFailed(f"{module} cannot be loaded in a sandbox")
        return started

    async def ask(self, packet: bytes, files: list[int]) -> dict[str, Any] | None:
        """The reply, or nothing where the process ended."""
        self.calls += 1
        try:
            # Nothing else is on its way, so one packet always fits.
            socket.send_fds(self.link, [packet], files)
        except BrokenPipeError:
            return None
        return await self._receive()

    async def _receive(self) -> dict[str, Any] | None:
        try:
            packet = await asyncio.get_running_loop().sock_recv(self.link, MOST_BYTES)
        except ConnectionResetError:
            return None
        return json.loads(packet) if packet else None

    async def end(self) -> None:
        """Kill it, whatever it does, and wait until it is gone."""
        self.link.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Sandbox:
    """As many processes for the functions of one module as may work at once. See the module's docstring."""

    def __init__(
        self,
        module: str,
        limits: Limits,
        *,
        processes: int = 1,
        most_waiting: int = 100,
        memory: MemoryBudget | None = None,
    ) -> None:
        self._module = module
        # Without a budget that others take from, too, it is bounded by its own limits alone.
        self._memory = memory or MemoryBudget(limits.memory * processes)
        self.limits = replace(limits, memory=min(limits.memory, self._memory.total))
        self._places = asyncio.Semaphore(processes)
        self._most_waiting = most_waiting
        self._waiting = 0
        self._idle: list[_Process] = []
        self._reaper: asyncio.TimerHandle | None = None
        self._endings: set[asyncio.Task[None]] = set()

    async def call(self, function: str, *files: BinaryIO, seconds: float, **arguments: Any) -> Any:
        """What the function returns for these open files and JSON arguments, within ``seconds`` of work.

        Raises `InputRefused` with the function's own code, or with `too_costly`; `SandboxBusy`; `SandboxFailed`.
        """
        check_no_transaction(f"the sandbox of {self._module}")
        packet = json.dumps({"function": function, "arguments": arguments, "seconds": seconds}).encode()
        if len(packet) > MOST_BYTES or len(files) > MOST_FILES:
            raise ValueError("a call holds too much")
        async with self._process() as process:
            try:
                async with asyncio.timeout(seconds):
                    reply = await process.ask(packet, [file.fileno() for file in files])
            except TimeoutError:
                raise InputRefused("Processing took too long.", reason="too_costly") from None
            if reply is None:
                code = await process.process.wait()
                log.warning("a process of the sandbox ended", extra={"module_name": self._module, "exit_code": code})
                raise InputRefused("The file needs too much memory, or is damaged.", reason="too_costly")
        if "refused" in reply:
            raise InputRefused(reply["detail"], reason=reply["refused"])
        if "failed" in reply:
            raise SandboxFailed(reply["failed"])
        return reply["result"]

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[_Process]:
        """A process for one call; it is kept only when the call was answered."""
        async with self._place():
            process = self._idle_process() or await _Process.start(self._module, self.limits)
            try:
                yield process
            except BaseException:
                # Cancelled or too late: it still works on what nobody waits for.
                self._end(process)
                raise
            if process.calls >= _MOST_CALLS:
                self._end(process)
            else:
                self._keep(process)

    def _idle_process(self) -> _Process | None:
        """One that waits for calls and is still there: the system may have killed it meanwhile."""
        while self._idle:
            process = self._idle.pop()
            if process.process.returncode is None:
                return process
            self._end(process)
        return None

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._most_waiting:
            raise SandboxBusy(
                "Too many files are being processed. Try again in a moment.", headers={"Retry-After": "5"}
            )
        async with AsyncExitStack() as held:
            self._waiting += 1
            try:
                await held.enter_async_context(self._places)
                await held.enter_async_context(self._memory.part(self.limits.memory))
            finally:
                self._waiting -= 1
            yield

    def _keep(self, process: _Process) -> None:
        self._idle.append(process)
        if self._reaper is not None:
            self._reaper.cancel()
        self._reaper = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        self._reaper = None
        while self._idle:
            self._end(self._idle.pop())

    def _end(self, process: _Process) -> None:
        task = asyncio.create_task(process.end())
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)

    async def close(self) -> None:
        """End all processes that wait for calls."""
        if self._reaper is not None:
            self._reaper.cancel()
        self._end_idle()
        await asyncio.gather(*self._endings)


class Sandboxes:
    """The sandboxes of a process, one for each module, begun when they are needed.

    ``memory`` is what the process may take, in bytes; by default what its container or its machine has.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._by_module: dict[str, Sandbox] = {}
        self._memory = MemoryBudget(int((available_memory() if memory is None else memory) * _SHARE))

    def of(self, module: str, limits: Limits) -> Sandbox:
        """Return the sandbox of a module, with the limits of its first caller, and one process for each core but one.

        Fewer processes work at once where there is no memory for so many.
        """
        if module not in self._by_module:
            processes = max(1, (os.cpu_count() or 1) - 1)
            self._by_module[module] = Sandbox(module, limits, processes=processes, memory=self._memory)
        return self._by_module[module]

    async def close(self) -> None:
        """End all of their processes."""
        for sandbox in self._by_module.values():
            await sandbox.close()
