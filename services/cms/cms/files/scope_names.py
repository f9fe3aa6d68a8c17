"""Whitelists of files and folders, kept equal to what auth calls the scopes in them."""

from collections.abc import Mapping

from sqlalchemy import bindparam, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.events import AT_ONCE, announce
from cms.files.models import Bucket, Entity
from kit.events import Event, on_event
from kit.scope_names import ScopesChanged

# All names at once: two scopes may have changed theirs with one another. The version tells those who are changing the
# same row with the former names.
_RENAME = """
UPDATE {table} SET version = version + 1, updated_at = now(), meta_data = jsonb_set(meta_data, '{{scopeWhitelist}}', (
    SELECT jsonb_agg(coalesce(CAST(:names AS jsonb) ->> name, name) ORDER BY place)
    FROM jsonb_array_elements_text(meta_data -> 'scopeWhitelist') WITH ORDINALITY AS listed (name, place)
))
WHERE meta_data -> 'scopeWhitelist' ?| CAST(:former AS text[])
RETURNING id
"""


# auth gives a former name to another scope once all have read that it is one.
@on_event("auth.scopes_changed", ScopesChanged, must_apply=True)
async def keep_names(session: AsyncSession, event: Event[ScopesChanged]) -> None:
    """Call scopes in whitelists what auth calls them. What names one that is gone opens to nobody by it."""
    if renamed := event.payload.renamed():
        await _rename(session, renamed)


async def _rename(session: AsyncSession, renamed: Mapping[str, str]) -> None:
    values = {"names": dict(renamed), "former": [*renamed]}
    for model in (Bucket, Entity):
        statement = text(_RENAME.format(table=model.__tablename__)).bindparams(bindparam("names", type_=JSONB))
        ids = (await session.scalars(statement, values)).all()
        for begin in range(0, len(ids), AT_ONCE):
            some = select(model).where(model.id.in_(ids[begin : begin + AT_ONCE]))
            announce(session, await session.scalars(some.execution_options(populate_existing=True)))
