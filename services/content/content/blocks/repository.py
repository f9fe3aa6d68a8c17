import uuid
from collections.abc import AsyncIterator
from typing import Any, ClassVar

from sqlalchemy import func, select

from content.blocks.errors import BranchNotFound
from content.blocks.models import Branch
from content.layouts.models import Layout
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository

_AT_ONCE = 100


class BranchRepository(Repository[Branch]):
    model = Branch
    missing: ClassVar[type[NotFound]] = BranchNotFound

    async def count_holders(self, branch_id: uuid.UUID) -> int:
        """How many pages, layouts and branches have a row that shows the branch."""
        counts = [
            select(func.count()).select_from(model).where(model.branch_ids.contains([branch_id])).scalar_subquery()
            for model in (Page, Layout, Branch)
        ]
        return await self.session.scalar(select(counts[0] + counts[1] + counts[2])) or 0

    async def holders(self, branch_id: uuid.UUID) -> AsyncIterator[Page | Layout | Branch]:
        """Every document with a row that shows the branch, a hundred read at a time.

        Each has to lose that row before the next is asked for, and be flushed: those that still have it are read.
        """
        models: list[type[Any]] = [Layout, Branch, Page]
        for model in models:
            query = select(model).where(model.branch_ids.contains([branch_id])).order_by(model.id).limit(_AT_ONCE)
            while found := (await self.session.scalars(query)).all():
                for document in found:
                    yield document
                await self.session.flush()
                self.session.expunge_all()
