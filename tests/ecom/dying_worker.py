"""``python -m tests.ecom.dying_worker <job>:<number> …``: does jobs of ecom, each in a process that is killed (-9) on the way.

It prints for each the signal that ended it, 0 for none. One is killed right after the provider of payments has answered for the ``number``-th time, and so between what happened there
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


def do_and_die(job: str, number: int) -> None:
    """In a process of its own, which has all the programs and nothing that runs yet: starting Python takes seconds."""
    if number:
        die_after_answer(number)
    else:
        die_before_commit()
    asyncio.run(do(job))


def ended_by(job: str, number: int) -> int:
    """The signal that ends the process that does a job."""
    child = os.fork()
    if not child:
        status = 1
        try:
            do_and_die(job, number)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or not os.WEXITSTATUS(status), "the job's process failed by itself"
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


if __name__ == "__main__":
    assert worker.__all__, "tasks register themselves on import"
    for argument in sys.argv[1:]:
        identifier, _, step = argument.partition(":")
        sys.stdout.write(f"{ended_by(identifier, int(step))}\n")
        sys.stdout.flush()
