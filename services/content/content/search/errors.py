from kit.errors import Unavailable


class SearchTimeout(Unavailable):
    """503: the search took too long and was ended; fewer or longer words take less."""

    code = "search_timeout"
