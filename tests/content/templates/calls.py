"""Templates for tests, and the calls that make and change them."""

from typing import Any

import httpx
from sqlalchemy import select

from kit.tables import OutboxRow
from tests.content.factory import JSON, Site

SOURCES: JSON = {
    "sharedSCSS": "$ink: #222;",
    "inlineSCSS": "body { color: $ink }",
    "externalSCSS": "a { color: $ink }",
    "fonts": [{"family": "Lora"}],
}
INLINE = "$INK: #222;BODY { COLOR: $INK }"
SMALL = "$INK:#222;BODY{COLOR:$INK}"


async def create(site: Site, headers: dict[str, str] | None = None, **template: Any) -> httpx.Response:
    return await site.client.post("/client/templates", json={"name": "Dark", **template}, headers=headers or site.admin)


async def change(site: Site, template: JSON, headers: dict[str, str] | None = None, **body: Any) -> httpx.Response:
    return await site.client.put(
        f"/client/templates/{template['id']}",
        json={"name": template["name"], **body},
        headers={**(headers or site.admin), "If-Match": f'"{template["version"]}"'},
    )


def template_sources(template: JSON) -> JSON:
    return {name: template[name] for name in (*SOURCES, "inlineCSS", "externalCSS", "js")}


async def tags_of_changes(site: Site) -> list[str]:
    async with site.client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [tag for row in rows if row.name == "content.pages_changed" for tag in row.payload["tags"]]
