"""Prices for the holders of a scope, kept equal to what auth calls the scope."""

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import emit_groups
from kit.events import Event, on_event
from kit.scope_names import ScopesChanged

# The version tells those who are changing the same group with the former names.
_RENAME = text("""
WITH renamed AS (
    UPDATE prices SET scope = CAST(:names AS jsonb) ->> scope WHERE scope = ANY (CAST(:former AS text[]))
    RETURNING product_id
)
UPDATE product_groups SET version = version + 1, updated_at = now()
WHERE id IN (SELECT group_id FROM products WHERE id IN (SELECT product_id FROM renamed))
RETURNING id
""").bindparams(bindparam("names", type_=JSONB))


# auth gives a former name to another scope once all have read that it is one.
@on_event("auth.scopes_changed", ScopesChanged, must_apply=True)
async def keep_names(session: AsyncSession, event: Event[ScopesChanged]) -> None:
    """Call scopes in prices what auth calls them. A price for one that is gone is nobody's."""
    if renamed := event.payload.renamed():
        ids = await session.scalars(_RENAME, {"names": renamed, "former": [*renamed]})
        emit_groups(session, ids.all())
