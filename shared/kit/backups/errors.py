"""What can be wrong with a backup."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.exc import DBAPIError

from kit.errors import Conflict, NotFound, Unavailable, Unprocessable

log = logging.getLogger(__name__)


class BackupInvalid(Unprocessable):
    """422: the file is no backup of these tables, or it is damaged."""

    code = "backup_invalid"


class BackupRevisionDiffers(Conflict):
    """409: the backup was made with a newer release, whose tables are others."""

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


@contextmanager
def refusing_contradictions() -> Iterator[None]:
    """Raise `BackupInvalid` where the database takes rows for wrong."""
    try:
        yield
    except DBAPIError as error:
        cause = getattr(error.orig, "__cause__", None)
        if not isinstance(cause, asyncpg.DataError | asyncpg.IntegrityConstraintViolationError):
            raise
        # Without its details, which quote the row.
        log.warning("a backup was refused by the database: %s", cause.args[0] if cause.args else type(cause).__name__)
        raise BackupInvalid("The rows of this backup contradict one another.") from error
