"""What goes wrong with scopes."""

from kit.errors import Conflict, NotFound


class ScopeNotFound(NotFound):
    """404: no such scope."""

    code = "scope_not_found"


class ScopeTaken(Conflict):
    """409: another scope has this name."""

    code = "scope_taken"


class ScopeBuiltIn(Conflict):
    """409: the product itself asks for this scope by its name."""

    code = "scope_built_in"
