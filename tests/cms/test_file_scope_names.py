"""Whitelists of files when scopes get other names."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from cms.files.models import Bucket, Entity
from cms.files.scope_names import keep_names
from kit.db import new_id
from kit.events import Event
from kit.scope_names import ScopesChanged
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import file, folder

STAFF, CLIENTS = uuid.uuid4(), uuid.uuid4()


async def tell(client: ServiceClient, names: Mapping[uuid.UUID, str], before: Mapping[uuid.UUID, str]) -> None:
    """What auth tells."""
    payload = ScopesChanged(version=1, names=dict(names), before=dict(before))
    event = Event(new_id(), "auth.scopes_changed", payload, "auth", datetime.now(UTC))
    async with client.kit.database.transaction() as session:
        await keep_names(session, event)


async def whitelist(client: ServiceClient, model: type[Bucket | Entity]) -> tuple[list[str], int]:
    async with client.kit.database.transaction() as session:
        query = select(model.meta_data["scopeWhitelist"], model.version)
        row = (await session.execute(query)).one()
        return row[0], row[1]


@pytest.fixture
async def stored(client: ServiceClient) -> Entity:
    """A file for clients and staff."""
    stored = await file(client, "a.txt")
    async with client.kit.database.transaction() as session:
        values = {"meta_data": {"scopeWhitelist": ["clients", "staff", "other"], "alt": "Words"}}
        await session.execute(update(Entity).values(values))
    return stored


class TestKeepNames:
    async def test_all_names_change_at_once(self, client: ServiceClient, stored: Entity) -> None:
        names = {STAFF: "clients", CLIENTS: "staff"}
        await tell(client, names, {STAFF: "staff", CLIENTS: "clients"})
        assert await whitelist(client, Entity) == (["staff", "clients", "other"], 2)

    async def test_those_of_folders_too(self, client: ServiceClient) -> None:
        await folder(client, "images", "staff")
        await tell(client, {STAFF: "team"}, {STAFF: "staff"})
        assert await whitelist(client, Bucket) == (["team"], 2)

    async def test_who_is_shown_a_file_stays_the_same(
        self, client: ServiceClient, stored: Entity, tokens: Tokens
    ) -> None:
        await tell(client, {STAFF: "team"}, {STAFF: "staff"})
        assert (await client.get("/files/a.txt", headers=tokens.bearer("team"))).status_code == 200
        assert (await client.get("/files/a.txt", headers=tokens.bearer("staff"))).status_code == 403

    async def test_it_is_told(self, client: ServiceClient, stored: Entity) -> None:
        await tell(client, {STAFF: "team"}, {STAFF: "staff"})
        async with client.kit.database.transaction() as session:
            rows = (await session.scalars(select(OutboxRow.payload).order_by(OutboxRow.position))).all()
        assert rows[-1]["tags"] == [f"file:{stored.id}"]
        [facts] = rows[-1]["files"]
        assert (facts["id"], facts["version"]) == (str(stored.id), 2)
        assert facts["scopeWhitelist"] == ["clients", "team", "other"]

    @pytest.mark.parametrize("before", [{}, {STAFF: "nobody"}])
    async def test_what_names_no_such_scope_stays_as_it_is(
        self, client: ServiceClient, stored: Entity, before: dict[uuid.UUID, str]
    ) -> None:
        await tell(client, {STAFF: "team"}, before)
        assert await whitelist(client, Entity) == (["clients", "staff", "other"], 1)

    async def test_a_scope_that_is_gone_stays_named(self, client: ServiceClient, stored: Entity) -> None:
        await tell(client, {}, {STAFF: "staff"})
        assert await whitelist(client, Entity) == (["clients", "staff", "other"], 1)
