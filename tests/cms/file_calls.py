"""Asking for files as visitors do."""

import httpx
from sqlalchemy import update

from cms.files.models import Entity
from kit.testing import ServiceClient

CONTENT = bytes(range(256)) * 2000


async def get(client: ServiceClient, path: str, **headers: str) -> httpx.Response:
    return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


async def set_whitelist(client: ServiceClient, stored: Entity, *scopes: str) -> None:
    async with client.kit.database.transaction() as session:
        values = {"meta_data": {"scopeWhitelist": scopes}}
        await session.execute(update(Entity).where(Entity.id == stored.id).values(values))
