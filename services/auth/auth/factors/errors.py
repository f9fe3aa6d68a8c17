"""What goes wrong with second factors."""

from kit.errors import Conflict, FieldError, Unauthorized, Unprocessable

_PERHAPS_AN_EARLIER_ONE = (
    "This code is wrong. It may be of an earlier attempt: scan the image again, or check the clock."
)


class WrongCode(Unauthorized):
    """401: not a code of this account's, or one that has been used. The challenge can be tried again."""

    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__("This code is wrong or has been used.")


class CodeRefused(Unprocessable):
    """422: the like for somebody who is logged in, and stays so."""

    code = "wrong_code"

    def __init__(self, detail: str = _PERHAPS_AN_EARLIER_ONE) -> None:
        super().__init__(detail, errors=[FieldError("code", self.code, detail)])


class SecondFactorKept(Conflict):
    """409: a scope of the account's requires a second factor, and this is the last one."""

    code = "second_factor_needed"

    def __init__(self) -> None:
        super().__init__("A scope that you hold requires a second factor. Add another one first.")


class NoSecondFactor(Conflict):
    """409: recovery codes stand in for a second factor, and there is none."""

    code = "no_second_factor"

    def __init__(self) -> None:
        super().__init__("Set up an authenticator app or a passkey first.")
