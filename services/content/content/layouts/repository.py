from typing import ClassVar

from sqlalchemy import Select, select
from sqlalchemy.orm import undefer

from content.documents.models import without_tree
from content.layouts.errors import LayoutNotFound
from content.layouts.models import Layout
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches


class LayoutRepository(Repository[Layout]):
    model = Layout
    missing: ClassVar[type[NotFound]] = LayoutNotFound

    def base(self) -> Select[Layout]:
        """Layouts with what is counted of their use."""
        return select(Layout).options(undefer(Layout.page_count), undefer(Layout.is_default))

    def search(self, q: str | None) -> Select[Layout]:
        """Layouts with the words in their names, without their trees."""
        return self.base().where(*matches(q, Layout.name)).options(*without_tree(Layout))
