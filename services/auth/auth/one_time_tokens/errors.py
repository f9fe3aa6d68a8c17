"""What goes wrong with one-time tokens."""

from kit.errors import NotFound


class TokenUnusable(NotFound):
    """404: made up, used, expired, replaced by a newer one or meant for something else. Which one is not told."""

    code = "token_unusable"

    def __init__(self) -> None:
        super().__init__("This link has been used, has expired or has been replaced by a newer one.")
