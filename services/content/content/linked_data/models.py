from typing import Any

import orjson
from sqlalchemy import String, Text, func, select
from sqlalchemy.dialects.postgresql import ARRAY, JSON, array
from sqlalchemy.orm import Mapped, column_property, mapped_column

from content.linked_data.advice import warnings_of
from content.pages.models import Page
from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned
from kit.errors import FieldError


class OrderedJson(JSON):
    """A json column, which keeps the order of members as people wrote them; another order is another value."""

    cache_ok = True

    def compare_values(self, x: Any, y: Any) -> bool:
        """Whether a value that was set is the one that is stored."""
        return orjson.dumps(x) == orjson.dumps(y)


class LinkedDataItem(UuidPrimaryKey, Timestamps, Versioned, Base):
    """A JSON-LD object that pages tell search engines, with placeholders for what each page says of itself.

    Pages hold a copy of the items they have (`Page.linked_data`), so that a render reads the page's row alone.
    """

    __tablename__ = "linked_data"

    name: Mapped[str] = mapped_column(String(200), unique=True)
    data: Mapped[dict[str, Any]] = mapped_column(OrderedJson)
    # What `@type` says, for lists and their search.
    types: Mapped[list[str]] = mapped_column(ARRAY(Text))

    @property
    def warnings(self) -> list[FieldError]:
        """What search engines would say of it."""
        return warnings_of(self.data)


LinkedDataItem.page_count = column_property(
    select(func.count())
    .select_from(Page)
    .where(Page.linked_data_ids.contains(array([LinkedDataItem.id])))
    .correlate_except(Page)
    .scalar_subquery()
)
