"""An email as SMTP carries it."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from cms.config import Settings
from cms.emails.addresses import OneAddressPolicy
from cms.emails.bodies import Body
from cms.emails.kinds import KINDS
from cms.emails.models import Email
from cms.emails.rendering import one_line

_POLICY = OneAddressPolicy()


def compose(email: Email, body: Body, settings: Settings, site_name: str) -> bytes:
    """The message, ready to be handed over. Its id is the email's, so that two copies can be known as one."""
    name, address = settings.sender
    message = EmailMessage(policy=_POLICY)
    message["From"] = Address(one_line(name or site_name), addr_spec=address)
    message["To"] = Address(_recipient_name(email), addr_spec=email.to_address)
    message["Subject"] = email.subject
    message["Date"] = format_datetime(email.asked_again_at or email.created_at)
    message["Message-ID"] = f"<{email.id}@{address.rpartition('@')[2]}>"
    # Nobody wrote this by hand: absence notes and other robots should not answer it.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(body.text or "", cte="quoted-printable")
    if body.html is not None:
        message.add_alternative(body.html, subtype="html", cte="quoted-printable")
    return message.as_bytes()


def _recipient_name(email: Email) -> str:
    kind = KINDS.get(email.kind)  # type: ignore[call-overload]  # a kind that a later release has may be in the table
    return email.to_name if kind is None or kind.names_recipient else ""
