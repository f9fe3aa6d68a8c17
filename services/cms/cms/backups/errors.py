"""What can be wrong with backups."""

from kit.errors import Conflict, NotFound


class BackupNotFound(NotFound):
    """404: no backup has this name, or it was deleted."""

    code = "backup_not_found"


class BackupBusy(Conflict):
    """409: a backup or an import is under way."""

    code = "backup_busy"


class BackupUnfinished(Conflict):
    """409: this backup is not finished, or it failed."""

    code = "backup_unfinished"


class BackupTooNew(Conflict):
    """409: the archive was made by a newer Pagewright."""

    code = "backup_too_new"


class BackupCancelled(Conflict):
    """409: somebody has cancelled it."""

    code = "backup_cancelled"


class NothingToCancel(Conflict):
    """409: it is not under way, or it can no longer be cancelled."""

    code = "nothing_to_cancel"
