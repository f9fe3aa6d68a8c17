"""What goes wrong with users."""

from kit.errors import NotFound, Unavailable


class UserNotFound(NotFound):
    """404: no such user."""

    code = "user_not_found"


class Busy(Unavailable):
    """503: more passwords wait to be checked than can be in a sensible time."""

    code = "busy"
