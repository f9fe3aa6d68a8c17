"""Asking cms for all that it knows of files, and what is done once that is known."""

import uuid
from typing import Any

from content.files.adopting import adopt_some
from kit.http import InternalClient
from kit.jobs import Run, task

ASK = "files.ask"
"""Enqueued by the migration that made the tables: the log of cms does not reach back to files of before."""
ADOPT = "files.adopt"


@task(ASK, attempts=20)
async def ask(run: Run, args: dict[str, Any]) -> None:
    """Have cms tell of all its files anew."""
    await InternalClient(run.state, "cms").post("/private/events/restatements", json={"names": ["cms.files_changed"]})


@task(ADOPT, queue="long", timeout=1800)
async def adopt(run: Run, args: dict[str, Any]) -> None:
    """Have images name the files at their addresses, some at a time, each in a transaction of their own."""
    after: uuid.UUID | None = None
    while True:
        async with run.state.database.transaction() as session:
            after = await adopt_some(session, after)
        if after is None:
            return
