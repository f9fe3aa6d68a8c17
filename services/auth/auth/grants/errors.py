"""What goes wrong with scopes and API tokens."""

from kit.errors import Conflict, Forbidden, NotFound, Unprocessable


class ScopeNotFound(NotFound):
    """404: no such scope."""

    code = "scope_not_found"


class ScopeTaken(Conflict):
    """409: another scope has this name."""

    code = "scope_taken"


class ScopeBuiltIn(Conflict):
    """409: the product itself asks for this scope by its name."""

    code = "scope_built_in"


class ApiTokenNotFound(NotFound):
    """404: the user has no such token."""

    code = "api_token_not_found"


class TooManyApiTokens(Conflict):
    """409: the user has as many tokens as anybody may have."""

    code = "too_many_api_tokens"


class ExpiryOutOfRange(Unprocessable):
    """422: a token expires in the future, and within a year."""

    code = "expiry_out_of_range"


class ScopeUnknown(Unprocessable):
    """422: no scope has this name."""

    code = "scope_unknown"


class TooManyScopes(Unprocessable):
    """422: the names of all scopes that a user has are too long for the session's cookie."""

    code = "too_many_scopes"


class ScopeNotYours(Forbidden):
    """403: nobody gives or takes away what they do not hold themselves."""

    code = "scope_not_yours"
