"""The history of a template: what it was at each save."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Over, and_, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from content.templates.errors import TemplateRevisionNotFound
from content.templates.models import Template, TemplateRevision
from kit.db import new_id
from kit.errors import NotFound
from kit.repository import Repository

MOST_KEPT = 50
"""Revisions of one template; of more, the oldest go."""

SOURCES = ("shared_scss", "inline_scss", "external_scss", "inline_css", "external_css", "js", "fonts")

_COMPARED = {
    "name": "name",
    "sharedSCSS": "shared_scss",
    "inlineSCSS": "inline_scss",
    "externalSCSS": "external_scss",
    "js": "js",
    "fonts": "fonts",
}


def _before(column: Any) -> Over[Any]:
    """What the save before left in a column."""
    return func.lag(column).over(partition_by=TemplateRevision.template_id, order_by=TemplateRevision.version)


# Nothing is known of what came before the oldest that is kept.
_DIFFERENCES = [
    and_(
        _before(TemplateRevision.version).is_not(None),
        getattr(TemplateRevision, column).is_distinct_from(_before(getattr(TemplateRevision, column))),
    )
    for column in _COMPARED.values()
]
_LISTED = (
    TemplateRevision.id,
    TemplateRevision.version,
    TemplateRevision.name,
    TemplateRevision.user_id,
    TemplateRevision.saved_at,
)


@dataclass(frozen=True)
class ListedRevision:
    """A save without its sources, and the fields that are not as the save before left them."""

    id: uuid.UUID
    version: int
    name: str
    user_id: uuid.UUID | None
    saved_at: datetime
    changes: list[str]


def _listed(*row: Any) -> ListedRevision:
    id_, version, name, user_id, saved_at, *differences = row
    changes = [field for field, differs in zip(_COMPARED, differences, strict=True) if differs]
    return ListedRevision(id_, version, name, user_id, saved_at, changes)


class TemplateRevisionRepository(Repository[TemplateRevision]):
    model = TemplateRevision
    missing: ClassVar[type[NotFound]] = TemplateRevisionNotFound

    async def of_template(self, template_id: uuid.UUID) -> Sequence[ListedRevision]:
        """All of one template, the newest first."""
        query = select(*_LISTED, *_DIFFERENCES).where(TemplateRevision.template_id == template_id)
        rows = await self.session.execute(query.order_by(TemplateRevision.version.desc()))
        return [_listed(*row) for row in rows]

    async def of_both(self, template_id: uuid.UUID, revision_id: uuid.UUID) -> TemplateRevision:
        """One of a template. Raises TemplateRevisionNotFound."""
        query = self.base().where(TemplateRevision.template_id == template_id, TemplateRevision.id == revision_id)
        revision = await self.one_or_none(query)
        if revision is None:
            raise TemplateRevisionNotFound
        return revision


async def keep(session: AsyncSession, template: Template, user_id: uuid.UUID | str | None) -> None:
    """Keep a template as it is now; a version that is kept already stays."""
    row: dict[str, Any] = {name: getattr(template, name) for name in ("name", "version", *SOURCES)}
    row |= {"id": new_id(), "template_id": template.id, "user_id": user_id and uuid.UUID(str(user_id))}
    await session.execute(insert(TemplateRevision).values({**row, "saved_at": func.now()}).on_conflict_do_nothing())
    newest = (
        select(TemplateRevision.id)
        .where(TemplateRevision.template_id == template.id)
        .order_by(TemplateRevision.version.desc())
        .limit(MOST_KEPT)
    )
    await session.execute(
        delete(TemplateRevision)
        .where(TemplateRevision.template_id == template.id, TemplateRevision.id.not_in(newest))
        .execution_options(synchronize_session=False)
    )


async def keep_earlier(session: AsyncSession, template: Template) -> None:
    """Keep what was saved before there were revisions, or by a release without them; who did it is not known."""
    known = select(TemplateRevision.id).where(
        TemplateRevision.template_id == template.id, TemplateRevision.version == template.version
    )
    if await session.scalar(known) is None:
        await keep(session, template, None)
        await session.execute(
            TemplateRevision.__table__.update()  # type: ignore[attr-defined]
            .where(TemplateRevision.template_id == template.id, TemplateRevision.version == template.version)
            .values(saved_at=template.updated_at)
        )
