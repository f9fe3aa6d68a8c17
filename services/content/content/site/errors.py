from kit.errors import Conflict, Unavailable


class SiteNotSetUp(Conflict):
    """409: there is no site yet whose content could change."""

    code = "site_not_set_up"


class ScopeBeingRenamed(Unavailable):
    """503: a whitelist names a scope that is being renamed; in a moment it is clear which one is meant."""

    code = "scope_being_renamed"
