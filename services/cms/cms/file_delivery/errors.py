"""What can be wrong with a request for a file."""

from kit.errors import DomainError, Forbidden, Unauthorized


class FileForMembers(Unauthorized):
    """401: the file is for some only, and nobody is logged in."""

    code = "file_for_members"


class FileForOthers(Forbidden):
    """403: the file is for others than those that this caller is among."""

    code = "file_for_others"


class RangeNotSatisfiable(DomainError):
    """416: the file has no such bytes; ``Content-Range`` says how many there are."""

    status = 416
    code = "range_not_satisfiable"
