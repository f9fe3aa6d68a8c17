"""Backups and imports as they are told."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.contents import PARTS
from cms.backups.importing import Revisions, split
from cms.backups.models import Backup, BackupImport
from cms.backups.repository import job_of
from cms.backups.schemas import (
    BackupOut,
    BackupPartOut,
    BackupPreviewOut,
    BackupPreviewPartOut,
    ImportOut,
    TableCountOut,
    WhyNot,
)
from kit.tables import Job


async def backups_out(session: AsyncSession, rows: Sequence[Backup], revisions: Revisions | None) -> list[BackupOut]:
    """Backups, with how far those are that are being made. Without ``revisions`` some service does not answer."""
    running = [row.job_id for row in rows if row.state == "running" and row.job_id is not None]
    jobs = {job.id: job for job in await session.scalars(select(Job).where(Job.id.in_(running)))}
    return [_backup_out(row, jobs.get(row.job_id) if row.job_id else None, revisions) for row in rows]


async def import_out(session: AsyncSession, row: BackupImport, backup: Backup) -> ImportOut:
    """An import."""
    job = await job_of(session, row.job_id) if row.state == "running" else None
    lost, mended = split(row.lost)
    safety = None if row.safety_backup_id is None else await session.get(Backup, row.safety_backup_id)
    return ImportOut(
        id=row.id,
        backup=backup.name,
        parts=row.parts,
        state=row.state,
        problem=row.problem,
        lost=lost,
        mended_files=mended,
        safety_backup=safety.name if safety is not None and safety.deleted_at is None else None,
        is_decided=row.decided_at is not None,
        created_at=row.created_at,
        finished_at=row.finished_at,
        job_id=row.job_id,
        progress=job.progress if job else None,
        message=job.message if job else None,
    )


def preview_out(
    backup: Backup, counts: Mapping[str, Mapping[str, int]], revisions: Revisions | None
) -> BackupPreviewOut:
    """What the import of a backup would change, of the parts that this site has."""
    parts = []
    for name, then in _counts(backup).items():
        if revisions is not None and PARTS[name] not in revisions:
            continue
        now = counts.get(name, {})
        tables = [
            TableCountOut(table=table, now=now.get(table, 0), backed_up=then.get(table, 0)) for table in {**then, **now}
        ]
        parts.append(BackupPreviewPartOut.model_validate(
            {"name": name, "now": sum(now.values()), "backedUp": sum(then.values()), "tables": tables}
        ))  # fmt: skip
    return BackupPreviewOut(
        name=backup.name,
        made_at=backup.contents["createdAt"],
        parts=parts,
        why_not_restorable=why_not(backup, revisions),
    )


def why_not(backup: Backup, revisions: Revisions | None) -> WhyNot | None:
    """Why a backup cannot be imported here."""
    if backup.state != "done":
        return "unfinished"
    if revisions is None:
        return "unknown"
    parts = backup.contents["parts"]
    # What this site does without is left out of an import, so it need not be known.
    is_known = all(
        part in PARTS and (PARTS[part] not in revisions or revisions[PARTS[part]].takes(described))
        for part, described in parts.items()
    )
    return None if is_known else "other_release"


def _backup_out(row: Backup, job: Job | None, revisions: Revisions | None) -> BackupOut:
    return BackupOut(
        name=row.name,
        kind=row.kind,
        state=row.state,
        problem=row.problem,
        created_at=row.created_at,
        created_by=row.created_by,
        finished_at=row.finished_at,
        made_at=row.contents.get("createdAt"),
        size=row.size,
        sha256=row.sha256,
        release=row.release,
        parts=[
            BackupPartOut.model_validate({"name": name, "rows": sum(tables.values())})
            for name, tables in _counts(row).items()
        ],
        files=row.contents.get("files", {}).get("count", 0),
        faulty_files=row.contents.get("faults", 0),
        # Backups of before have the number alone.
        faulty_names=row.contents.get("faultyNames", []),
        why_not_restorable=why_not(row, revisions),
        job_id=row.job_id,
        progress=job.progress if job else None,
        message=job.message if job else None,
    )


def _counts(backup: Backup) -> dict[str, dict[str, int]]:
    parts = backup.contents.get("parts", {})
    return {name: parts[name]["counts"] for name in PARTS if name in parts}
