"""A shop and cms beside it, which mails what is told of orders."""

from typing import Any

import pytest

from cms.app import app as cms_app
from cms.config_entries.entries import CONTACT_ADDRESS, LANGUAGE, entries
from cms.email_templates.defaults import make_missing
from ecom.app import app as ecom_app
from kit.delivery import EventDelivery
from kit.testing import ServiceClient, Start
from tests.cms.delivering import settings_for
from tests.ecom.ordering import Shop
from tests.kit.working import run_jobs
from tests.mail_server import MailServer


@pytest.fixture
async def cms(start: Start, server: MailServer, shop: Shop) -> ServiceClient:
    """cms beside the shop, with a mail server, a contact address and the templates that every site begins with."""
    client = await start(cms_app, mounts={"http://ecom.test": ecom_app}, **settings_for(server))
    async with client.kit.database.transaction() as session:
        await entries.put(session, {LANGUAGE.key: "en-GB", CONTACT_ADDRESS.key: "office@willow.example"})
        await make_missing(session)
    return client


async def deliver(cms: ServiceClient) -> None:
    """Have cms hear of what the shop has told, twice as a restart would, and do its jobs."""
    for _ in range(2):
        await hear(cms)
    for _ in range(3):
        await run_jobs(cms)


async def hear(cms: ServiceClient) -> None:
    """Have cms hear of what the shop has told."""
    delivery = EventDelivery(cms.kit, "cms")
    while await delivery.deliver("ecom"):
        pass


def words_of(message: Any, kind: str = "plain") -> str:
    """The text of a mail."""
    body = message.get_body((kind,))
    assert body is not None
    # On the wire lines end otherwise.
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(message: Any) -> str:
    """The HTML of a mail."""
    return words_of(message, "html")
