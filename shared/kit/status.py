"""``<prefix>/internal/health``, ``…/ready`` and ``…/status`` of every service.

Health is for the supervisor that restarts a process that hangs: it asks nobody. Ready is for the load balancer that
sends requests to one of several processes: a process that has started beside tables of an older release is not ready,
nor is one that was asked to stop. An outage of a dependency that all processes share makes none unready: while the
database is away, services still say so in words of their own.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from kit.auth import Caller, Public
from kit.config import ServiceSettings
from kit.errors import DatabaseUnavailable, Unavailable
from kit.redis_link import RedisUnavailable
from kit.revisions import newest_revision
from kit.schemas import Out
from kit.state import STOPPING, KitState, state_of

StatusSource = Callable[[KitState], Awaitable[Mapping[str, Any]]]
"""A coroutine function that adds members to the status; they have to be fit for the public."""


class Health(Out):
    """The process answers."""

    status: str


class NotReady(Unavailable):
    """503: the process answers, and should not be asked yet."""

    code = "not_ready"


class Dependency(Out):
    """Whether something the service needs answered just now."""

    ok: bool
    latency_ms: float


class Status(Out):
    """How the service is. ``schemaRevision`` and the numbers are null while the database is away.

    ``failedEvents`` are those of other services that were given up after many attempts, ``waitingEvents`` the
    subscribers that wait for their next attempt.
    """

    model_config = {"extra": "allow"}

    service: str
    version: str
    schema_revision: str | None
    dependencies: dict[str, Dependency]
    queue_depth: int | None
    failed_events: int | None
    waiting_events: int | None


_FACTS = text(
    "SELECT (SELECT version_num FROM alembic_version),"
    " (SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')),"
    " (SELECT count(*) FROM failed_events),"
    " (SELECT count(*) FROM event_cursors WHERE attempts > 0)"
)


def status_router(settings: type[ServiceSettings], sources: Sequence[StatusSource]) -> APIRouter:
    """The two routes, under the service's public prefix."""
    router = APIRouter(prefix=f"{settings.prefix}/internal", tags=["internal"])

    @router.get("/health", operation_id="internal_health")
    async def health(caller: Annotated[Caller, Public]) -> Health:
        """Whether the process answers. Asks nobody, so that probes cost nothing."""
        return Health(status="ok")

    @router.get("/ready", operation_id="internal_ready")
    async def ready(request: Request, caller: Annotated[Caller, Public]) -> Health:
        """Whether the process may be sent requests: its tables are those of its release or of a newer one, and it stays."""
        state = state_of(request)
        if STOPPING in state.settled:
            raise NotReady("The process is about to end.")
        if "ready" not in state.settled:
            facts, database = await _ask_database(state)
            expected = newest_revision(settings.service)
            if not database.ok:
                raise NotReady("The database does not answer.")
            if (facts[0] or "") < expected:
                raise NotReady(
                    f"The tables are at revision {facts[0]} of an older release, and this one needs {expected}:"
                    f" migrate them (python -m kit.migrate {settings.service})."
                )
            state.settled.add("ready")
        return Health(status="ok")

    @router.get("/status", operation_id="internal_status")
    async def status(request: Request, caller: Annotated[Caller, Public]) -> Status:
        """How the service and what it depends on are."""
        state = state_of(request)
        facts, database = await _ask_database(state)
        redis = await _ask_redis(state)
        extra: dict[str, Any] = {}
        if database.ok:
            for source in sources:
                extra.update(await source(state))
        return Status(
            service=settings.service,
            version=state.settings.release,
            schema_revision=facts[0],
            queue_depth=facts[1],
            failed_events=facts[2],
            waiting_events=facts[3],
            dependencies={"database": database, "redis": redis},
            **extra,
        )

    return router


async def _ask_database(state: KitState) -> tuple[tuple[Any, ...], Dependency]:
    began = time.perf_counter()
    try:
        async with state.database.transaction() as session:
            facts = tuple((await session.execute(_FACTS)).one())
    except (SQLAlchemyError, DatabaseUnavailable):
        return (None, None, None, None), _since(began, ok=False)
    return facts, _since(began, ok=True)


async def _ask_redis(state: KitState) -> Dependency:
    began = time.perf_counter()
    try:
        await state.redis.call(lambda redis: redis.ping())
    except RedisUnavailable:
        return _since(began, ok=False)
    return _since(began, ok=True)


def _since(began: float, *, ok: bool) -> Dependency:
    return Dependency(ok=ok, latency_ms=round((time.perf_counter() - began) * 1000, 2))
