"""Its tasks, and its subscriber."""

import asyncio
from pathlib import Path
from typing import Any

from kit.errors import Conflict
from kit.jobs import Run, task
from kit.tables import ConsumedEvent
from tests.kit.jobsite import events

__all__ = ["backlog", "events", "quick", "refused", "slow"]


@task("jobsite.slow", queue="long", timeout=60)
async def slow(run: Run, args: dict[str, Any]) -> str:
    """Write a row, then go on for as long as the file ``hold`` is there."""
    run.session.add(ConsumedEvent(event_id=run.job_id, subscriber="effect"))
    await run.session.flush()
    Path(args["begun"]).write_text(str(run.attempt))
    while Path(args["hold"]).exists():
        await asyncio.sleep(0.05)
    return f"attempt {run.attempt}"


@task("jobsite.backlog", queue="background", timeout=60)
async def backlog(run: Run, args: dict[str, Any]) -> None:
    """Go on for as long as the file ``hold`` is there."""
    Path(args["begun"]).touch()
    while Path(args["hold"]).exists():
        await asyncio.sleep(0.05)


@task("jobsite.quick")
async def quick(run: Run, args: dict[str, Any]) -> Any:
    """Give back the arguments."""
    return args


@task("jobsite.refused")
async def refused(run: Run, args: dict[str, Any]) -> None:
    """Fail for good."""
    raise Conflict("It cannot be done.")
