from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes.errors import SiteNotSetUp
from content.site.models import Site


class SiteRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def one_or_none(self) -> Site | None:
        """The site, once it is set up."""
        return (await self.session.scalars(select(Site))).one_or_none()

    async def get_for_update(self) -> Site | None:
        """The site as it is now, once it is set up; no change of content commits before this transaction ends."""
        query = select(Site).with_for_update().execution_options(populate_existing=True)
        return (await self.session.scalars(query)).one_or_none()

    async def one(self) -> Site:
        """The site. Raises SiteNotSetUp."""
        site = await self.one_or_none()
        if site is None:
            raise SiteNotSetUp("Set the site up first.")
        return site
