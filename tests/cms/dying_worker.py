"""``python -m tests.cms.dying_worker <job> <message> <number>``: does a job of cms and is killed (-9) on the way.

It is killed when the job has told the message, or one that begins with it, for the ``number``-th time; ``decided`` and
``opened`` are the moments before and after an import opens the gate.
"""

import asyncio
import os
import signal
import sys
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from cms import worker
from cms.config import Settings
from kit.backups.gate import Gate
from kit.jobs import Run
from kit.lifecycle import open_state
from kit.runner import Runner


async def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(step: str, number: int, die: Callable[[], Awaitable[None]] = die) -> None:
    """Have this process killed at a step, or what else is awaited there."""
    tell, open_gate = Run.progress, Gate.open
    seen = 0

    async def progress(run: Run, share: float, message: str | None = None) -> None:
        nonlocal seen
        await tell(run, share, message)
        seen += (message or "").startswith(step)
        if seen >= number:
            await die()

    async def opened(gate: Gate) -> None:
        if step == "decided":
            await die()
        await open_gate(gate)
        if step == "opened":
            await die()

    patched: Any = Run
    patched.progress = progress
    gate: Any = Gate
    gate.open = opened


async def do(job: str) -> None:
    async with open_state(Settings()) as state:
        await Runner(state, 1).run(uuid.UUID(job))


if __name__ == "__main__":
    assert worker.__all__, "tasks register themselves on import"
    die_at(sys.argv[2], int(sys.argv[3]))
    asyncio.run(do(sys.argv[1]))
