from kit.errors import Unavailable


class ScopeBeingRenamed(Unavailable):
    """503: a whitelist names a scope that is being renamed; in a moment it is clear which one is meant."""

    code = "scope_being_renamed"
