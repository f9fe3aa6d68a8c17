"""Renaming scopes in whitelists."""

from typing import Any

from content.scopes import service
from kit.jobs import Run, task

RENAME_SCOPES = "scopes.rename"
_TIMEOUT = 1800


@task(RENAME_SCOPES, queue="long", timeout=_TIMEOUT)
async def rename_scopes(run: Run, args: dict[str, Any]) -> None:
    """Rename in every whitelist, a few at a time, each few in a transaction of their own: saves go through meanwhile."""
    while True:
        async with run.state.database.transaction() as session:
            if not await service.rename_some(session):
                return
