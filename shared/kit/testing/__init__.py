"""The pytest plugin of the project: ``-p kit.testing``.

Postgres and Redis are real, and started for the run. All async tests of a worker run in one event loop, in which
connections stay open from test to test. What a test commits is deleted after it::

    @pytest.fixture
    async def client(start: Start) -> ServiceClient:
        return await start(app)

    async def test_an_editor_reads_the_entries(client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get("/cms/config", headers=tokens.bearer("editor"))
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest
import redis
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.types import ASGIApp

from kit.config import ServiceSettings
from kit.revocation import EPOCH
from kit.sandbox import Sandboxes
from kit.state import KitState
from kit.testing.databases import SERVICES, Emptying, WorkerDatabase
from kit.testing.engines import Engines, begin_run, end_run, engines_of_run
from kit.testing.identity import PUBLIC_URL, Tokens, write_keys
from kit.testing.lending import LentDatabases

_MOMENT = 60.0
"""Seconds in which what an app has begun comes to its end."""

_TIMEOUTS: dict[str, float] = {
    "kit.database._CONNECT_TIMEOUT": 60.0,
    "kit.database._POOL_TIMEOUT": 120.0,
    "kit.database._LOCK_TIMEOUT_MS": 120_000,
    "kit.redis_link._TIMEOUT": 30.0,
    "kit.redis_link._POOL_TIMEOUT": 60.0,
    "kit.user_names._TIMEOUT": 60.0,
}
"""How long the services wait, in tests, for what a busy machine lets come late. What comes of a wait that ends is tested by
tests that shorten it."""

__all__ = ["RolledBack", "ServiceClient", "SettingsFor", "Start", "Tokens"]


class ServiceClient(httpx.AsyncClient):
    """A client of one running app, without a network."""

    def __init__(self, app: FastAPI, service: str) -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        super().__init__(transport=transport, base_url=f"http://{service}.test")
        self.app = app

    @property
    def kit(self) -> KitState:
        """The running app's settings and connections."""
        state: KitState = self.app.state.kit
        return state


class SettingsFor(Protocol):
    """Makes settings of a class for this worker's engines; keywords override them."""

    def __call__(self, settings: type[ServiceSettings], **changed: Any) -> Any:
        """The settings."""


class Start(Protocol):
    """Starts an app: ``await start(app, mounts={"http://content.test": content_client})``."""

    async def __call__(
        self, app: FastAPI, mounts: "Mapping[str, ServiceClient | ASGIApp] | None" = None, **changed: Any
    ) -> ServiceClient:
        """Its client. ``changed`` overrides settings; whatever is not mounted cannot be reached."""


class RolledBack(Protocol):
    """Gives a session whose changes nobody else ever sees: ``session = await rolled_back(Settings)``."""

    async def __call__(self, settings: type[ServiceSettings]) -> AsyncSession:
        """The session."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin the run, in the process that the others are started from."""
    if not hasattr(config, "workerinput"):
        folder = begin_run()
        config.add_cleanup(lambda: end_run(folder))


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """See `_TIMEOUTS`. Of processes that a test starts, they say nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in _TIMEOUTS.items():
            patch.setattr(name, seconds)
        yield


@pytest.fixture(scope="session")
def engines() -> Engines:
    """The run's Postgres and Redis."""
    return engines_of_run()


@pytest.fixture(scope="session")
def worker_number(worker_id: str) -> int:
    """0 and up: which of the run's processes this is."""
    return 0 if worker_id == "master" else int(worker_id.removeprefix("gw"))


@pytest.fixture(scope="session")
def worker_database(engines: Engines, worker_number: int) -> WorkerDatabase:
    """The database of this process alone."""
    return WorkerDatabase(engines, f"test_{worker_number}")


@pytest.fixture(scope="session")
async def lent_databases() -> AsyncIterator[LentDatabases]:
    """See `LentDatabases`."""
    databases = LentDatabases()
    yield databases
    await databases.close()


@pytest.fixture(scope="session")
async def sandboxes() -> AsyncIterator[Sandboxes]:
    """Sandboxes of all apps of the worker: to start a process for each test takes longer than most tests."""
    sandboxes = Sandboxes()
    yield sandboxes
    await sandboxes.close()


@pytest.fixture(scope="session")
async def emptying(worker_database: WorkerDatabase) -> AsyncIterator[Emptying]:
    """See `Emptying`."""
    emptying = Emptying(worker_database)
    yield emptying
    await emptying.close()


@pytest.fixture(scope="session")
def worker_redis(engines: Engines, worker_number: int) -> Iterator[redis.Redis]:
    """A client of the Redis database of this process alone."""
    with redis.Redis.from_url(engines.redis_url(worker_number)) as client:
        yield client


@pytest.fixture
def redis_url(engines: Engines, worker_number: int, worker_redis: redis.Redis) -> Iterator[str]:
    """The Redis database of this process alone, emptied after the test."""
    # As auth leaves it: no session has ended yet.
    worker_redis.set(EPOCH, "test")
    yield engines.redis_url(worker_number)
    worker_redis.flushdb()


@pytest.fixture(scope="session")
def keys_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the keys of every service."""
    folder = tmp_path_factory.mktemp("keys")
    write_keys(folder, (*SERVICES, "web"))
    return folder


@pytest.fixture
def settings_for(worker_database: WorkerDatabase, redis_url: str, keys_dir: Path, tmp_path: Path) -> SettingsFor:
    """See `SettingsFor`."""

    def make(settings: type[ServiceSettings], **changed: Any) -> Any:
        addresses = {f"{name}_url": f"http://{name}.test" for name in (*SERVICES, "web")}
        given = {
            "database_url": worker_database.dsn(settings.service),
            "redis_url": redis_url,
            "keys_dir": keys_dir,
            "public_url": PUBLIC_URL,
            "data_dir": tmp_path,
            # Waiting for a lock is part of it.
            "statement_timeout_ms": 120_000,
            **addresses,
            **changed,
        }
        return settings(**given)

    return make


@pytest.fixture(scope="session")
def tokens(keys_dir: Path) -> Tokens:
    """See `Tokens`."""
    return Tokens(keys_dir=keys_dir)


@pytest.fixture
async def start(
    settings_for: SettingsFor,
    lent_databases: LentDatabases,
    sandboxes: Sandboxes,
    emptying: Emptying,
    tokens: Tokens,
) -> AsyncIterator[Start]:
    """See `Start`."""
    used: set[str] = set()
    before = asyncio.all_tasks()
    async with AsyncExitStack() as stack:

        async def start_app(
            app: FastAPI, mounts: Mapping[str, ServiceClient | ASGIApp] | None = None, **changed: Any
        ) -> ServiceClient:
            settings_class: type[ServiceSettings] = app.state.settings_class
            used.add(settings_class.service)
            app.state.settings = settings_for(settings_class, **changed)
            app.state.database = await stack.enter_async_context(lent_databases.lend(app.state.settings))
            app.state.sandboxes = sandboxes
            app.state.mounts = {
                "all://": _Nowhere(),
                **{
                    address: httpx.ASGITransport(target.app if isinstance(target, ServiceClient) else target)
                    for address, target in {"http://auth.test": tokens.app, **(mounts or {})}.items()
                },
            }
            await stack.enter_async_context(app.router.lifespan_context(app))
            return await stack.enter_async_context(ServiceClient(app, settings_class.service))

        yield start_app
    endless = await _outliving(before)
    for service in used:
        await emptying.empty(service)
    assert not endless, f"these tasks outlive the apps that started them: {endless}"


@pytest.fixture
async def rolled_back(settings_for: SettingsFor, lent_databases: LentDatabases) -> AsyncIterator[RolledBack]:
    """See `RolledBack`."""
    async with AsyncExitStack() as stack:

        async def open_session(settings: type[ServiceSettings]) -> AsyncSession:
            database = await stack.enter_async_context(lent_databases.lend(settings_for(settings)))
            session = database.sessions()
            stack.push_async_callback(session.close)
            return session

        yield open_session


async def _outliving(before: set[asyncio.Task[Any]]) -> set[asyncio.Task[Any]]:
    """Tasks of the test that do not end with its apps, ended: they would run on in the loop of the tests to come."""
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    if not left:
        return set()
    _, endless = await asyncio.wait(left, timeout=_MOMENT)
    for task in endless:
        task.cancel()
    await asyncio.gather(*endless, return_exceptions=True)
    return endless


class _Nowhere(httpx.AsyncBaseTransport):
    """What has no mount cannot be reached: no test ever leaves the process."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"nothing is mounted for {request.url}", request=request)
