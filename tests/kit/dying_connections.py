"""A way to Postgres on which one hears that a connection was ended before one sees it end."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg

from kit.testing.databases import WorkerDatabase

_SOCKET = ".s.PGSQL.5432"


class Way:
    """Passes on all that either side says, and holds back that Postgres has closed until `let_go`."""

    def __init__(self, database: WorkerDatabase, folder: str) -> None:
        self._database = database
        self._folder = folder
        self._let_go = asyncio.Event()
        self._last_words: list[asyncio.Event] = []
        self._ends: list[asyncio.StreamWriter] = []

    def dsn(self, service: str, host: str = "") -> str:
        """The address of the database by this way, or by a host and a port that lead to it."""
        return f"postgresql://{service}@/{self._database.name}?host={host or f'{self._folder}&port=5432'}"

    def let_go(self) -> None:
        """Let each side see that the other has closed."""
        self._let_go.set()

    async def end_connections(self) -> None:
        """Have Postgres end all connections of services, as it does when it is restarted, and its reason reach them."""
        admin = await asyncpg.connect(self._database.admin_dsn)
        await admin.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'pagewright-%'"
        )
        await admin.close()
        for said in self._last_words:
            await said.wait()
        # What was written to a socket of the machine can be read at once: by the loop's next turns, and they are enough.
        for _ in range(20):
            await asyncio.sleep(0)

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one connection to Postgres."""
        there, back = await asyncio.open_unix_connection(Path(self._database.engines.sockets, _SOCKET))
        said = asyncio.Event()
        self._last_words.append(said)
        self._ends.extend((writer, back))
        questions = asyncio.create_task(_pass_on(reader, back))
        await _pass_on(there, writer)
        said.set()
        await self._let_go.wait()
        writer.close()
        back.close()
        await questions

    def close(self) -> None:
        """End all connections: who closes one waits for the other side, and no task is left behind."""
        self.let_go()
        for end in self._ends:
            end.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)


@asynccontextmanager
async def way_to(database: WorkerDatabase) -> AsyncIterator[Way]:
    """A way that is open while the block runs."""
    # Not pytest's folder: its name may be longer than that of a socket can be.
    with tempfile.TemporaryDirectory() as folder:
        way = Way(database, folder)
        async with await asyncio.start_unix_server(way.lead, Path(folder, _SOCKET)):
            yield way
