"""`scopes.changed`: which scopes the site has made for itself, told with every change of them and of their names."""

import uuid
from collections.abc import Mapping

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from auth.scopes.models import Scope
from auth.scopes.repository import BUILT_IN
from kit.auth import Principal
from kit.events import emit

SCOPES_CHANGED = "scopes.changed"

_ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtext('auth.scopes'))")
# In microseconds, of the one clock that all processes of auth share; it outlives a database that is restored elsewhere.
_MOMENT = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")


async def take_turn(session: AsyncSession) -> None:
    """Let no other change of scopes go on before this one is committed: what is told last is then what is true."""
    await session.execute(_ONE_AT_A_TIME)


async def tell(session: AsyncSession, by: Principal, before: Mapping[uuid.UUID, str] | None = None) -> None:
    """Announce the scopes as they are now; whoever calls has taken the turn.

    The announcement holds all of the site's own scopes by id, so that one that comes late, twice or never does no harm:
    `{"version", "by": user, "names": {id: name}, "before": {id: former name}}`. Later ones have higher versions.
    """
    own = select(Scope.id, Scope.name).where(Scope.name.not_in(BUILT_IN))
    names = {str(scope_id): name for scope_id, name in (await session.execute(own)).all()}
    payload = {
        "version": await session.scalar(_MOMENT),
        "by": by.user_id,
        "names": names,
        "before": {str(scope_id): name for scope_id, name in (before or {}).items()},
    }
    emit(session, SCOPES_CHANGED, payload)
