"""Changes lists, as far as those who are on them have agreed to it."""

import uuid

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.mailing_lists.errors import MailingListProviderFixed
from cms.mailing_lists.models import MailingList
from cms.mailing_lists.resource import mailing_lists
from cms.mailing_lists.schemas import MailingListIn
from cms.subscribers.models import Subscriber
from kit.auth import Principal
from kit.preconditions import check_replaced


async def update(
    session: AsyncSession, principal: Principal, data: MailingListIn, identifier: uuid.UUID, if_match: str | None
) -> MailingList:
    """Change a list. Raises `MailingListProviderFixed`, and as `Resource.update` does.

    Who has subscribed here and who has there are known by other means: with another provider, links would confirm and
    unsubscribe nobody, and who has not confirmed would be taken for somebody who has.
    """
    # Waits for sign-ups that are just written, which refer to it.
    row = await mailing_lists.repository(session, principal).get_for_update(identifier)
    check_replaced(data, identifier, row.version, if_match)
    if data.provider != row.provider and await session.scalar(select(exists().where(Subscriber.list_id == identifier))):
        raise MailingListProviderFixed("This list has subscribers. Create a new list for another provider.")
    return await mailing_lists.update(session, principal, identifier, data, if_match, row=row)
