"""``python -m tests.ecom.dying_worker <job> <number>``: does a job of ecom and is killed (-9) on the way.

It is killed right after the provider of payments has answered for the ``number``-th time, and so between what happened there
and what is written here; with the number 0, after all is written and before it is committed.
"""

import asyncio
import os
import signal
import sys
import uuid
from typing import Any

from ecom import worker
from ecom.config import Settings
from ecom.payments import advancing, refunding
from ecom.payments.providers import asking
from kit.lifecycle import open_state
from kit.runner import Runner


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_after_answer(number: int) -> None:
    """Have this process killed once the provider has answered so often."""
    module: Any = asking
    read = module._read  # the last step before the answer is the program's
    seen = 0

    async def reading(*arguments: Any) -> Any:
        nonlocal seen
        answer = await read(*arguments)
        seen += 1
        if seen == number:
            die()
        return answer

    module._read = reading  # as above


def die_before_commit() -> None:
    """Have this process killed once all is written."""
    for module, name in ((advancing, "apply"), (refunding, "_note")):
        step = getattr(module, name)

        async def stepping(*arguments: Any, step: Any = step) -> None:
            await step(*arguments)
            die()

        setattr(module, name, stepping)


async def do(job: str) -> None:
    async with open_state(Settings()) as state:
        await Runner(state, 1).run(uuid.UUID(job))


if __name__ == "__main__":
    assert worker.__all__, "tasks register themselves on import"
    if int(sys.argv[2]):
        die_after_answer(int(sys.argv[2]))
    else:
        die_before_commit()
    asyncio.run(do(sys.argv[1]))
