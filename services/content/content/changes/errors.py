from kit.errors import Conflict


class SiteNotSetUp(Conflict):
    """409: there is no site yet whose content could change."""

    code = "site_not_set_up"
