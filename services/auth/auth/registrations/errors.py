"""What goes wrong with registrations."""

from kit.errors import Forbidden


class RegistrationClosed(Forbidden):
    """403: the site does not let visitors make accounts for themselves."""

    code = "registration_closed"
