"""Scopes of the site that get other names, as auth announces them."""

import uuid
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from content.scopes.events import keep_names
from content.scopes.schemas import ScopesChanged
from content.scopes.service import rename_some
from kit.db import new_id
from kit.events import Event
from kit.tables import OutboxRow
from kit.testing import ServiceClient
from tests.content.factory import (
    JSON,
)
from tests.kit.working import run_jobs

CLUB, STAFF = str(uuid.uuid4()), str(uuid.uuid4())
BOTH = {CLUB: "club", STAFF: "staff"}
ADMIN = str(uuid.uuid4())
RENAMED = {CLUB: "society", STAFF: "staff"}


def told(version: int, names: JSON, before: JSON | None = None) -> Event[ScopesChanged]:
    """The site's own scopes, as auth announces them."""
    payload = {"version": version, "by": ADMIN, "names": names, "before": before or {}}
    return Event(new_id(), "auth.scopes_changed", ScopesChanged.model_validate(payload), "auth", datetime.now(UTC))


async def hear(client: ServiceClient, event: Event[ScopesChanged]) -> None:
    """Have the service hear of it, as its worker would."""
    async with client.kit.database.transaction() as session:
        await keep_names(session, event)


async def step(client: ServiceClient) -> bool:
    async with client.kit.database.transaction() as session:
        return await rename_some(session)


async def tell(client: ServiceClient, *events: Event[ScopesChanged]) -> None:
    """Have the service hear of them in this order and do what it is to do, as its worker would."""
    for event in events:
        await hear(client, event)
        await run_jobs(client)


def kept_to(render: JSON, node_id: str, level: str = "site") -> list[str]:
    names: list[str] = render["page"]["nodeFields"][node_id][level]["scopeWhitelist"]
    return names


def header_of(render: JSON) -> str:
    node_id: str = render["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][0]["id"]
    return node_id


async def announced(client: ServiceClient) -> list[Any]:
    async with client.kit.database.transaction() as session:
        return [*await session.scalars(select(OutboxRow.payload).order_by(OutboxRow.position))]
