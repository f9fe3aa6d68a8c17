"""What uses a record that somebody wants to delete: every refusal says it in the same members."""

from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from content.pages.models import Page

MOST_NAMED = 10
"""Records that a refusal names."""


async def users_of(session: AsyncSession, uses: ColumnElement[bool], *, others: int = 0) -> dict[str, Any]:
    """The members of a refusal: `users`, a number with the `others` that are no pages, and `pages`, the first by address."""
    query = select(Page.id, Page.url, Page.title, func.count().over().label("total")).where(uses).order_by(Page.url)
    rows = (await session.execute(query.limit(MOST_NAMED))).all()
    pages = [{"id": str(row.id), "url": row.url, "title": row.title} for row in rows]
    return {"users": others + (rows[0].total if rows else 0), "pages": pages}
