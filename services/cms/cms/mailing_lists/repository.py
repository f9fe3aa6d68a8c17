"""Finding mailing lists."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from cms.mailing_lists.models import ListProvider, MailingList
from cms.mailing_lists.resource import mailing_lists
from kit.db import new_id
from kit.repository import Repository

OWN_KEY, OWN_NAME = "newsletter", "Newsletter"
"""The list of a form that names none; it is made with its first subscriber."""


class ListRepository(Repository[MailingList]):
    """Mailing lists, by key."""

    model = MailingList
    missing = mailing_lists.missing

    async def keyed(self, key: str) -> MailingList | None:
        """The list of this key."""
        return await self.one_or_none(select(MailingList).where(MailingList.key == key))

    async def first_of(self, provider: ListProvider) -> MailingList | None:
        """The oldest list of a provider."""
        query = select(MailingList).where(MailingList.provider == provider)
        return (await self.session.scalars(query.order_by(MailingList.created_at, MailingList.id).limit(1))).first()

    async def own(self) -> MailingList:
        """The list of forms that name none."""
        row = insert(MailingList).values(id=new_id(), key=OWN_KEY, name=OWN_NAME, provider="site")
        await self.session.execute(row.on_conflict_do_nothing(index_elements=[MailingList.key]))
        return (await self.session.scalars(select(MailingList).where(MailingList.key == OWN_KEY))).one()
