"""What goes wrong with passkeys."""

from kit.errors import Conflict, NotFound, Unauthorized, Unprocessable

_DETAIL = "This passkey was not accepted."


class PasskeyRefused(Unauthorized):
    """401: unknown, somebody else's, of another site, or not what was asked for. Which one is not told."""

    code = "passkey_refused"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class PasskeyNotTaken(Unprocessable):
    """422: the like for somebody who is logged in, and stays so."""

    code = "passkey_refused"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class PasskeyExists(Conflict):
    """409: this passkey has been added before."""

    code = "passkey_exists"

    def __init__(self) -> None:
        super().__init__("This passkey has been added before.")


class TooManyPasskeys(Conflict):
    """409: the account has as many passkeys as one can have."""

    code = "too_many_passkeys"

    def __init__(self) -> None:
        super().__init__("Remove a passkey that you do not use any more first.")


class PasskeyNotFound(NotFound):
    """404: no such passkey of one's own."""

    code = "passkey_not_found"
