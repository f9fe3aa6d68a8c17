"""The history of a template: what it was at each save."""

import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from content.templates.errors import TemplateRevisionNotFound
from content.templates.models import Template, TemplateRevision
from kit.db import new_id
from kit.errors import NotFound
from kit.repository import Repository

MOST_KEPT = 50
"""Revisions of one template; of more, the oldest go."""

SOURCES = ("shared_scss", "inline_scss", "external_scss", "inline_css", "external_css", "js", "fonts")


class TemplateRevisionRepository(Repository[TemplateRevision]):
    model = TemplateRevision
    missing: ClassVar[type[NotFound]] = TemplateRevisionNotFound

    async def of_template(self, template_id: uuid.UUID) -> Sequence[TemplateRevision]:
        """All of one template, the newest first, without their sources."""
        query = self.base().where(TemplateRevision.template_id == template_id)
        without = (defer(getattr(TemplateRevision, name), raiseload=True) for name in SOURCES)
        return (await self.session.scalars(query.order_by(TemplateRevision.version.desc()).options(*without))).all()

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
