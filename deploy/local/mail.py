"""The settings of mail, which cms reads from the environment as they are."""

from collections.abc import Mapping
from email.utils import parseaddr

from deploy.local.errors import StartError

_SERVER_SETTINGS = ("SMTP_HOST", "SMTP_PORT", "SMTP_USERNAME", "SMTP_PASSWORD", "SMTP_SECURITY", "MAIL_FROM")
MAIL_SETTINGS = (*_SERVER_SETTINGS, "MAIL_KEPT_DAYS", "CAPTCHA_URL", "GOOGLE_URL")
_SECURITY = ("starttls", "tls", "none")


def check_mail_settings(environ: Mapping[str, str]) -> None:
    """Refuse what cms would refuse, before anything is started. Raises `StartError`."""
    given = {name: environ[name] for name in _SERVER_SETTINGS if environ.get(name)}
    if given and "SMTP_HOST" not in given:
        raise StartError(f"SMTP_HOST must be given, since {' and '.join(given)} is")
    port, security, sender = given.get("SMTP_PORT", "25"), given.get("SMTP_SECURITY", "none"), given.get("MAIL_FROM")
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise StartError(f"SMTP_PORT must be a number from 1 to 65535, not {port!r}")
    if security not in _SECURITY:
        raise StartError(f"SMTP_SECURITY must be one of {', '.join(_SECURITY)}, not {security!r}")
    if sender is not None and not all(parseaddr(sender)[1].partition("@")):
        raise StartError(f"MAIL_FROM must be like mail@example.org or Name <mail@example.org>, not {sender!r}")
    kept = environ.get("MAIL_KEPT_DAYS") or "90"
    if not kept.isdecimal() or not 1 <= int(kept) <= 3650:
        raise StartError(f"MAIL_KEPT_DAYS must be a number from 1 to 3650, not {kept!r}")
