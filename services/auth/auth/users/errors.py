"""What goes wrong with users."""

from kit.errors import Conflict, Forbidden, NotFound, Unavailable, Unprocessable


class UserNotFound(NotFound):
    """404: no such user."""

    code = "user_not_found"


class UserExists(Conflict):
    """409: this person has a user already."""

    code = "user_exists"


class ScopeUnknown(Unprocessable):
    """422: no scope has this name."""

    code = "scope_unknown"


class ScopeNotYours(Forbidden):
    """403: nobody gives or takes away what they do not hold themselves."""

    code = "scope_not_yours"


class LastSuper(Conflict):
    """409: without this user nobody could do everything, or let anybody do it again."""

    code = "last_super"


class OwnAccount(Conflict):
    """409: nobody locks themselves out of what they are administering."""

    code = "own_account"


class Busy(Unavailable):
    """503: more passwords wait to be checked than can be in a sensible time."""

    code = "busy"


class PasswordTooCommon(Unprocessable):
    """422: a password that is on the lists of those found in breaches, or that anybody would try early."""

    code = "password_too_common"


class WrongPassword(Forbidden):
    """403: not the present password of who is logged in."""

    code = "wrong_password"
