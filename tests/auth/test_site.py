"""What auth knows of the site's settings."""

import pytest
from sqlalchemy import delete

from auth import worker
from auth.site.service import SiteSettings, site_settings
from auth.site.tasks import request_settings
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.auth.test_registrations import allow
from tests.kit.consuming import consume

assert worker.__all__, "its subscribers register themselves on import"

pytestmark = pytest.mark.beside_cms


async def test_are_those_that_cms_announced(client: ServiceClient, cms: ServiceClient, tokens: Tokens) -> None:
    assert await site_settings(client.kit) == SiteSettings("", allows_registration=False)
    for allowed in (True, False):
        await allow(client, cms, tokens, allowed=allowed)
        assert await site_settings(client.kit) == SiteSettings("Willow & Sons", allows_registration=allowed)


async def test_are_asked_for_where_no_announcement_is_left(
    client: ServiceClient, cms: ServiceClient, tokens: Tokens
) -> None:
    # As on a site that was set up before auth followed cms.
    await cms.put(
        "/private/site",
        json={"name": "Willow & Sons", "language": "en", "timezone": "UTC", "hasEcom": False, "hasCRM": False},
        headers=tokens.internal("auth", to="cms"),
    )
    async with cms.kit.database.transaction() as session:
        await session.execute(delete(OutboxRow))
    await consume(client)
    assert (await site_settings(client.kit)).name == ""
    await request_settings(client.kit)
    await consume(client)
    assert (await site_settings(client.kit)).name == "Willow & Sons"


async def test_wait_while_cms_is_away(alone: ServiceClient) -> None:
    await request_settings(alone.kit)
    assert (await site_settings(alone.kit)).name == ""
