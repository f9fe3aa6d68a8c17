"""One service's connections to Postgres: the engine for sessions, the raw pool for hot reads."""

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy
from sqlalchemy import Connection, ExecutionContext, UpdateBase, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import ORMExecuteState, Session
from sqlalchemy.pool import ConnectionPoolEntry

from kit.config import ServiceSettings
from kit.errors import DatabaseUnavailable
from kit.failures import DRIVER_ERRORS
from kit.outside import watched
from kit.peers import POSTGRES_KEEP_ALIVE, notice_end

log = logging.getLogger(__name__)

AfterCommit = Callable[[], Awaitable[None]]
QueryLogger = Callable[[Any], None]
"""What asyncpg tells of each statement that it is given itself: a `LoggedQuery`."""

_HOOKS = "kit.after_commit"
_WRITTEN = "kit.written"
_WRITING_WORDS = frozenset({"INSERT", "UPDATE", "DELETE"})
_CONNECT_TIMEOUT = 5.0
_POOL_TIMEOUT = 10.0
_LOCK_TIMEOUT_MS = 10_000
_CLOSE_TIMEOUT = 2.0


def after_commit(session: AsyncSession, callback: AfterCommit) -> None:
    """Run ``callback`` once the session's transaction is committed; never when it is rolled back.

    Callbacks run in order, before the response leaves. One that fails is logged and changes
    nothing: what has to happen belongs in an outbox row or a job.
    """
    session.info.setdefault(_HOOKS, []).append(callback)


class Database:
    """Connections of one process to one service's schema."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self._info: dict[str, Any] = {}
        self._opened: weakref.WeakSet[asyncpg.Connection] = weakref.WeakSet()
        self.query_logger: QueryLogger | None = None
        self.engine: AsyncEngine = create_async_engine(
            # The creator has the address; this only names the dialect.
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=settings.pool_size,
            max_overflow=0,
            # The connections used last are used next; those that a peak needed can idle.
            pool_use_lifo=True,
            pool_timeout=_POOL_TIMEOUT,
            # Password hashes are among them.
            hide_parameters=True,
            json_serializer=lambda value: orjson.dumps(value).decode(),
            json_deserializer=orjson.loads,
        )
        event.listen(self.engine.sync_engine, "checkout", _refuse_closed_connection)
        self._closed = False
        event.listen(self.engine.sync_engine, "checkin", self._end_if_closed)
        event.listen(self.engine.sync_engine, "begin", _note_begin)
        event.listen(self.engine.sync_engine, "after_cursor_execute", _note_statement)
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        # Shares the engine's connections. Statements commit themselves, which saves BEGIN and COMMIT, two
        # of the three round trips of a plain read. Under READ COMMITTED several reads see no less apart.
        self._reads = async_sessionmaker(
            self.engine.execution_options(isolation_level="AUTOCOMMIT"),
            expire_on_commit=False,
            sync_session_class=_ReadingSession,
        )
        self.pool: asyncpg.Pool = asyncpg.create_pool(
            connect=self._connect, init=_decode_json, reset=_no_reset, min_size=0, max_size=settings.read_pool_size
        )

    def provide(self, info: dict[str, Any]) -> None:
        """Have every session carry these values in its ``info``, beside those that it was given before."""
        self._info |= info
        self.sessions.configure(info=self._info)
        self._reads.configure(info=self._info)

    async def open(self) -> None:
        """Make the raw pool usable. Connects to nothing, so a service starts before its database does."""
        await self.pool

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session whose one transaction is committed at the end, or rolled back on any error."""
        async with self.sessions() as session:
            with watched(session.in_transaction):
                yield session
            await session.commit()
            hooks: list[AfterCommit] = session.info.pop(_HOOKS, [])
        for hook in hooks:
            try:
                await hook()
            except Exception:
                log.exception("after_commit failed", extra={"hook": getattr(hook, "__qualname__", repr(hook))})

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session for reading only. Raises WriteInRead for what would change something."""
        async with self._reads() as session:
            with watched(session.in_transaction):
                yield session

    async def write_at_once(self, statement: str, values: Sequence[object]) -> asyncpg.Record | None:
        """Send one statement that changes something and is a transaction of its own; the row that it gives, if any.

        Without BEGIN and COMMIT it is one round trip. Not by the raw pool: a wait for a lock would take one of its few
        connections from all who read. Raises asyncpg's own errors.
        """
        async with self.engine.connect() as connection:
            # Begins no transaction: SQLAlchemy does so with the first statement of its own.
            raw: Any = (await connection.get_raw_connection()).driver_connection
            row: asyncpg.Record | None = await raw.fetchrow(statement, *values)
            return row

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[PoolConnectionProxy]:
        """A connection of the raw pool, for what takes several statements. Raises asyncpg's own errors."""
        async with self.pool.acquire() as connection:
            with watched(connection.is_in_transaction):
                yield connection

    @asynccontextmanager
    async def acquire_across_calls(self) -> AsyncIterator[PoolConnectionProxy]:
        """The same for a transaction that has to stay open while others are called: `kit.outside` does not see it.

        For the snapshot under which all services read for a backup (decision 0082), and nothing else.
        """
        async with self.pool.acquire() as connection:
            yield connection

    @asynccontextmanager
    async def apart(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection of its own, for what keeps one while it waits: those of the pools are few, and others need them.

        It ends with the block, and so do its locks. Raises DatabaseUnavailable.
        """
        connection = await self._connect()
        try:
            with watched(connection.is_in_transaction):
                yield connection
            with suppress(TimeoutError, OSError, *DRIVER_ERRORS):
                await connection.close(timeout=_CLOSE_TIMEOUT)
        finally:
            if not connection.is_closed():
                connection.terminate()

    async def close(self) -> None:
        """Close every connection within two seconds; one that a session still uses, when that ends."""
        self._closed = True
        await asyncio.gather(self._close_pool(), self._close_engine())

    async def _close_pool(self) -> None:
        try:
            await asyncio.wait_for(self.pool.close(), _CLOSE_TIMEOUT)
        except TimeoutError:
            self.pool.terminate()

    async def _close_engine(self) -> None:
        try:
            await asyncio.wait_for(self.engine.dispose(), _CLOSE_TIMEOUT)
        except TimeoutError:
            # Each goodbye waits until Postgres has hung up, and it does not answer: those who are at work wait in vain, too.
            for connection in self._opened:
                connection.terminate()

    def _end_if_closed(self, connection: Any, _entry: ConnectionPoolEntry) -> None:
        """End what comes back too late: disposing of the engine closes only the connections that nobody uses."""
        if self._closed and connection is not None:
            connection.driver_connection.terminate()

    async def _connect(self, *_: Any, **options: Any) -> asyncpg.Connection:
        settings = self._settings
        try:
            connection: asyncpg.Connection = await asyncpg.connect(
                settings.database_url.get_secret_value(),
                timeout=_CONNECT_TIMEOUT,
                server_settings={
                    "application_name": f"pagewright-{settings.service}",
                    "statement_timeout": str(settings.statement_timeout_ms),
                    "idle_in_transaction_session_timeout": "60000",
                    "lock_timeout": str(_LOCK_TIMEOUT_MS),
                    # Compiling costs more than it saves on queries of a few milliseconds.
                    "jit": "off",
                    **POSTGRES_KEEP_ALIVE,
                },
                **options,
            )
        except (OSError, *DRIVER_ERRORS) as error:
            log.warning("database unreachable: %s", error)
            raise DatabaseUnavailable from error
        # asyncpg has no option for it, and gives no public way to the socket.
        transport: asyncio.Transport = connection._transport  # type: ignore[attr-defined]  # noqa: SLF001
        notice_end(transport.get_extra_info("socket"))
        if self.query_logger is not None:
            connection.add_query_logger(self.query_logger)
        self._opened.add(connection)
        return connection


class WriteInRead(RuntimeError):
    """A GET or HEAD wants to write: nothing would undo half of it, and browsers send it on their own."""


class _ReadingSession(Session):
    def flush(self, objects: Sequence[Any] | None = None) -> None:
        if self.new or self.deleted or any(self.is_modified(row) for row in self.dirty):
            raise WriteInRead("a session for reading cannot write")


@event.listens_for(_ReadingSession, "do_orm_execute")
def _refuse_writing(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        raise WriteInRead("a session for reading cannot write")


async def has_written(session: AsyncSession) -> bool:
    """Whether a session's transaction has changed rows, or is about to; a statement that matched no row has not.

    Functions that write for a SELECT, and changes that were undone by the end of a savepoint, are not known apart.
    """
    if session.new or session.dirty or session.deleted:
        return True
    return session.in_transaction() and _WRITTEN in (await session.connection()).info


def _note_begin(connection: Connection) -> None:
    connection.info.pop(_WRITTEN, None)


def _note_statement(
    connection: Connection, cursor: Any, statement: str, _values: object, context: ExecutionContext, _many: bool
) -> None:
    is_write = isinstance(context.invoked_statement, UpdateBase) or statement[:6].upper() in _WRITING_WORDS
    # -1 where the driver does not tell, as for many rows at once.
    if is_write and cursor.rowcount != 0:
        connection.info[_WRITTEN] = True


def _refuse_closed_connection(connection: Any, _entry: ConnectionPoolEntry, _proxy: object) -> None:
    """Have the pool replace a connection that Postgres has closed, for instance by restarting.

    Rejected: ``pool_pre_ping``, which notices the same thing by asking Postgres at every checkout.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError


async def _no_reset(_connection: asyncpg.Connection) -> None:
    """What reads and single statements leave behind: nothing. The default reset is one more round trip for each."""


async def _decode_json(connection: asyncpg.Connection) -> None:
    for name in ("json", "jsonb"):
        await connection.set_type_codec(
            name, encoder=lambda value: orjson.dumps(value).decode(), decoder=orjson.loads, schema="pg_catalog"
        )
