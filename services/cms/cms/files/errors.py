"""What can be wrong with files and folders."""

from kit.errors import Conflict, Forbidden, NotFound, Unprocessable


class NameInvalid(Unprocessable):
    """422: a file or a folder cannot be called so."""

    code = "name_invalid"


class FileNotFound(NotFound):
    """404: no file has this id or stands at this address, or it was deleted."""

    code = "file_not_found"


class FolderNotFound(NotFound):
    """404: no folder has this id or name, or it was deleted."""

    code = "folder_not_found"


class FolderUnknown(Unprocessable):
    """422: something is to be put into a folder that is not there."""

    code = "folder_unknown"


class EntityNotFound(NotFound):
    """404: no entity has this id, or it was deleted."""

    code = "entity_not_found"


class NameTaken(Conflict):
    """409: another file or folder in the same place has this name."""

    code = "name_taken"


class FolderInItself(Conflict):
    """409: a folder cannot be moved into itself, nor below itself."""

    code = "folder_in_itself"


class NotRestorable(Conflict):
    """409: it cannot be restored, since it is not deleted, or since its folder is."""

    code = "not_restorable"


class ContentOfAnotherKind(Unprocessable):
    """422: a file can only get a content of the kind that it has."""

    code = "content_of_another_kind"


class FormerContentNotFound(NotFound):
    """404: the file had no such content, or it was removed for good."""

    code = "former_content_not_found"


class FolderProtected(Forbidden):
    """403: only administrators change what is in this folder."""

    code = "folder_protected"
