"""Talking to the SMTP server, with failures of three kinds: later, never, and nobody knows."""

import re
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Self
from urllib.parse import urlsplit

from aiosmtplib import SMTP, SMTPConnectError, SMTPException, SMTPResponseException, SMTPServerDisconnected

from cms.config import Settings
from cms.emails.one_line import one_line
from kit.outside import check_no_transaction

_TIMEOUT_SECONDS = 30
_LONGEST_REASON = 900
_CLOSING = 421
"""The server is about to end the connection (RFC 5321, 3.8)."""
_ENHANCED_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}(?=\s|$)")
"""What many answers begin with after their code (RFC 3463)."""


class SmtpFailure(Exception):
    """The server did not take the email. The reason is a sentence for the site's operator.

    ``logged`` is the same for logs and jobs, without what the server said: it may repeat the recipient's address.
    """

    def __init__(self, reason: str, logged: str | None = None) -> None:
        super().__init__(reason)
        self.reason = one_line(reason)[:_LONGEST_REASON]
        self.logged = logged or self.reason


class TryLater(SmtpFailure):
    """It may well take it later: it is away, busy, or said 4xx."""


class Refused(SmtpFailure):
    """It will not take it later either: it said 5xx, or the settings do not fit it."""


class Unconfirmed(SmtpFailure):
    """It was given the body and went away without a word: it may have delivered it."""


class HungUp(TryLater):
    """It ended the connection, or is about to (421): it may take the email over another one."""


class Server:
    """A connection to the server on which it was told from whom and to whom the next message is."""

    def __init__(self, smtp: SMTP) -> None:
        self._smtp = smtp
        self.was_given = False
        """Whether it has taken the message, and so waits for the next email."""

    async def give(self, message: bytes) -> None:
        """Hand the message over; on return it is the server's to deliver. Raises TryLater, Refused, Unconfirmed."""
        with _named_failures():
            try:
                await self._smtp.data(message)
            except (SMTPServerDisconnected, TimeoutError, OSError) as error:
                raise Unconfirmed(unconfirmed(str(error))) from error
        self.was_given = True


class Line:
    """A connection to the server of the settings that is kept from one email to the next; for ``async with``.

    Connecting, greeting and encrypting anew for each takes longer than sending it. Where anything goes wrong with one
    email, the next has a new connection.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._smtp: SMTP | None = None

    async def __aenter__(self) -> Self:
        """Connect with the first email."""
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Say goodbye; leave without a word where something went wrong."""
        if self._smtp is not None and kind is None:
            with suppress(SMTPException, OSError):
                await self._smtp.quit()
        self._hang_up()

    @asynccontextmanager
    async def addressed(self, sender: str, recipient: str) -> AsyncIterator[Server]:
        """The server, told from whom and to whom the message is. Raises TryLater, Refused."""
        check_no_transaction("the mail server")
        try:
            server = await self._address(sender, recipient)
            yield server
        except BaseException:
            self._hang_up()
            raise
        if not server.was_given:
            self._hang_up()

    async def _address(self, sender: str, recipient: str) -> Server:
        if self._smtp is not None:
            # Servers end connections that are old or have brought enough. Nothing has been handed over.
            with suppress(HungUp):
                return await _addressed(self._smtp, sender, recipient)
            self._hang_up()
        self._smtp = await _connected(self._settings)
        return await _addressed(self._smtp, sender, recipient)

    def _hang_up(self) -> None:
        if self._smtp is not None:
            self._smtp.close()
            self._smtp = None


def unconfirmed(why: str) -> str:
    """The reason of an email that was handed over and not confirmed."""
    return f"The mail server received the email and did not confirm it ({why}). It may have arrived, so it is not sent again."


async def _addressed(smtp: SMTP, sender: str, recipient: str) -> Server:
    with _named_failures():
        await smtp.mail(sender)
        await smtp.rcpt(recipient)
    return Server(smtp)


async def _connected(settings: Settings) -> SMTP:
    """The server of the settings, greeted, encrypted and logged in to. Raises TryLater, Refused."""
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
    except BaseException:
        smtp.close()
        raise
    return smtp


@contextmanager
def _named_failures() -> Iterator[None]:
    try:
        yield
    except SMTPResponseException as error:
        kind = Refused if error.code >= 500 else HungUp if error.code == _CLOSING else TryLater
        enhanced = _ENHANCED_STATUS.match(error.message)
        status = f"{error.code} {enhanced[0]}" if enhanced else str(error.code)
        said = f"The mail server said “{error.code} {error.message}”."
        raise kind(said, f"The mail server answered {status}.") from error
    except (SMTPConnectError, SMTPServerDisconnected, OSError) as error:
        if (distrust := _certificate_error(error)) is not None:
            raise Refused(f"The mail server's certificate is not trusted ({distrust.verify_message}).") from error
        raise HungUp(f"The mail server does not answer ({error}).") from error
    except (SMTPException, ValueError) as error:
        reason = "The mail server does not accept the site's mail settings"
        raise Refused(f"{reason} ({error}).", f"{reason} ({type(error).__name__}).") from error


def _certificate_error(error: BaseException | None) -> ssl.SSLCertVerificationError | None:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error
        error = error.__cause__ or error.__context__
    return None
