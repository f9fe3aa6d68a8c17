"""Backups of a service's tables: lines of JSON, read under one snapshot and restored in one transaction, or refused.

A service declares in ``<service>/backup.py`` which of its tables are in which part, and adds the routes::

    BACKUP = ServiceBackup(Settings, [Part("shop")])
    router = backup_router(BACKUP)

cms asks all services for their parts under one snapshot of the database, puts them into an archive, and sends them back
to be restored. A part is read as lines: a first one that says whose tables these are and of which revision, one for each
row as Postgres writes it, and a last one with the numbers of rows, without which it was cut off.
"""

from kit.backups.declaration import Part, Restored, ServiceBackup
from kit.backups.errors import BackupInvalid, BackupRevisionDiffers, RestorationAborted
from kit.backups.routes import backup_router

__all__ = [
    "BackupInvalid",
    "BackupRevisionDiffers",
    "Part",
    "RestorationAborted",
    "Restored",
    "ServiceBackup",
    "backup_router",
]
