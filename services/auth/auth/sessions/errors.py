"""What goes wrong with one's sessions."""

from kit.errors import Forbidden


class ConfirmationNeeded(Forbidden):
    """403: this session has to be confirmed first, at ``POST /auth/sessions/current/confirmation``."""

    code = "confirmation_needed"
