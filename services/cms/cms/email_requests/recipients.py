"""Who may have emails written, and to whom: decided here and nowhere else.

Staff name the recipients. Of what a visitor sends, to, cc and bcc are not looked at: it goes to whom the template names, or to
the site's contact address, and a visitor's own address can be what an answer goes to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cms.email_requests.errors import NoRecipients, TemplateNotForVisitors
from cms.email_requests.schemas import MOST_RECIPIENTS, EmailIn
from cms.email_templates.models import EmailTemplate
from cms.emails.mailings import Person
from kit.auth import Caller
from kit.errors import FieldError, ValidationFailed

MOST_EMAILS_OF_VISITORS = 5
MOST_OF_A_REQUEST = 1_000
_STAFF = ("editor",)


@dataclass(frozen=True, slots=True)
class Recipients:
    """Who gets an email."""

    to: Sequence[Person]
    cc: Sequence[Person] = ()
    bcc: Sequence[Person] = ()


def is_staff(caller: Caller) -> bool:
    """Whether somebody may write to addresses of their choice, without a captcha: editors and those above them."""
    return caller.has(*_STAFF)


def check_request(caller: Caller, emails: Sequence[EmailIn]) -> None:
    """Raises ValidationFailed for more than one request may ask for."""
    faults = []
    if not is_staff(caller) and len(emails) > MOST_EMAILS_OF_VISITORS:
        faults.append(FieldError("emails", "too_many", f"Send {MOST_EMAILS_OF_VISITORS} emails at most."))
    for index, email in enumerate(emails):
        if not is_staff(caller) and len(email.reply_to) > 1:
            faults.append(FieldError(f"emails.{index}.replyTo", "too_many", "Enter one reply-to address."))
        if is_staff(caller) and _number(email) > MOST_RECIPIENTS:
            detail = f"An email can have {MOST_RECIPIENTS} recipients at most."
            faults.append(FieldError(f"emails.{index}.to", "too_many", detail))
    if is_staff(caller) and sum(map(_number, emails)) > MOST_OF_A_REQUEST:
        faults.append(FieldError("emails", "too_many", f"Together {MOST_OF_A_REQUEST} recipients at most."))
    if faults:
        raise ValidationFailed("There are too many recipients.", errors=faults)


def recipients_of(caller: Caller, email: EmailIn, template: EmailTemplate, contact: str) -> Recipients:
    """Who gets an email; ``contact`` is the site's own address, if it has one. Raises `TemplateNotForVisitors` and `NoRecipients`."""
    if is_staff(caller):
        if _number(email):
            return Recipients(*([who.person for who in people] for people in (email.to, email.cc, email.bcc)))
    elif not template.is_for_visitors:
        raise TemplateNotForVisitors("Visitors cannot have this email sent.")
    own = own_recipients(template, contact)
    if not own:
        raise NoRecipients("There is no recipient. Add recipients to the template, or a contact address to the site.")
    return Recipients(own)


def own_recipients(template: EmailTemplate, contact: str) -> list[Person]:
    """Whom the template names, else the site's contact address; nobody where there is neither."""
    return [Person("", address) for address in template.recipients or [contact] if address]


def _number(email: EmailIn) -> int:
    return len(email.to) + len(email.cc) + len(email.bcc)
