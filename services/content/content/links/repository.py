import uuid
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from sqlalchemy import Select, func, select

from content.blocks.models import Branch
from content.layouts.models import Layout
from content.links.errors import LinkFixNotFound, LinkNotFound
from content.links.models import Link, LinkCheck, LinkFix, LinkFixPage, LinkUse
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches
from kit.tables import Job


class Filters(NamedTuple):
    """Which links a list has."""

    q: str | None = None
    states: Sequence[str] = ()
    reasons: Sequence[str] = ()
    is_internal: bool | None = None
    is_ignored: bool | None = None


def _conditions(filters: Filters) -> list[Any]:
    conditions: list[Any] = []
    if filters.states:
        conditions.append(Link.state.in_(filters.states))
    if filters.reasons:
        conditions.append(Link.reason.in_(filters.reasons))
    if filters.is_internal is not None:
        conditions.append(Link.is_internal.is_(filters.is_internal))
    if filters.is_ignored is not None:
        conditions.append(Link.is_ignored.is_(filters.is_ignored))
    return conditions


class LinkRepository(Repository[Link]):
    model = Link
    missing: ClassVar[type[NotFound]] = LinkNotFound

    def search(self, filters: Filters) -> Select[Link]:
        """Links that stand somewhere."""
        is_used = select(LinkUse.id).where(LinkUse.link_id == Link.id).exists()
        return self.base().where(is_used, *_conditions(filters), *matches(filters.q, Link.address))

    async def counts(self, link_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
        """In how many places links stand."""
        query = select(LinkUse.link_id, func.count()).where(LinkUse.link_id.in_(link_ids)).group_by(LinkUse.link_id)
        return {row[0]: row[1] for row in (await self.session.execute(query)).all()}

    async def by_address(self, address: str) -> Link | None:
        return await self.one_or_none(self.base().where(func.md5(Link.address) == func.md5(address)))


class LinkUseRepository(Repository[LinkUse]):
    model = LinkUse

    def search(
        self, filters: Filters, link_id: uuid.UUID | None = None, page_id: uuid.UUID | None = None
    ) -> Select[LinkUse]:
        """Where links stand; the words may be the page's, too."""
        query = self.base().join(Link, Link.id == LinkUse.link_id).join(Page, Page.id == LinkUse.page_id)
        query = query.where(*_conditions(filters), *matches(filters.q, Link.address, Page.title, Page.url))
        if link_id is not None:
            query = query.where(LinkUse.link_id == link_id)
        return query if page_id is None else query.where(LinkUse.page_id == page_id)

    async def links_of(self, uses: Sequence[LinkUse]) -> dict[uuid.UUID, Link]:
        rows = await self.session.scalars(select(Link).where(Link.id.in_({use.link_id for use in uses})))
        return {link.id: link for link in rows}

    async def pages_of(self, uses: Sequence[LinkUse]) -> dict[uuid.UUID, Any]:
        """(id, title, url) of the pages."""
        query = select(Page.id, Page.title, Page.url).where(Page.id.in_({use.page_id for use in uses}))
        return {row.id: row for row in await self.session.execute(query)}

    async def holder_names(self, uses: Sequence[LinkUse]) -> dict[uuid.UUID, str]:
        """What layouts and branch blocks are called that hold an address."""
        ids = {use.holder_id for use in uses if use.holder != "page"}
        if not ids:
            return {}
        query = select(Layout.id, Layout.name).where(Layout.id.in_(ids))
        blocks = select(Branch.id, Branch.name).where(Branch.id.in_(ids))
        return {row[0]: row[1] for row in await self.session.execute(query.union_all(blocks))}


class LinkFixRepository(Repository[LinkFix]):
    model = LinkFix
    missing: ClassVar[type[NotFound]] = LinkFixNotFound

    async def pages_tried(self, fix_id: uuid.UUID) -> set[uuid.UUID]:
        """The pages that a fix has come to."""
        return {*await self.session.scalars(select(LinkFixPage.page_id).where(LinkFixPage.fix_id == fix_id))}

    async def changes(self, fix_id: uuid.UUID, start: int, limit: int) -> Sequence[dict[str, Any]]:
        """What it did on some of them, in the order in which it came to them."""
        query = select(LinkFixPage.change).where(LinkFixPage.fix_id == fix_id)
        return (await self.session.scalars(query.order_by(LinkFixPage.id).offset(start).limit(limit))).all()


class LatestCheck(NamedTuple):
    check: LinkCheck
    job: Job | None

    @property
    def is_running(self) -> bool:
        return self.job is not None and self.job.state in {"queued", "running"} and self.check.cancelled_at is None


class LinkCheckRepository(Repository[LinkCheck]):
    model = LinkCheck

    async def latest(self) -> LatestCheck | None:
        query = (
            select(LinkCheck, Job)
            .join(Job, Job.id == LinkCheck.job_id, isouter=True)
            .order_by(LinkCheck.started_at.desc(), LinkCheck.id.desc())
            .limit(1)
        )
        row = (await self.session.execute(query)).first()
        return LatestCheck(*row) if row else None
