"""The settings of cms."""

from email.utils import parseaddr
from typing import Annotated, ClassVar, Literal, cast
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, TypeAdapter, field_validator

from kit.config import PartName, ServiceName, ServiceSettings
from kit.schemas import EmailAddress
from kit.state import KitState

_ADDRESS: TypeAdapter[str] = TypeAdapter(EmailAddress)
_USUAL_PORTS = {"starttls": 587, "tls": 465, "none": 25}


class Settings(ServiceSettings):
    """What cms reads from its environment: the SMTP server that takes its mail, if there is one, and how long mail is kept."""

    service: ClassVar[ServiceName] = "cms"
    prefix: ClassVar[str] = "/cms"
    event_readers: ClassVar[tuple[PartName, ...]] = ("auth", "content", "ecom")

    smtp_host: str | None = None
    smtp_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    smtp_username: str | None = None
    smtp_password: SecretStr | None = None
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_from: str | None = None
    mail_kept_days: Annotated[int, Field(ge=1, le=3650)] = 90
    """How long the mail log goes back."""
    captcha_url: str | None = None
    """Where captcha values are verified, in place of the provider's own address: a proxy's, or a provider's that is like it."""
    google_url: str | None = None
    """Where Google is asked, in place of its own addresses: for tests."""
    mailchimp_url: str | None = None
    campaign_monitor_url: str | None = None
    """Where the providers of mailing lists are asked, in place of their own addresses: a proxy's."""

    clamd_address: Annotated[str, Field(pattern=r"^(/.+|\[?[\w.:-]+\]?:\d{1,5})$")] | None = None
    """A virus scanner that speaks clamd's protocol, as ``host:port`` or the path of a socket; without one nothing is scanned."""
    max_file_bytes: Annotated[int, Field(ge=1)] = 5 * 1024**3
    """How large one file may be."""

    @field_validator("mail_from")
    @classmethod
    def _has_an_address(cls, value: str | None) -> str | None:
        if value is not None:
            _ADDRESS.validate_python(parseaddr(value)[1])
        return value

    @property
    def has_mail(self) -> bool:
        """Whether mail can be sent; without a server it is kept."""
        return self.smtp_host is not None

    @property
    def usable_smtp_port(self) -> int:
        """The port as set, or the usual one for the kind of security."""
        return self.smtp_port or _USUAL_PORTS[self.smtp_security]

    @property
    def sender(self) -> tuple[str, str]:
        """The name (may be empty) and the address that mail comes from."""
        if self.mail_from is not None:
            return parseaddr(self.mail_from)
        host = urlsplit(self.public_url).hostname or "localhost"
        # An address in the form of IPv6 is none that mail can come from.
        return "", f"no-reply@{host if ':' not in host else 'localhost'}"


def settings_of(kit: KitState) -> Settings:
    """The settings of the running service."""
    return cast("Settings", kit.settings)
