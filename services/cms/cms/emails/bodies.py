"""The bodies of emails as they are stored: sealed where a link in them lets its holder act as the recipient."""

import uuid
from typing import Any, NamedTuple

from sqlalchemy import and_, or_
from sqlalchemy.orm import InstrumentedAttribute

from cms.emails.models import Email
from kit.resealing import reseal_with_newest_key
from kit.sealing import Vault
from kit.state import KitState

_PURPOSE = "emails"


class Body(NamedTuple):
    """Both forms of what an email says; None for what is not kept, or cannot be opened any more."""

    text: str | None
    html: str | None


def sealed(kit: KitState, email_id: uuid.UUID, text: str, html: str | None) -> dict[str, Any]:
    """The columns of a body that nobody is to read in the table."""
    vault = kit.vault(_PURPOSE)
    return {
        "text": vault.seal(text.encode(), _bound_to(email_id, "text")).decode(),
        "html": None if html is None else vault.seal(html.encode(), _bound_to(email_id, "html")).decode(),
        "is_sealed": True,
    }


def body_of(kit: KitState, email: Email) -> Body:
    """What the email says."""
    if email.mailing is not None and not email.has_secret:
        return Body(email.mailing.text, email.mailing.html)
    if not email.is_sealed:
        return Body(email.text, email.html)
    vault = kit.vault(_PURPOSE)
    return Body(_opened(vault, email, "text", email.text), _opened(vault, email, "html", email.html))


def _opened(vault: Vault, email: Email, part: str, value: str | None) -> str | None:
    secret = None if value is None else vault.unseal(value.encode(), _bound_to(email.id, part))
    return None if secret is None else secret.decode()


def _bound_to(email_id: uuid.UUID, part: str) -> bytes:
    return email_id.bytes + part.encode()


def _reseal(column: InstrumentedAttribute[Any], part: str) -> None:
    # As the index of secret emails has it: of a long log the few that are not blanked yet are looked at.
    present = and_(Email.is_sealed, Email.has_secret, or_(Email.text.is_not(None), Email.html.is_not(None)))
    reseal_with_newest_key(column, purpose=_PURPOSE, bound_to=lambda email: _bound_to(email.id, part), where=present)


_reseal(Email.text, "text")
_reseal(Email.html, "html")
