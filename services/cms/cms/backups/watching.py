"""How far a backup or an import is, and whether somebody has cancelled it."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cms.backups.errors import BackupCancelled
from cms.backups.models import Backup, BackupImport
from cms.files.tasks import OBJECTS
from kit.cancellable import is_cancelled
from kit.locks import queued_lock
from kit.state import KitState

_LOOK_EVERY = 0.5


@dataclass(slots=True)
class Watch:
    """Reports progress within ``first`` and ``last``, and raises `BackupCancelled` where it is not to go on."""

    state: KitState
    row: Backup | BackupImport
    notify: Callable[[float, str], Awaitable[None]]
    first: float = 0.0
    last: float = 1.0
    _looked_at: float = 0.0

    async def report(self, share: float, message: str) -> None:
        """Report how much of this stretch is done, 0 to 1."""
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_EVERY:
            self._looked_at = now
            await self.check()
        await self.notify(self.first + (self.last - self.first) * share, message)

    async def check(self) -> None:
        """Raise `BackupCancelled` where somebody has cancelled it."""
        if await is_cancelled(self.state.database, type(self.row), self.row.id):
            raise BackupCancelled("It was cancelled.")

    def stretch(self, first: float, last: float) -> "Watch":
        """The watch for a part of it."""
        return Watch(self.state, self.row, self.notify, first, last)


@asynccontextmanager
async def kept_objects(watch: Watch) -> AsyncIterator[None]:
    """Let no object be deleted as long as the block lasts.

    Waits for those that are being deleted, for as long as that takes: another attempt at the job would find the same, and
    there are only a few. Raises `BackupCancelled`.
    """
    async with queued_lock(watch.state.database, OBJECTS, watch.check):
        yield
