"""What can be wrong with a backup."""

from kit.errors import Conflict, NotFound, Unavailable, Unprocessable


class BackupInvalid(Unprocessable):
    """422: the file is no backup of these tables, or it is damaged."""

    code = "backup_invalid"


class BackupRevisionDiffers(Conflict):
    """409: the backup was made with another release, whose tables are others."""

    code = "backup_revision_differs"


class PartNotFound(NotFound):
    """404: the service has no such part."""

    code = "backup_part_not_found"


class SnapshotGone(Unavailable):
    """503: the transaction that exported the snapshot has ended."""

    code = "snapshot_gone"


class RestorationAborted(Conflict):
    """409: another service could not restore its part, so this one did not either."""

    code = "restoration_aborted"
