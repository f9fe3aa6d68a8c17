"""What a site is told of its Google."""

from typing import Any

from cms.config_entries.entries import entries
from kit.testing import ServiceClient
from tests.fakes.google import CLIENT, SECRET


async def configure_google(client: ServiceClient, **changed: Any) -> None:
    """Give the site the client and the property of the Google of the tests."""
    values = {"googleClientId": CLIENT, "googleClientSecret": SECRET, "analyticsProperty": "4242", "timezone": "UTC"}
    async with client.kit.database.transaction() as session:
        await entries.put(session, {**values, **changed})
