from kit.errors import Unavailable


class SiteAway(Unavailable):
    """503: the web host is being restarted or is away."""

    code = "site_away"
