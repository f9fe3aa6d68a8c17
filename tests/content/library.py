"""The library of files as cms tells content of it."""

import uuid
from datetime import UTC, datetime
from typing import Any

from content.files.events import keep_equal
from kit.db import new_id
from kit.events import Event
from kit.known_files.facts import FilesChanged
from kit.testing import ServiceClient
from tests.content.factory import JSON, Site, column_of, create_plugin, id_, place_plugin


def file(name: str = "a b.jpg", **changed: Any) -> JSON:
    """What cms tells of an image that everybody sees."""
    return {
        "id": id_(),
        "version": 1,
        "folderId": None,
        "name": name,
        "isPublic": True,
        "scopeWhitelist": [],
        "isDeleted": False,
        "mimeType": "image/jpeg",
        "size": 1_000,
        "width": 1600,
        "height": 1200,
        "hasSizes": True,
        "alt": "A harbour",
        "title": "",
        "focalX": 0.5,
        "focalY": 0.25,
        "contentVersion": "abc-80",
        **changed,
    }


def folder(name: str, *scope_whitelist: str, **changed: Any) -> JSON:
    """What cms tells of a folder."""
    told = {"id": id_(), "version": 1, "name": name, "scopeWhitelist": [*scope_whitelist], "isDeleted": False}
    return {**told, **changed}


async def tell(client: ServiceClient, *files: JSON, at: datetime | None = None, **told: Any) -> None:
    """Have cms tell of files."""
    payload = FilesChanged.model_validate({"tags": [], "files": [*files], **told})
    event = Event(new_id(), "cms.files_changed", payload, "cms", at or datetime.now(UTC))
    async with client.kit.database.transaction() as session:
        await keep_equal(session, event)


async def pair_with(site: Site, picture: JSON, url: str = "/pictures", text: str = "") -> JSON:
    """A page with a pair of text and image; its render."""
    page = await site.new_page(url)
    plugin = str(uuid.uuid4())
    create = create_plugin(plugin, ref="cms.textImage", picture=picture, text=text)
    return await site.saved(page, create, place_plugin(column_of(page), plugin))
