"""An email as SMTP carries it."""

from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from cms.config import Settings
from cms.emails.addresses import AddressPolicy
from cms.emails.attachments import Attachment
from cms.emails.bodies import Body
from cms.emails.kinds import KINDS
from cms.emails.models import Email, Mailing
from cms.emails.one_line import one_line

_POLICY = AddressPolicy()


def common_part(
    email: Email, body: Body, settings: Settings, site_name: str, attachments: Sequence[Attachment] = ()
) -> bytes:
    """A message without date and id: of a mailing it is the same for all recipients, and is written once.

    One by a template says to whom else it goes, as any does; who gets it as bcc is in no header.
    """
    name, address = settings.sender
    message = EmailMessage(policy=_POLICY)
    message["From"] = Address(one_line(name or site_name), addr_spec=address)
    if email.mailing is None:
        message["To"] = Address(_recipient_name(email), addr_spec=email.to_address)
        message["Subject"] = email.subject
    else:
        _add_headers(message, email.mailing)
    # Nobody wrote this by hand: absence notes and other robots should not answer it.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(body.text or "", cte="quoted-printable")
    if body.html is not None:
        message.add_alternative(body.html, subtype="html", cte="quoted-printable")
    for attachment in attachments:
        main, _, sub = attachment.media_type.partition("/")
        message.add_attachment(attachment.content, maintype=main, subtype=sub, filename=attachment.name)
    return message.as_bytes()


def compose(email: Email, settings: Settings, common: bytes) -> bytes:
    """The message, ready to be handed over. Its id is the email's, so that two copies can be known as one."""
    own = EmailMessage(policy=_POLICY)
    own["Date"] = format_datetime(email.asked_again_at or email.created_at)
    own["Message-ID"] = f"<{email.id}@{settings.sender[1].rpartition('@')[2]}>"
    # The empty line at its end comes later: the other headers follow.
    return own.as_bytes().removesuffix(b"\r\n") + common


def _add_headers(message: EmailMessage, mailing: Mailing) -> None:
    for header, people in (("To", mailing.to), ("Cc", mailing.cc), ("Reply-To", mailing.reply_to)):
        if people:
            message[header] = [Address(one_line(who["name"]), addr_spec=who["emailAddress"]) for who in people]
    if not mailing.to and not mailing.cc:
        # A message names somebody; of those in bcc none may learn of another.
        message["To"] = "undisclosed-recipients:;"
    message["Subject"] = mailing.subject or ""
    if mailing.unsubscribe_url:
        message["List-Unsubscribe"] = f"<{mailing.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _recipient_name(email: Email) -> str:
    kind = KINDS.get(email.kind)  # type: ignore[call-overload]  # a kind that a later release has may be in the table
    return email.to_name if kind is None or kind.names_recipient else ""
