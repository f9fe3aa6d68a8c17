from kit.errors import Conflict, NotFound, PayloadTooLarge, Unprocessable


class PageConflict(Conflict):
    """409: somebody changed what this save works on after the version that its sender saw.

    Further members: `conflicts` and `current`, the page as it is now.
    """

    code = "page_conflict"


class ActionRefused(Unprocessable):
    """422: an action cannot be applied; nothing was. The one field error names the action and its fault."""

    code = "action_refused"


class PartsMissing(Unprocessable):
    """422: the last part of a save came, and others never did or were kept too long: send all of them again."""

    code = "parts_missing"


class SaveTooLarge(PayloadTooLarge):
    """413: the parts of one save are larger together than what is kept of one."""

    code = "save_too_large"


class VersionUnknown(Unprocessable):
    """422: a version that the site has not reached."""

    code = "version_unknown"


class BlockNotFound(NotFound):
    code = "block_not_found"


class ViewAsInvalid(Unprocessable):
    """422: an editor asked to see a page as somebody that nobody can be."""

    code = "view_as_invalid"
