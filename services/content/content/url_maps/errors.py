from kit.errors import Conflict, NotFound, Unprocessable


class UrlMapNotFound(NotFound):
    code = "url_map_not_found"


class UrlMapTaken(Conflict):
    """409: another URL map has this source."""

    code = "url_map_taken"


class UrlMapInvalid(Unprocessable):
    """422: the source, the destination or both together cannot be used; the errors name the fields."""

    code = "url_map_invalid"


class UrlMapLoop(Unprocessable):
    """422: following the map leads back to it."""

    code = "url_map_loop"


class TooManyPatterns(Conflict):
    """409: the site has as many URL maps with a wildcard as are looked through for one address."""

    code = "too_many_patterns"


class MissingAddressNotFound(NotFound):
    code = "missing_address_not_found"
