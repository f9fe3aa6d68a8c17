"""What can be wrong with emails."""

from kit.errors import NotFound, Unavailable


class EmailNotFound(NotFound):
    """404: no email has this id, or it was deleted."""

    code = "email_not_found"


class SmtpUnavailable(Unavailable):
    """The SMTP server cannot be reached or asks to try again later. Ends an attempt, not the email."""

    code = "smtp_unavailable"
