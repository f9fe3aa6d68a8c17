"""Draws templates in a process of their own, which has little time and memory and nothing of the site.

Liquid's own limits count loops and output. They cannot count what one filter does (`replace` by something long, a number
with a million digits, a search in a range of ten billion), and no thread can be broken off. So a process does it, whose
limits the kernel holds: a template costs at most `CPU_SECONDS` of one core and `MEMORY` bytes. It gets templates and values
as JSON and answers with JSON; it has no settings, no database and no key.
"""

import asyncio
import contextlib
import json
import os
import resource
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson

from cms.email_templates.errors import RenderingUnavailable
from cms.email_templates.rendering import TOO_MUCH, Answer, Job, render

CPU_SECONDS = 3
WALL_SECONDS = 15
MEMORY = 512 * 1024 * 1024
AT_ONCE = 2
_LONGEST_ANSWER = 16 * 1024 * 1024
_WAITING_SECONDS = 20


async def render_all(jobs: Sequence[Job]) -> list[Answer]:
    """Draw templates, in their order. Raises `RenderingUnavailable` where too many wait for it."""
    try:
        async with asyncio.timeout(_WAITING_SECONDS):
            await _slots().acquire()
    except TimeoutError as error:
        raise RenderingUnavailable from error
    try:
        return await _rendered(jobs)
    finally:
        _slots().release()


async def render_one(job: Job) -> Answer:
    """Draw one template."""
    [answer] = await render_all([job])
    return answer


@cache
def _slots() -> asyncio.Semaphore:
    return asyncio.Semaphore(AT_ONCE)


async def _rendered(jobs: Sequence[Job]) -> list[Answer]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=_LONGEST_ANSWER,
        # Of the environment it needs nothing, and some of it is secret.
        env={"PATH": os.defpath},
    )
    try:
        answers = await _answers(process, jobs)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    if len(answers) < len(jobs):
        # The one at which it was ended; those after it have not had their turn.
        answers.append({"faults": [{"field": "content", "line": 0, "column": 0, "detail": TOO_MUCH}]})
        if len(answers) < len(jobs):
            answers += await _rendered(jobs[len(answers) :])
    return answers


async def _answers(process: asyncio.subprocess.Process, jobs: Sequence[Job]) -> list[Answer]:
    """What the process answers, up to the job that it does not come to the end of."""
    assert process.stdin is not None  # as it was made
    assert process.stdout is not None
    answers: list[Answer] = []
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(WALL_SECONDS):
            process.stdin.write(orjson.dumps(list(jobs)))
            await process.stdin.drain()
            process.stdin.write_eof()
        for _ in jobs:
            async with asyncio.timeout(WALL_SECONDS):
                line = await process.stdout.readline()
            if not line.endswith(b"\n"):
                break
            answers.append(orjson.loads(line))
    return answers


def main() -> None:
    """Answer the jobs on standard input, a line each."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    jobs: list[Any] = json.loads(sys.stdin.buffer.read())
    for job in jobs:
        sys.stdout.buffer.write(orjson.dumps(render(job)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
