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
from cms.emails.rendering import one_line

_POLICY = AddressPolicy()


def content_of(body: Body, attachments: Sequence[Attachment] = ()) -> bytes:
    """Text, HTML and attachments as SMTP carries them, with the headers that say so: the same for all recipients."""
    content = EmailMessage(policy=_POLICY)
    content.set_content(body.text or "", cte="quoted-printable")
    if body.html is not None:
        content.add_alternative(body.html, subtype="html", cte="quoted-printable")
    for attachment in attachments:
        main, _, sub = attachment.media_type.partition("/")
        content.add_attachment(attachment.content, maintype=main, subtype=sub, filename=attachment.name)
    return content.as_bytes()


def compose(email: Email, content: bytes, settings: Settings, site_name: str) -> bytes:
    """The message, ready to be handed over, with what `content_of` gave. Its id is the email's, so that two copies can be known as one.

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
    message["Date"] = format_datetime(email.asked_again_at or email.created_at)
    message["Message-ID"] = f"<{email.id}@{address.rpartition('@')[2]}>"
    # Nobody wrote this by hand: absence notes and other robots should not answer it.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    # A message without content ends with the empty line that goes between the two.
    return message.as_bytes().removesuffix(b"\r\n") + content


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
