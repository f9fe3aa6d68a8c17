"""Two releases of a service beside one another while it is upgraded: one that is migrated to, and the one before."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest

from kit.revisions import newest_revision
from kit.testing import ServiceClient, Tokens
from kit.testing.databases import WorkerDatabase
from kit.testing.engines import free_port
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, new_process, on_ports

_ROOT = Path(__file__).parents[2]
_NEXT = "9001"
_MIGRATION = f"""
import sqlalchemy as sa
from alembic import op

revision = "{_NEXT}"
down_revision = "{{before}}"


def upgrade() -> None:
    op.add_column("categories", sa.Column("note", sa.String(50), nullable=True))
"""


@pytest.fixture
def next_release(tmp_path: Path) -> Path:
    """The code of crm as a release to come could have it: categories have one column more, which every query names."""
    folder = tmp_path / "next"
    shutil.copytree(_ROOT / "services" / "crm", folder, ignore=shutil.ignore_patterns("__pycache__"))
    migration = _MIGRATION.format(before=newest_revision("crm"))
    (folder / "migrations" / "versions" / f"{_NEXT}_note.py").write_text(migration)
    models = folder / "crm" / "categories" / "models.py"
    models.write_text(f"{models.read_text()}    note: Mapped[str | None] = mapped_column(String(50))\n")
    return folder


@pytest.fixture
async def restored(worker_database: WorkerDatabase) -> AsyncIterator[None]:
    """The tables are those of the present release again afterwards."""
    yield
    admin = await asyncpg.connect(worker_database.admin_dsn)
    await admin.execute("ALTER TABLE crm.categories DROP COLUMN IF EXISTS note")
    await admin.execute("UPDATE crm.alembic_version SET version_num = $1", newest_revision("crm"))
    await admin.close()


class Release:
    """Processes of one release, with the settings of a client."""

    def __init__(self, client: ServiceClient, urls: dict[str, str], stack: AsyncExitStack, code: Path | None) -> None:
        self._client = client
        self._urls = urls
        self._stack = stack
        self._code = {} if code is None else {"pythonpath": str(code)}

    async def serve(self) -> httpx.AsyncClient:
        """A client of a new web process."""
        port = free_port()
        process = await new_process(self._client, "kit.serve", "crm", PORT=str(port), **self._urls, **self._code)
        self._stack.push_async_callback(end, process)
        web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
        await self._stack.enter_async_context(web)

        async def answers() -> bool:
            try:
                return (await web.get("/crm/internal/health")).status_code == 200
            except httpx.TransportError:
                return False

        await eventually(answers, 200)
        return web

    async def migrate(self) -> None:
        """Bring the tables to the state that this release expects."""
        process = await new_process(self._client, "kit.migrate", "crm", **self._code)
        assert await asyncio.wait_for(process.wait(), 300) == 0


@pytest.mark.usefixtures("restored")
async def test_both_serve_on_the_migrated_tables(client: ServiceClient, tokens: Tokens, next_release: Path) -> None:
    bearer = tokens.bearer("crm:read", "crm:write")

    async def create(web: httpx.AsyncClient, name: str) -> int:
        return (await web.post("/crm/categories", json={"name": name}, headers=bearer)).status_code

    async def names(web: httpx.AsyncClient) -> set[str]:
        listed = await web.get("/crm/categories", headers=bearer)
        return {category["name"] for category in listed.json()["results"]}

    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(on_ports({"auth": tokens.app}))
        present, coming = (Release(client, urls, stack, code) for code in (None, next_release))
        old, new = await asyncio.gather(present.serve(), coming.serve())
        assert (await old.get("/crm/internal/ready")).status_code == 200
        early = await new.get("/crm/internal/ready")
        assert (early.status_code, early.json()["code"]) == (503, "not_ready")
        assert f"this one needs {_NEXT}: migrate them (python -m kit.migrate crm)" in early.json()["detail"]
        assert await create(old, "Before") == 201

        await coming.migrate()

        # Both without being started anew, and one of the release before that is.
        late = await present.serve()
        for web in (old, new, late):
            assert (await web.get("/crm/internal/ready")).status_code == 200
        assert [await create(web, name) for web, name in ((old, "Old"), (new, "New"), (late, "Late"))] == [201] * 3
        for web in (old, new, late):
            assert await names(web) == {"Before", "Old", "New", "Late"}
