"""Python processes of tests that are forks of one, which has imported what they begin with.

Each of some hundred processes of tests would import it anew, which takes more time than most of them do anything else. What
they are otherwise is what `deploy.local` makes of a fork. `tests.composed.forks` does the same for containers.
"""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_STDERR = 2


class Fork:
    """One while it runs, as `asyncio.subprocess.Process` shows it."""

    def __init__(
        self, pid: int, told: asyncio.StreamReader, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader | None
    ) -> None:
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr
        self.returncode: int | None = None
        self._ending = asyncio.create_task(self._end(told))

    async def _end(self, told: asyncio.StreamReader) -> int:
        # Nothing where the parent was killed.
        self.returncode = int(await told.readline() or -signal.SIGKILL)
        return self.returncode

    async def wait(self) -> int:
        """Wait for its end; its exit status."""
        return await asyncio.shield(self._ending)

    async def communicate(self) -> tuple[bytes, bytes]:
        """What is left of its output and of its errors, once it has ended."""
        output, errors = await asyncio.gather(self.stdout.read(), self.stderr.read() if self.stderr else _nothing())
        await self.wait()
        return output, errors

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, where it still runs."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


async def fork_module(
    command: Sequence[str], environment: Mapping[str, str], imports: Sequence[str], *, with_errors: bool = False
) -> Fork:
    """``python -m`` with these arguments and nothing but this environment; modules that the parent is to have imported.

    Where there are none, it is a fork of a process that has imported no code of ours. `with_errors`: its errors can be read from it, and are not this process's own.
    """
    message = {"command": list(command), "environment": dict(environment), "imports": list(imports)}
    with ExitStack() as handed_over:
        output, told = _pipe(handed_over), _pipe(handed_over)
        errors = _pipe(handed_over) if with_errors else None
        files = [output[1], errors[1] if errors else _STDERR, told[1]]
        socket.send_fds(_parent(has_ours=bool(imports)), [json.dumps(message).encode()], files)
    becomes = await _reader(told[0])
    pid = await becomes.readline()
    assert pid, "the parent of forks has ended"
    return Fork(int(pid), becomes, await _reader(output[0]), await _reader(errors[0]) if errors else None)


def _pipe(handed_over: ExitStack) -> tuple[int, int]:
    """Its ends to read from and to write to, of which the second is closed here once it is handed over."""
    reads, writes = os.pipe()
    handed_over.callback(os.close, writes)
    return reads, writes


async def _nothing() -> bytes:
    return b""


async def _reader(file: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(file, "rb"))
    return reader


@cache
def _parent(*, has_ours: bool) -> socket.socket:  # each has forks of its own
    """The socket of a parent, which is started at the first call and ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        number = theirs.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.forking_parent", str(number)], cwd=_ROOT, pass_fds=[number]
        )
    atexit.register(_end_parent, ours, process)
    return ours


def _end_parent(ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
    ours.close()
    process.wait()
