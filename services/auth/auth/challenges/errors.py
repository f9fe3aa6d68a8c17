"""What goes wrong with challenges."""

from kit.errors import Unauthorized, Unprocessable

_DETAIL = "This took too long or was tried too often. Start again."


class ChallengeOver(Unauthorized):
    """401: no such challenge, used, expired, or tried too often. The login begins anew."""

    code = "challenge_over"

    def __init__(self) -> None:
        super().__init__(_DETAIL)


class OptionsOver(Unprocessable):
    """422: the like for somebody who is logged in, and stays so."""

    code = "challenge_over"

    def __init__(self) -> None:
        super().__init__(_DETAIL)
