import uuid
from typing import Any, ClassVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import undefer

from content.blocks.errors import BranchNotFound
from content.blocks.models import Branch
from content.documents.models import without_tree
from content.layouts.models import Layout
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches

AT_ONCE = 20
"""How many documents lose their rows in one transaction, while no other change can be saved: some 50 ms."""


class BranchRepository(Repository[Branch]):
    model = Branch
    missing: ClassVar[type[NotFound]] = BranchNotFound

    def base(self) -> Select[Branch]:
        """Branches with the number of pages that show them."""
        return select(Branch).options(undefer(Branch.page_count))

    def search(self, q: str | None) -> Select[Branch]:
        """Branches with the words in their names, without their trees."""
        return self.base().where(*matches(q, Branch.name)).options(*without_tree(Branch))

    async def count_holders(self, branch_id: uuid.UUID) -> int:
        """How many pages, layouts and branches have a row that shows the branch."""
        counts = [
            select(func.count()).select_from(model).where(model.branch_ids.contains([branch_id])).scalar_subquery()
            for model in (Page, Layout, Branch)
        ]
        return await self.session.scalar(select(counts[0] + counts[1] + counts[2])) or 0

    async def some_holders(self, branch_id: uuid.UUID) -> list[Page | Layout | Branch]:
        """A few documents with a row that shows the branch; none when there is none left."""
        models: list[type[Any]] = [Layout, Branch, Page]
        for model in models:
            query = select(model).where(model.branch_ids.contains([branch_id])).order_by(model.id).limit(AT_ONCE)
            if found := (await self.session.scalars(query)).all():
                return [*found]
        return []
