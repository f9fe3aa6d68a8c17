"""How cms asks content where files are used."""

import uuid
from typing import Any

from sqlalchemy import update

from content.plugins.models import Plugin
from content.site.models import Site as SiteRow
from tests.content.factory import (
    JSON,
    Site,
    id_,
    own_plugins,
)

PICTURE = "pictures/über uns (1).png"


def wanted(*paths: str) -> list[JSON]:
    return [{"id": id_(), "path": path} for path in paths]


async def asked(site: Site, files: list[JSON]) -> JSON:
    headers = site.tokens.internal("cms", to="content")
    answer = await site.client.post("/private/file-uses", json={"files": files}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def uses(site: Site, *files: JSON) -> list[tuple[str, str, int]]:
    return [(use["kind"], use["title"], use["count"]) for use in (await asked(site, [*files]))["uses"]]


async def all_used(site: Site) -> JSON:
    headers = site.tokens.internal("cms", to="content")
    answer = await site.client.get("/private/file-uses/all", headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def with_fields(site: Site, page: JSON, fields: Any) -> None:
    """Give the page's plugin these fields, as no plugin declares them yet."""
    plugin_id = uuid.UUID(own_plugins(page)[0]["id"])
    async with site.client.kit.database.transaction() as session:
        await session.execute(update(Plugin).where(Plugin.id == plugin_id).values(fields=fields))
        await session.execute(update(SiteRow).values(version=SiteRow.version + 1))
