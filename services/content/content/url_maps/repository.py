import uuid
from collections.abc import Sequence
from typing import ClassVar

from sqlalchemy import Select, func, literal, or_, select

from content.pages.models import Page
from content.url_maps.errors import MissingAddressNotFound, UrlMapNotFound
from content.url_maps.models import MissingAddress, UrlMap
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches


class UrlMapRepository(Repository[UrlMap]):
    model = UrlMap
    missing: ClassVar[type[NotFound]] = UrlMapNotFound

    def search(
        self, q: str | None, origins: Sequence[str], codes: Sequence[int], page_ids: Sequence[uuid.UUID]
    ) -> Select[UrlMap]:
        """The maps with these words in source, destination or the address of the page they lead to."""
        query = self.base().outerjoin(Page, Page.id == UrlMap.page_id)
        query = query.where(*matches(q, UrlMap.source, UrlMap.destination, Page.url))
        for column, values in ((UrlMap.origin, origins), (UrlMap.response_code, codes), (UrlMap.page_id, page_ids)):
            if values:
                query = query.where(column.in_(values))
        return query

    async def count_patterns(self) -> int:
        query = select(func.count()).select_from(UrlMap).where(UrlMap.pattern.is_not(None))
        return await self.session.scalar(query) or 0

    async def urls_of(self, page_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str]:
        """The present addresses of pages."""
        rows = await self.session.execute(select(Page.id, Page.url).where(Page.id.in_(page_ids)))
        return {row.id: row.url for row in rows}

    async def pages_at(self, url_map: UrlMap) -> Sequence[uuid.UUID]:
        """The pages that visitors no longer see, or see again, because of this map."""
        is_there = Page.url.like(url_map.pattern) if url_map.pattern else Page.url == url_map.source
        return (await self.session.scalars(select(Page.id).where(is_there))).all()


class MissingAddressRepository(Repository[MissingAddress]):
    model = MissingAddress
    missing: ClassVar[type[NotFound]] = MissingAddressNotFound

    def search(self, q: str | None) -> Select[MissingAddress]:
        """The addresses with these words that neither a page nor a URL map has come to answer."""
        has_page = select(Page.id).where(Page.url == MissingAddress.url).exists()
        applies = or_(UrlMap.source == MissingAddress.url, MissingAddress.url.like(UrlMap.pattern))
        has_map = select(literal(1)).where(applies).select_from(UrlMap).exists()
        return self.base().where(~has_page, ~has_map, *matches(q, MissingAddress.url, MissingAddress.referrer))
