"""Talking to the SMTP server, with failures of three kinds: later, never, and nobody knows."""

import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

from aiosmtplib import SMTP, SMTPConnectError, SMTPException, SMTPResponseException, SMTPServerDisconnected

from cms.config import Settings
from cms.emails.rendering import one_line
from kit.outside import check_no_transaction

_TIMEOUT_SECONDS = 30
_LONGEST_REASON = 900


class SmtpFailure(Exception):
    """The server did not take the email. The reason is a sentence for the site's operator."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = one_line(reason)[:_LONGEST_REASON]


class TryLater(SmtpFailure):
    """It may well take it later: it is away, busy, or said 4xx."""


class Refused(SmtpFailure):
    """It will not take it later either: it said 5xx, or the settings do not fit it."""


class Unconfirmed(SmtpFailure):
    """It was given the body and went away without a word: it may have delivered it."""


class Server:
    """A connection to the server, ready for one email."""

    def __init__(self, smtp: SMTP) -> None:
        self._smtp = smtp

    async def address(self, sender: str, recipient: str) -> None:
        """Say from whom and to whom. Raises TryLater, Refused."""
        with _named_failures():
            await self._smtp.mail(sender)
            await self._smtp.rcpt(recipient)

    async def give(self, message: bytes) -> None:
        """Hand the message over; on return it is the server's to deliver. Raises TryLater, Refused, Unconfirmed."""
        with _named_failures():
            try:
                await self._smtp.data(message)
            except (SMTPServerDisconnected, TimeoutError, OSError) as error:
                raise Unconfirmed(unconfirmed(str(error))) from error


def unconfirmed(why: str) -> str:
    """The reason of an email that was handed over and not confirmed."""
    return (
        f"The mail server was given the email and did not confirm it ({why}). It may have arrived; it is not repeated."
    )


@asynccontextmanager
async def connect(settings: Settings) -> AsyncIterator[Server]:
    """The server of the settings, greeted, encrypted and logged in to. Raises TryLater, Refused."""
    check_no_transaction("the mail server")
    password = settings.smtp_password
    smtp = SMTP(
        hostname=settings.smtp_host,
        port=settings.usable_smtp_port,
        username=settings.smtp_username,
        password=password.get_secret_value() if password else None,
        use_tls=settings.smtp_security == "tls",
        # Never only if the server offers it: somebody in between could take the offer out.
        start_tls=settings.smtp_security == "starttls",
        local_hostname=urlsplit(settings.public_url).hostname,
        timeout=_TIMEOUT_SECONDS,
    )
    try:
        with _named_failures():
            await smtp.connect()
        yield Server(smtp)
    except BaseException:
        smtp.close()
        raise
    try:
        await smtp.quit()
    except (SMTPException, OSError):
        smtp.close()


@contextmanager
def _named_failures() -> Iterator[None]:
    try:
        yield
    except SMTPResponseException as error:
        kind = Refused if error.code >= 500 else TryLater
        raise kind(f"The mail server said “{error.code} {error.message}”.") from error
    except (SMTPConnectError, SMTPServerDisconnected, OSError) as error:
        if (distrust := _certificate_error(error)) is not None:
            raise Refused(f"The mail server's certificate is not trusted ({distrust.verify_message}).") from error
        raise TryLater(f"The mail server does not answer ({error}).") from error
    except (SMTPException, ValueError) as error:
        raise Refused(f"The mail server and the settings do not fit ({error}).") from error


def _certificate_error(error: BaseException | None) -> ssl.SSLCertVerificationError | None:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error
        error = error.__cause__ or error.__context__
    return None
