"""What goes wrong with API tokens."""

from kit.errors import Conflict, NotFound, Unprocessable


class ApiTokenNotFound(NotFound):
    """404: the user has no such token."""

    code = "api_token_not_found"


class TooManyApiTokens(Conflict):
    """409: the user has as many tokens as anybody may have."""

    code = "too_many_api_tokens"


class ExpiryOutOfRange(Unprocessable):
    """422: a token expires in the future, and within a year."""

    code = "expiry_out_of_range"
