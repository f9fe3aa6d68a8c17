from typing import ClassVar

from kit.errors import DomainError, Unavailable


class SiteAway(Unavailable):
    """503: the web host is being restarted or is away."""

    code = "site_away"


class ServiceUnreachable(Unavailable):
    """503: the gateway cannot connect to the service that this is for, or it ended before it had answered."""

    code = "service_unreachable"


class ServiceTimedOut(DomainError):
    """504: the service that this is for did not answer in its time."""

    status: ClassVar[int] = 504
    code = "service_timed_out"
