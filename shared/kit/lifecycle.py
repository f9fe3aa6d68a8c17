"""Opening and closing what a process of a service holds."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from kit.api_tokens import ApiTokens
from kit.config import ServiceSettings
from kit.database import Database
from kit.identity import ServiceIdentity
from kit.keys import ServiceKeys
from kit.outbound import trust
from kit.outside import check_no_transaction
from kit.redis_link import RedisLink
from kit.sandbox import Sandboxes
from kit.state import STATE, KitState
from kit.storage import storage_of
from kit.tokens import Verifier
from kit.waker import WAKER, Waker
from kit.wakes import WAKES, Wakes
from kit.watching.process import ProcessWatch

Mounts = Mapping[str, httpx.AsyncBaseTransport]
"""Transports for addresses that are not reached by TCP, such as an app in the same process."""

_HTTP_LIMITS = httpx.Limits(max_connections=50, max_keepalive_connections=20)
_HTTP_TIMEOUT = 10.0


@asynccontextmanager
async def open_state(
    settings: ServiceSettings,
    mounts: Mounts | None = None,
    database: Database | None = None,
    watch: ProcessWatch | None = None,
    sandboxes: Sandboxes | None = None,
) -> AsyncIterator[KitState]:
    """Everything that a service needs, closed at the end. Nothing is connected to yet.

    A ``database`` that is given is open already and stays open; ``sandboxes`` that are given stay open, too.
    """
    async with AsyncExitStack() as stack:
        if database is None:
            database = Database(settings)
            await database.open()
            stack.push_async_callback(database.close)
        if sandboxes is None:
            sandboxes = Sandboxes()
            stack.push_async_callback(sandboxes.close)
        yield await stack.enter_async_context(_connections(settings, mounts, database, watch, sandboxes))


@asynccontextmanager
async def _connections(
    settings: ServiceSettings,
    mounts: Mounts | None,
    database: Database,
    watch: ProcessWatch | None,
    sandboxes: Sandboxes,
) -> AsyncIterator[KitState]:
    redis = RedisLink(settings.redis_url.get_secret_value())
    wakes = Wakes(settings.service, redis, settings.redis_url.get_secret_value())
    waker = Waker(settings.service, redis)
    # Where one of several processes behind an address cannot be connected to, the next is tried.
    transport: httpx.AsyncBaseTransport = httpx.AsyncHTTPTransport(
        verify=trust(), limits=_HTTP_LIMITS, trust_env=False, retries=1
    )
    if watch is not None:
        watch.watch_database(database, settings.service)
        watch.watch_redis(redis, settings.service)
        transport = watch.transport(transport, settings)
    http = httpx.AsyncClient(
        timeout=_HTTP_TIMEOUT,
        transport=transport,
        mounts=dict(mounts or {}),
        trust_env=False,
        event_hooks={"request": [_refuse_in_transaction]},
    )
    keys = ServiceKeys(settings.keys_dir, settings.service)
    identity = ServiceIdentity(keys, settings.service)
    verifier = Verifier(settings, identity, redis, http)
    api_tokens = ApiTokens(settings, keys, identity, redis, http)
    storage = storage_of(settings)
    try:
        state = KitState(
            settings,
            database,
            redis,
            http,
            keys,
            identity,
            verifier,
            api_tokens,
            wakes,
            waker,
            storage,
            sandboxes,
            watch_job=None if watch is None else watch.job,
        )
        # `emit`, `enqueue` and services are given a session and find the rest through it.
        database.provide({STATE: state, WAKES: wakes, WAKER: waker})
        yield state
    finally:
        await storage.close()
        await verifier.close()
        await api_tokens.close()
        await wakes.close()
        await http.aclose()
        await redis.close()


async def _refuse_in_transaction(request: httpx.Request) -> None:
    check_no_transaction(str(request.url))
