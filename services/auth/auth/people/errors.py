"""What goes wrong with people and users."""

from kit.errors import Conflict, NotFound, Unprocessable


class PersonNotFound(NotFound):
    """404: no such person."""

    code = "person_not_found"


class EmailAddressTaken(Conflict):
    """409: somebody else has this address, in whatever case."""

    code = "email_address_taken"


class ConfirmAddress(Unprocessable):
    """422: one's own address changes at ``POST /auth/account/email-address``, which asks the new mailbox first."""

    code = "confirm_address"


class PersonHasUser(Conflict):
    """409: only somebody without a user was to be deleted."""

    code = "person_has_user"


class UserNotFound(NotFound):
    """404: no such user."""

    code = "user_not_found"


class UserExists(Conflict):
    """409: this person has a user already."""

    code = "user_exists"


class LastSuper(Conflict):
    """409: without this user nobody could do everything, or let anybody do it again."""

    code = "last_super"


class OwnAccount(Conflict):
    """409: nobody locks themselves out of what they are administering."""

    code = "own_account"
