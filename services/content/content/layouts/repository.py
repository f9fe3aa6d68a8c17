from typing import ClassVar

from content.layouts.errors import LayoutNotFound
from content.layouts.models import Layout
from kit.errors import NotFound
from kit.repository import Repository


class LayoutRepository(Repository[Layout]):
    model = Layout
    missing: ClassVar[type[NotFound]] = LayoutNotFound
