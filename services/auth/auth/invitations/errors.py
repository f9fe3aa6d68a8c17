"""What goes wrong with invitations."""

from kit.errors import Conflict


class CannotBeInvited(Conflict):
    """409: a user who is disabled, or who has chosen a password already."""

    code = "cannot_be_invited"
