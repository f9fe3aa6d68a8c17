"""Asking cms for all that it knows of files."""

from typing import Any

from kit.http import InternalClient
from kit.jobs import Run, task

ASK = "shop_files.ask"
"""Enqueued by the migration that made the tables: the log of cms does not reach back to files of before."""


@task(ASK, attempts=20)
async def ask(run: Run, args: dict[str, Any]) -> None:
    """Have cms tell of all its files anew."""
    await InternalClient(run.state, "cms").post("/private/events/restatements", json={"names": ["cms.files_changed"]})
