from kit.errors import Conflict, NotFound, TooManyRequests, Unprocessable


class LinkNotFound(NotFound):
    code = "link_not_found"


class LinkUseNotFound(NotFound):
    """404: the address does not stand there any more, or never did."""

    code = "link_use_not_found"


class LinkFixNotFound(NotFound):
    code = "link_fix_not_found"


class LinkUnsafe(Unprocessable):
    """422: the new address is none that may be linked to."""

    code = "unsafe_address"


class NoCheckRunning(Conflict):
    """409: there is no check that could be cancelled."""

    code = "no_check_running"


class TooManyQuestions(TooManyRequests):
    """429: as many addresses of other sites are being asked as may be at once."""

    code = "too_many_questions"
