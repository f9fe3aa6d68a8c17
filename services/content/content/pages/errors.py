from kit.errors import Conflict, Forbidden, Gone, NotFound, Unauthorized, Unprocessable


class PageNotFound(NotFound):
    code = "page_not_found"


class PageGone(Gone):
    """410: the page that was at this address has been removed, and nothing is in its place."""

    code = "page_gone"


class PageNotVisible(Forbidden):
    """403: the page is for scopes that the caller lacks."""

    code = "page_not_visible"


class PageNeedsLogin(Unauthorized):
    """401: the page is for certain scopes, and nobody is logged in."""

    code = "page_not_visible"


class PageProtected(Conflict):
    """409: the home page and those that serve errors keep their address and cannot be deleted."""

    code = "page_protected"


class PageTrackersReadOnly(Forbidden):
    """403: only administrators change which trackers a page has."""

    code = "page_trackers_read_only"


class UrlTaken(Conflict):
    code = "url_taken"


class UrlInvalid(Unprocessable):
    code = "url_invalid"


class UrlReserved(Unprocessable):
    """422: the gateway or the web host answers this address itself."""

    code = "url_reserved"


class UnknownReference(Unprocessable):
    """422: the payload names a template or layout that is not there."""

    code = "unknown_reference"


class NoOwnColumn(Unprocessable):
    """422: the layout has no column for what a page alone shows."""

    code = "no_own_column"


class CanonicalInvalid(Unprocessable):
    """422: a page's canonical address is neither a path of this site nor an absolute http(s) address."""

    code = "canonical_invalid"


class ShopMissing(Conflict):
    """409: the site has no shop, and so needs no pages of one."""

    code = "shop_missing"
