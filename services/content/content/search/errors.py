from kit.errors import TooManyRequests, Unavailable


class SearchTimeout(Unavailable):
    """503: the search took too long and was ended; fewer or longer words take less."""

    code = "search_timeout"


class TooManySearches(TooManyRequests):
    """429: more searches from one address than visitors make; `Retry-After` says how many seconds to wait."""

    code = "too_many_searches"
