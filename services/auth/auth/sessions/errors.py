"""What goes wrong with logins and sessions."""

from kit.errors import Forbidden, NotFound, Unauthorized


class InvalidCredentials(Unauthorized):
    """401: no such account, or a wrong password. Which one is not told."""

    code = "invalid_credentials"


class AccountDisabled(Unauthorized):
    """401: the password or the passkey is right, and the account may not log in."""

    code = "account_disabled"

    def __init__(self) -> None:
        super().__init__("This account has been disabled. Contact the site's administrators.")


class SecondFactorNeeded(Unauthorized):
    """401: the password is right and not enough. `challenge` is what to carry on with, `methods` by what."""

    code = "second_factor_needed"


class SecondFactorSetupNeeded(Unauthorized):
    """401: the password is right, and a second factor has to be set up. `challenge` is what to carry on with."""

    code = "second_factor_setup_needed"


class SessionExpired(Unauthorized):
    """401: the refresh credential is missing, unknown, too old or of a session that has been ended."""

    code = "session_expired"


class RefreshReused(Unauthorized):
    """401: this refresh credential has been replaced before, so somebody has a copy. The session is ended."""

    code = "refresh_reused"


class SessionNotFound(NotFound):
    """404: no such session, or it has been ended."""

    code = "session_not_found"


class ConfirmationNeeded(Forbidden):
    """403: this session has to be confirmed first, at ``POST /auth/sessions/current/confirmation``."""

    code = "confirmation_needed"


class SecondFactorAsked(Forbidden):
    """403: the password is right and not enough. `challenge` is what to carry on with, `methods` by what.

    Not the 401 of the login: the caller is logged in, and stays so.
    """

    code = "second_factor_needed"
