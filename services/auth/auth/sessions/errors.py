"""What goes wrong with one's sessions."""

from kit.errors import Forbidden


class ConfirmationNeeded(Forbidden):
    """403: this session has to be confirmed first, at ``POST /auth/sessions/current/confirmation``."""

    code = "confirmation_needed"


class SecondFactorAsked(Forbidden):
    """403: the password is right and not enough. `challenge` is what to carry on with, `methods` by what.

    Not the 401 of the login: whoever asks is logged in, and stays so.
    """

    code = "second_factor_needed"
