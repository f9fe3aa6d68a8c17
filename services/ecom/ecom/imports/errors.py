"""What can be wrong with an import."""

from kit.errors import Conflict, NotFound, PayloadTooLarge, Unprocessable, ValidationFailed


class ImportNotFound(NotFound):
    """404: no import has this id."""

    code = "import_not_found"


class ImportTooLarge(PayloadTooLarge):
    """413: the file has more bytes than an import takes."""

    code = "import_too_large"


class ImportUnreadable(Unprocessable):
    """422: the file is no table, or has more rows than an import takes."""

    code = "import_unreadable"


class ImportColumnsInvalid(ValidationFailed):
    """422: a column is for what it cannot be, or one that is needed is missing."""

    code = "import_columns_invalid"


class ImportNotReady(Conflict):
    """409: the import is under way, or done, or has no preview yet."""

    code = "import_not_ready"


class ImportOutdated(Conflict):
    """409: what the preview said is no longer what would happen."""

    code = "import_outdated"


class ImportCancelled(Conflict):
    """409: somebody cancelled it."""

    code = "import_cancelled"
