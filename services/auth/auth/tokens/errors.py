"""What goes wrong with sessions."""

from kit.errors import NotFound, Unauthorized


class InvalidCredentials(Unauthorized):
    """401: no such account, a wrong password, or an account that may not log in. Which one is not told."""

    code = "invalid_credentials"


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
