"""`auth.scopes_changed`: which scopes the site has made for itself, told with every change of them and of their names."""

import uuid
from collections.abc import Mapping

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from auth.grants.repository import BUILT_IN
from auth.people.models import Scope
from kit.auth import Principal
from kit.event_log import is_read_by_all
from kit.events import Payload, emit, event, restates
from kit.locks import lock_named

# In microseconds, of the one clock that all processes of auth share; it outlives a database that is restored elsewhere.
_MOMENT = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")


@event("auth.scopes_changed", formerly=["scopes.changed"])
class ScopesChanged(Payload):
    """The names of all the site's own scopes by id, and the former names of those that were just renamed.

    Later ones have higher versions, so that one that comes twice does no harm. `by` is the user who made the change.
    """

    version: int
    by: uuid.UUID | None
    names: dict[uuid.UUID, str]
    before: dict[uuid.UUID, str]


async def lock_scopes(session: AsyncSession) -> None:
    """Let no other change of scopes go on before this one is committed: what is told last is then what is true."""
    await lock_named(session, "auth.scopes")


async def publish(
    session: AsyncSession, principal: Principal | None, before: Mapping[uuid.UUID, str] | None = None
) -> None:
    """Announce the scopes as they are now; the caller has called `lock_scopes`."""
    own = select(Scope.id, Scope.name).where(Scope.name.not_in(BUILT_IN))
    payload = ScopesChanged(
        version=await session.scalar(_MOMENT) or 0,
        by=uuid.UUID(principal.user_id) if principal else None,
        names={row.id: row.name for row in await session.execute(own)},
        before=dict(before or {}),
    )
    emit(session, payload)


# Outbox rows are kept for a day at least after all have read them.
_FORMER_NAME = text("""
SELECT transaction FROM outbox WHERE name = 'auth.scopes_changed' AND EXISTS (
    SELECT FROM jsonb_each_text(payload -> 'before') AS former (id, name) WHERE former.name = :name AND former.id <> :own
)
""")


async def is_name_free(session: AsyncSession, name: str, scope_id: uuid.UUID | None) -> bool:
    """Whether no service may have this name stored for another scope any more, which had it before.

    Until then its holders would be shown what is for those of the other one.
    """
    rows = await session.scalars(_FORMER_NAME, {"name": name, "own": str(scope_id)})
    return await is_read_by_all(session, rows.all())


@restates(ScopesChanged)
async def restate(session: AsyncSession) -> None:
    """Announce the scopes once more."""
    await lock_scopes(session)
    await publish(session, None)
