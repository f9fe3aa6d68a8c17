"""What else there is of somebody whose row goes: the emails in the log that asked them."""

from collections.abc import Sequence

from sqlalchemy import ARRAY, String, any_, delete, func, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.models import Email, Mailing
from cms.subscribers.models import UNSUBSCRIPTION


async def forget_emails(session: AsyncSession, tokens: Sequence[str]) -> None:
    """Take the emails out of the log whose links unsubscribe by these tokens, whatever the site's address was then."""
    token = func.split_part(Mailing.unsubscribe_url, f"{UNSUBSCRIPTION}?token=", 2)
    asked = select(Mailing.id).where(
        Mailing.unsubscribe_url.is_not(None), token == any_(literal(tokens, ARRAY(String)))
    )
    mailing_ids = literal([*await session.scalars(asked)], ARRAY(Mailing.id.type))
    await session.execute(delete(Email).where(Email.mailing_id == any_(mailing_ids)))
    await session.execute(delete(Mailing).where(Mailing.id == any_(mailing_ids)))
