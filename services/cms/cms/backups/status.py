"""What cms adds to its public status: whether backups come about."""

from collections.abc import Mapping

from sqlalchemy import select

from cms.backups.models import Backup
from kit.state import KitState


async def failed_backup(state: KitState) -> Mapping[str, bool]:
    """`backupFailed`: whether the last scheduled backup failed."""
    async with state.database.reading() as session:
        latest = select(Backup.state).where(Backup.kind == "scheduled").order_by(Backup.id.desc()).limit(1)
        return {"backupFailed": await session.scalar(latest) == "failed"}
