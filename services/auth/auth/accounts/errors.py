"""What goes wrong with invitations, registrations and changes of address."""

from kit.errors import Conflict, Forbidden


class CannotBeInvited(Conflict):
    """409: a user who is disabled, or who has chosen a password already."""

    code = "cannot_be_invited"


class RegistrationClosed(Forbidden):
    """403: the site does not let visitors make accounts for themselves."""

    code = "registration_closed"


class OtherAccount(Forbidden):
    """403: the link in the mail is for another account than the one that is logged in."""

    code = "other_account"
