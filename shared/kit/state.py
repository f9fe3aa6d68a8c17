"""What one process of a service holds while it runs: settings and connections.

The app keeps it at ``app.state.kit``; the worker and scripts open their own with `open_state`.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import httpx
from starlette.requests import HTTPConnection

from kit.config import ServiceSettings
from kit.database import Database
from kit.redis_link import RedisLink
from kit.tokens import Verifier

Mounts = Mapping[str, httpx.AsyncBaseTransport]
"""Transports for addresses that are not reached by TCP, such as an app in the same process."""

_HTTP_LIMITS = httpx.Limits(max_connections=50, max_keepalive_connections=20)


@dataclass(frozen=True, slots=True)
class KitState:
    """The settings and connections of one running service."""

    settings: ServiceSettings
    database: Database
    redis: RedisLink
    http: httpx.AsyncClient
    verifier: Verifier


@asynccontextmanager
async def open_state(settings: ServiceSettings, mounts: Mounts | None = None) -> AsyncIterator[KitState]:
    """Open everything that a service needs, and close it at the end. Nothing is connected to yet."""
    database = Database(settings)
    redis = RedisLink(settings.redis_url.get_secret_value())
    http = httpx.AsyncClient(
        timeout=10, limits=_HTTP_LIMITS, mounts=dict(mounts or {}), trust_env=False, follow_redirects=False
    )
    await database.open()
    try:
        yield KitState(settings, database, redis, http, Verifier(settings, redis, http))
    finally:
        await http.aclose()
        await redis.close()
        await database.close()


def state_of(request: HTTPConnection) -> KitState:
    """The state of the app that serves ``request``."""
    return cast(KitState, request.app.state.kit)
