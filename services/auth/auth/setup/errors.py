"""What goes wrong with the set-up."""

from kit.errors import Conflict, Forbidden, Unavailable


class AlreadySetUp(Conflict):
    """409: the site has been set up."""

    code = "already_set_up"


class SetupRunning(Conflict):
    """409: somebody else is setting the site up at this moment."""

    code = "setup_running"


class WrongSetupCode(Forbidden):
    """403: not the code that the start-up printed."""

    code = "wrong_setup_code"


class SetupUnfinished(Unavailable):
    """503: another service could not do its part. Nothing has been kept."""

    code = "setup_unfinished"
