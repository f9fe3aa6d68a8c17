"""Why the site's analytics cannot be shown or connected."""

from kit.errors import TooManyRequests, Unavailable, Unprocessable


class GoogleNotConfigured(Unavailable):
    """503: the site lacks a client of Google's, or the number of its Analytics property."""

    code = "google_not_configured"


class GoogleNotConnected(Unavailable):
    """503: nobody has connected the site with Google, or the connection was taken back there: connect again."""

    code = "google_not_connected"


class GoogleClientRefused(Unavailable):
    """503: Google does not take the site's client ID and secret."""

    code = "google_client_refused"


class GooglePropertyRefused(Unavailable):
    """503: the connected account may not read the Analytics property, or its project has not turned the API on."""

    code = "google_property_refused"


class GoogleUnavailable(Unavailable):
    """503: Google does not answer, or not as expected."""

    code = "google_unavailable"


class GoogleQuotaExceeded(TooManyRequests):
    """429: the property's quota at Google is used up for now."""

    code = "google_quota_exceeded"


class GoogleCodeInvalid(Unprocessable):
    """422: Google does not take the code: it is wrong, old or used. Connect again."""

    code = "google_code_invalid"


class GoogleStateInvalid(Unprocessable):
    """422: this person has not begun to connect the site, or too long ago. Connect again."""

    code = "google_state_invalid"


class GoogleScopeMissing(Unprocessable):
    """422: the user who connected the site did not allow access to its analytics."""

    code = "google_scope_missing"
