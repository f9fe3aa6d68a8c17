import uuid

from kit import scope_names


class ScopesChanged(scope_names.ScopesChanged):
    """The site's own scopes as auth announces them, and who changed them."""

    by: uuid.UUID | None
