from typing import ClassVar

from kit.errors import NotFound
from kit.repository import Repository

from content.layouts.errors import LayoutNotFound
from content.layouts.models import Layout


class LayoutRepository(Repository[Layout]):
    model = Layout
    missing: ClassVar[type[NotFound]] = LayoutNotFound
