"""What cms adds to its public status: whether backups come about."""

from collections.abc import Mapping

from cms.backups.models import Backup
from cms.backups.repository import BackupRepository
from kit.state import KitState


async def failed_backup(state: KitState) -> Mapping[str, bool]:
    """`backupFailed`: whether the last scheduled backup failed, and is still there to be looked at."""
    async with state.database.reading() as session:
        scheduled = BackupRepository(session).search(None, ["scheduled"], ()).with_only_columns(Backup.state)
        return {"backupFailed": await session.scalar(scheduled.order_by(Backup.id.desc()).limit(1)) == "failed"}
