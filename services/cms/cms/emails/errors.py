"""What can be wrong with emails."""

from kit.errors import Conflict, NotFound, Unavailable


class EmailNotFound(NotFound):
    """404: no email has this id, or it was deleted."""

    code = "email_not_found"


class EmailNotSendable(Conflict):
    """409: the email cannot be sent again; the member `obstacle` says why."""

    code = "email_not_sendable"


class EmailNotChangeable(Conflict):
    """409: the email was sent, waits to be, or is for its recipient alone."""

    code = "email_not_changeable"


class EmailBeingSent(Conflict):
    """409: the mail server is being given the email, and has not said yet whether it takes it."""

    code = "email_being_sent"


class NoMailServer(Conflict):
    """409: nothing can be sent, because the site has no SMTP server."""

    code = "no_mail_server"


class SmtpUnavailable(Unavailable):
    """The SMTP server cannot be reached or asks to try again later. Ends an attempt, not the email."""

    code = "smtp_unavailable"
