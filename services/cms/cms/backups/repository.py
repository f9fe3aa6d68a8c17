"""The queries of backups and imports."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.errors import BackupCancelled, BackupNotFound
from cms.backups.models import Backup, BackupImport, Kind, State
from kit.db import new_id
from kit.idempotency import KEPT_DAYS
from kit.repository import Repository
from kit.search import matches
from kit.tables import Job

_MOMENT = text("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD-HH24MISS')")
CARRIED_DAYS = KEPT_DAYS - 1
"""How long a decided import is gone on with: services know for `KEPT_DAYS` that they have restored, and would do so again."""
_COMMAND = "cms.backups.command "
# A lock that can be had is one whose command has ended. It is had shared: two who look take neither for the command.
_END_ABANDONED = """
UPDATE jobs SET state = 'failed', lease = NULL, lease_until = NULL, finished_at = now(), updated_at = now(),
    error = jsonb_build_object('status', 409, 'code', CAST(:code AS text), 'detail', CAST(:detail AS text))
WHERE state IN ('queued', 'running') AND id IN (
    SELECT job_id FROM backup_imports WHERE state = 'running' AND decided_at IS NULL AND created_by IS NULL
        AND pg_try_advisory_xact_lock_shared(hashtextextended(CAST(:command AS text) || id, 0))
)
"""
_ABANDONED = {
    "code": BackupCancelled.code,
    "detail": "The command that began it was stopped.",
    "command": _COMMAND,
}
_STRANDED = """
WITH over AS (
    SELECT t.id, j.error FROM {table} t LEFT JOIN jobs j ON j.id = t.job_id
    WHERE t.state = 'running' AND coalesce(j.state NOT IN ('queued', 'running'), true) {also}
    FOR UPDATE OF t SKIP LOCKED
)
UPDATE {table} t SET finished_at = now(), updated_at = now(),
    state = CASE over.error ->> 'code' WHEN :cancelled THEN 'cancelled' ELSE 'failed' END,
    problem = coalesce(over.error ->> 'detail', 'The worker was lost in every attempt.')
FROM over WHERE t.id = over.id
"""


class BackupRepository(Repository[Backup]):
    """Backups that are not deleted."""

    model = Backup
    missing = BackupNotFound

    def base(self) -> Select[Backup]:
        """All but those that are deleted."""
        return select(Backup).where(Backup.deleted_at.is_(None))

    def search(self, q: str | None, kinds: Sequence[Kind], states: Sequence[State]) -> Select[Backup]:
        """Those whose name has this in it, and of these kinds and states; of all where none are named."""
        query = self.base().where(*matches(q, Backup.name))
        if kinds:
            query = query.where(Backup.kind.in_(kinds))
        return query.where(Backup.state.in_(states)) if states else query

    async def named(self, name: str, *, deleted: bool = False) -> Backup:
        """The backup of this name, locked. Raises `BackupNotFound`."""
        query = select(Backup) if deleted else self.base()
        found = await self.one_or_none(query.where(Backup.name == name).with_for_update())
        if found is None:
            raise BackupNotFound
        return found

    async def read(self, name: str) -> Backup:
        """The backup of this name. Raises `BackupNotFound`."""
        found = await self.one_or_none(self.base().where(Backup.name == name))
        if found is None:
            raise BackupNotFound
        return found

    async def running(self) -> Backup | None:
        """The backup that is being made."""
        return await self.one_or_none(select(Backup).where(Backup.state == "running"))

    async def begin(self, kind: Kind, prefix: str, created_by: uuid.UUID | None) -> Backup:
        """Add a backup that is running, named by the moment."""
        moment = await self.session.scalar(_MOMENT)
        name = await self._free_name(f"{prefix}-{moment}")
        return await self.add(Backup(id=new_id(), name=name, kind=kind, created_by=created_by, contents={}))

    async def _free_name(self, wanted: str) -> str:
        """``wanted``, with a number where another backup has this name."""
        taken = {
            *await self.session.scalars(select(Backup.name).where(Backup.name.startswith(wanted, autoescape=True)))
        }
        number, name = 1, wanted
        while name in taken:
            number += 1
            name = f"{wanted}-{number}"
        return name


class ImportRepository(Repository[BackupImport]):
    """Imports of backups."""

    model = BackupImport

    async def running(self) -> BackupImport | None:
        """The import that is under way."""
        return await self.one_or_none(select(BackupImport).where(BackupImport.state == "running"))

    async def latest(self) -> tuple[BackupImport, Backup] | None:
        """The import that was begun last, and its backup."""
        query = select(BackupImport, Backup).join(Backup, Backup.id == BackupImport.backup_id)
        row = (await self.session.execute(query.order_by(BackupImport.id.desc()).limit(1))).first()
        return None if row is None else (row[0], row[1])


async def begin_safety_backup(session: AsyncSession, row: BackupImport) -> Backup:
    """Begin the backup that an import makes of what is there: each attempt anew, in place of that of the one before."""
    known = None if row.safety_backup_id is None else await session.get(Backup, row.safety_backup_id)
    backup = known or await BackupRepository(session).begin("safety", "before-import", row.created_by)
    backup.state, backup.job_id = "running", row.job_id
    # Somebody may have deleted the one of an attempt before.
    backup.finished_at = backup.deleted_at = None
    row.safety_backup_id = backup.id
    await session.flush()
    return backup


async def job_of(session: AsyncSession, identifier: uuid.UUID | None) -> Job | None:
    """A job."""
    return None if identifier is None else await session.get(Job, identifier)


def command_lock(identifier: uuid.UUID) -> str:
    """The lock that the command keeps which has begun an import: it ends with the command, whatever that ends by."""
    return f"{_COMMAND}{identifier}"


async def fail_stranded(session: AsyncSession) -> None:
    """Note the end of what no job works at any more, and of imports whose command has ended.

    Their operators were told that nothing happened. An import that is decided is not over: see `tasks.carry_through`.
    """
    await session.execute(text(_END_ABANDONED), _ABANDONED)
    undecided = f"AND (t.decided_at IS NULL OR t.decided_at < now() - interval '{CARRIED_DAYS} days')"
    for table, also in (("backups", ""), ("backup_imports", undecided)):
        stranded = text(_STRANDED.format(table=table, also=also))
        await session.execute(stranded, {"cancelled": BackupCancelled.code})


async def decided_jobless(session: AsyncSession) -> list[BackupImport]:
    """Imports that are decided, and that no job works at."""
    open_jobs = select(Job.id).where(Job.state.in_(("queued", "running")))
    query: Any = select(BackupImport).where(
        BackupImport.state == "running",
        BackupImport.decided_at > func.now() - timedelta(days=CARRIED_DAYS),
        func.coalesce(BackupImport.job_id.not_in(open_jobs), True),
    )
    return [*await session.scalars(query.with_for_update(skip_locked=True))]
