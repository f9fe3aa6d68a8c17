"""The site's logo and icon as settings."""

from typing import Any

import pytest
from sqlalchemy import select

from kit.db import new_id
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.cms.test_config_entries import change, listed, put, set_up

__all__ = ["set_up"]

ID = str(new_id())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("logo", "/files/logo.png"),
        ("logo", {"file": "logo.png"}),
        ("logo", {"address": "https://elsewhere.example/logo.png"}),
        ("logo", {"file": ID, "width": 0}),
        ("logo", {"file": ID, "width": 1e9, "height": 1}),
        ("logo", {"file": ID, "withName": "yes"}),
        ("logo", {"file": ID, "more": 1}),
        ("icon", {"file": ID, "withName": True}),
        ("icon", [ID]),
    ],
)
async def test_are_files_of_the_library(set_up: ServiceClient, tokens: Tokens, key: str, value: Any) -> None:
    answer = await put(set_up, tokens, (await listed(set_up, tokens))[key], value)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "value")
    assert (await listed(set_up, tokens))[key]["value"] is None


async def test_are_announced_and_taken_away_again(set_up: ServiceClient, tokens: Tokens) -> None:
    await change(set_up, tokens, "logo", value={"file": ID, "width": 320, "height": 80, "withName": True})
    await change(set_up, tokens, "logo", value=None)
    async with set_up.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        told = [row.payload["logo"] for row in rows if row.name == "cms.site_changed"]
    assert told[-2:] == [{"file": ID, "width": 320, "height": 80, "withName": True}, None]


async def test_are_for_administrators_to_choose(set_up: ServiceClient, tokens: Tokens) -> None:
    entry = (await listed(set_up, tokens, "editor"))["logo"]
    assert (await put(set_up, tokens, entry, {"file": ID}, scope="editor")).status_code == 403
