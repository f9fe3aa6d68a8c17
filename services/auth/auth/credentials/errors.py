"""What goes wrong with passwords, second factors, challenges and links."""

from kit.errors import Conflict, FieldError, Forbidden, NotFound, Unauthorized, Unavailable, Unprocessable

_PERHAPS_AN_EARLIER_ONE = "This code is incorrect. Scan the image again, or check your device's clock."


class WrongCode(Unauthorized):
    """401: not a code of this account's, or one that has been used. The challenge can be tried again."""

    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__("This code is incorrect or has already been used.")


class CodeRefused(Unprocessable):
    """422: the code of a caller who is logged in, and stays so, is incorrect or has been used."""

    code = "wrong_code"

    def __init__(self, detail: str = _PERHAPS_AN_EARLIER_ONE) -> None:
        super().__init__(detail, errors=[FieldError("code", self.code, detail)])


class SecondFactorKept(Conflict):
    """409: a scope of the account's requires a second factor, and this is the last one."""

    code = "second_factor_needed"

    def __init__(self) -> None:
        super().__init__("One of your scopes requires a second factor. Add another one first.")


class NoSecondFactor(Conflict):
    """409: recovery codes stand in for a second factor, and there is none."""

    code = "no_second_factor"

    def __init__(self) -> None:
        super().__init__("Set up an authenticator app or a passkey first.")


_DETAIL = "This passkey was not accepted."


class PasskeyRefused(Unauthorized):
    """401: unknown, somebody else's, of another site, or not what was asked for. Which one is not told."""

    code = "passkey_refused"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class PasskeyInvalid(Unprocessable):
    """422: the passkey of a caller who is logged in, and stays so, was not accepted."""

    code = "passkey_refused"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class PasskeyExists(Conflict):
    """409: this passkey has been added before."""

    code = "passkey_exists"

    def __init__(self) -> None:
        super().__init__("This passkey has already been added.")


class TooManyPasskeys(Conflict):
    """409: the account has as many passkeys as one can have."""

    code = "too_many_passkeys"

    def __init__(self) -> None:
        super().__init__("You have too many passkeys. Remove one first.")


class PasskeyNotFound(NotFound):
    """404: no such passkey of one's own."""

    code = "passkey_not_found"


_DETAIL = "This has expired or had too many attempts. Start again."


class ChallengeExpired(Unauthorized):
    """401: no such challenge, used, expired, or tried too often. The login begins again."""

    code = "challenge_expired"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class OptionsExpired(Unprocessable):
    """422: no such options of a caller who is logged in, and stays so, or they expired or were tried too often."""

    code = "challenge_expired"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class TokenUnusable(NotFound):
    """404: made up, used, expired, replaced by a newer one or meant for something else. Which one is not told."""

    code = "token_unusable"

    def __init__(self) -> None:
        super().__init__("This link has been used, has expired or has been replaced by a newer one.")


class Busy(Unavailable):
    """503: more passwords wait to be checked than can be in a sensible time."""

    code = "busy"


class PasswordTooCommon(Unprocessable):
    """422: a password that is on the lists of those found in breaches, or that anybody would try early."""

    code = "password_too_common"


class WrongPassword(Forbidden):
    """403: not the present password of who is logged in."""

    code = "wrong_password"
