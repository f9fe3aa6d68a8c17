"""What else there is of somebody whose row goes: the emails in the log that asked them."""

from collections.abc import Sequence

from sqlalchemy import ARRAY, ColumnElement, String, any_, delete, literal, literal_column, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.models import WHOM_IT_UNSUBSCRIBES, Email, Mailing


async def delete_emails(session: AsyncSession, tokens: Sequence[str]) -> None:
    """Take the emails out of the log whose links unsubscribe by these tokens, whatever the site's address was then."""
    if not tokens:
        return
    token: ColumnElement[str] = literal_column(WHOM_IT_UNSUBSCRIBES)
    asked = select(Mailing.id).where(
        Mailing.unsubscribe_url.is_not(None), token == any_(literal(tokens, ARRAY(String)))
    )
    mailing_ids = literal([*await session.scalars(asked)], ARRAY(Mailing.id.type))
    await session.execute(delete(Email).where(Email.mailing_id == any_(mailing_ids)))
    await session.execute(delete(Mailing).where(Mailing.id == any_(mailing_ids)))
