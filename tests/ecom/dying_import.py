"""``python -m tests.ecom.dying_import <job> <message>``: does a job of ecom and is killed (-9) on the way.

It is killed when the job has told the message, or one that begins with it; ``written`` is the moment after all is written
and before it is committed.
"""

import asyncio
import os
import signal
import sys
import uuid
from typing import Any

from ecom import worker
from ecom.config import Settings
from ecom.imports import running
from kit.jobs import Run
from kit.lifecycle import open_state
from kit.runner import Runner


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(step: str) -> None:
    """Have this process killed at a step."""
    module: Any = running
    run_class: Any = Run
    report, advance = Run.progress, module._advance  # the last step of a transaction

    async def progress(run: Run, share: float, message: str | None = None) -> None:
        await report(run, share, message)
        if (message or "").startswith(step):
            die()

    async def advanced(*arguments: Any) -> None:
        await advance(*arguments)
        if step == "written":
            die()

    run_class.progress, module._advance = progress, advanced


async def do(job: str) -> None:
    async with open_state(Settings()) as state:
        await Runner(state, 1).run(uuid.UUID(job))


if __name__ == "__main__":
    assert worker.__all__, "tasks register themselves on import"
    die_at(sys.argv[2])
    asyncio.run(do(sys.argv[1]))
