"""What goes wrong with invitations and registrations."""

from kit.errors import Conflict, Forbidden


class CannotBeInvited(Conflict):
    """409: a user who is disabled, or who has chosen a password already."""

    code = "cannot_be_invited"


class RegistrationClosed(Forbidden):
    """403: the site does not let visitors make accounts for themselves."""

    code = "registration_closed"
