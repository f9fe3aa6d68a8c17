"""The SMTP server: its greeting, and the login."""

import re
import ssl
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from aiosmtplib import SMTP, SMTPAuthenticationError, SMTPException, SMTPResponseException

from deploy.doctor.clock import Reading, now, reading
from deploy.doctor.findings import Finding, fault, ok, warning

_PART = "Mail"
_SECONDS = 10
_PORTS = {"starttls": 587, "tls": 465, "none": 25}
_DATE = re.compile(r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}")


async def check_mail(environ: Mapping[str, str]) -> tuple[list[Finding], list[Reading]]:
    """Lines about the server, and its clock where its greeting tells the time."""
    host = environ.get("SMTP_HOST")
    if not host:
        return [warning(_PART, "none is sent: emails are stored in the admin under Emails", "set SMTP_HOST")], []
    security = environ.get("SMTP_SECURITY") or "starttls"
    port = int(environ.get("SMTP_PORT") or _PORTS[security])
    where = f"{host}:{port}"
    smtp = SMTP(hostname=host, port=port, use_tls=security == "tls", start_tls=False, timeout=_SECONDS)
    clocks: list[Reading] = []
    try:
        asked = now()
        greeting = await smtp.connect()
        clocks = _clock(greeting.message, asked)
        await smtp.ehlo()
        if security == "starttls":
            await smtp.starttls()
            await smtp.ehlo()
        user = environ.get("SMTP_USERNAME")
        if user:
            await smtp.login(user, environ.get("SMTP_PASSWORD") or "")
        await smtp.quit()
    except SMTPAuthenticationError as error:
        said = f"{where} refuses the login: {error.code} {error.message}"
        return [fault(_PART, said, "correct SMTP_USERNAME and SMTP_PASSWORD")], clocks
    except SMTPResponseException as error:
        return [fault(_PART, f"{where} says {error.code} {error.message}", "ask its administrator")], clocks
    except (SMTPException, OSError, ValueError) as error:
        return [_unreached(where, security, error)], clocks
    finally:
        smtp.close()
    return [ok(_PART, f"{where} answers{' and takes the login' if user else ''}")], clocks


def _unreached(where: str, security: str, error: BaseException) -> Finding:
    if (distrust := _certificate_error(error)) is not None:
        said = f"the certificate of {where} is not trusted: {distrust.verify_message}"
        return fault(_PART, said, "name the server as its certificate does, in SMTP_HOST")
    if "STARTTLS" in str(error):
        return fault(
            _PART, f"{where} has no STARTTLS", "set SMTP_SECURITY to tls, or to none within a network of your own"
        )
    advice = f"check SMTP_HOST and SMTP_PORT, and whether {security} is what it speaks there (SMTP_SECURITY)"
    return fault(_PART, f"{where} does not answer: {error}", advice)


def _certificate_error(error: BaseException | None) -> ssl.SSLCertVerificationError | None:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _clock(greeting: str, asked: float) -> list[Reading]:
    found = _DATE.search(greeting)
    try:
        return [reading("the mail server", parsedate_to_datetime(found[0]), asked, now())] if found else []
    except ValueError:
        return []
