"""A site of all services, which call one another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import pytest
from sqlalchemy import text
from starlette.types import ASGIApp, Receive, Scope, Send

from auth.app import app as auth_app
from cms import worker
from cms.app import app
from cms.config_entries.entries import CAPTCHA_SECRET, SITE_NAME, entries
from cms.mailing_lists.models import MailingList
from cms.subscribers.models import Subscriber
from content.app import app as content_app
from crm.app import app as crm_app
from crm.categories.models import Category
from ecom.app import app as ecom_app
from ecom.brands.models import Brand
from kit.db import new_id
from kit.models import models_of
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.factory import make_user
from tests.cms import factory
from tests.content.factory import Site as ContentSite
from tests.content.factory import put_site

assert worker.__all__, "tasks register themselves on import"
SERVICES = ("auth", "cms", "content", "crm", "ecom")
# What belongs to the installation, and what another version of the site is known by.
NOT_COMPARED = {
    "auth.sessions", "auth.one_time_tokens", "auth.login_challenges", "auth.registrations", "auth.failure_counts",
    "auth.signing_keys", "cms.backups", "cms.backup_imports", "cms.uploads", "cms.upload_parts", "content.changes",
    "content.saves", "content.save_parts", "content.link_checks",
}  # fmt: skip

Rows = dict[str, list[dict[str, Any]]]


@dataclass
class Whole:
    """The services of a site. ``cms`` is asked for backups."""

    services: Mapping[str, ServiceClient]
    headers: dict[str, str]

    @property
    def cms(self) -> ServiceClient:
        return self.services["cms"]

    async def rows(self) -> Rows:
        """Every row of every service's own tables, as Postgres writes it."""
        found: Rows = {}
        for service, client in self.services.items():
            own, _ = models_of(service)
            async with client.kit.database.transaction() as session:
                for table in own.sorted_tables:
                    keys = ", ".join(f"t.{column.name}" for column in table.primary_key)
                    query = text(f"SELECT to_jsonb(t)::text FROM {table.name} t ORDER BY {keys}")  # noqa: S608
                    rows = [orjson.loads(row) for row in await session.scalars(query)]
                    if f"{service}.{table.name}" not in NOT_COMPARED:
                        found[f"{service}.{table.name}"] = rows
        return found

    async def objects(self) -> dict[str, int]:
        """The files that are stored, by key, with their sizes."""
        return {each.key: each.size async for each in self.cms.kit.storage.list("files/")}


def without_versions(rows: Rows) -> Rows:
    """The rows without what counts on at a restoration."""
    return {
        **rows,
        "content.site": [{**row, "version": 0} for row in rows["content.site"]],
        "cms.config_entries": [{**row, "version": 0} for row in rows["cms.config_entries"]],
    }


def backups_beside_tokens(auth: ServiceClient, tokens: Tokens) -> ASGIApp:
    """Auth as cms sees it: tokens are those of the tests, backups are auth's own."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        target: Any = auth.app if scope["path"].startswith("/private/backup") else tokens.app
        await target(scope, receive, send)

    return app


@pytest.fixture
async def whole(start: Start, tokens: Tokens) -> Whole:
    """A site with something in every part."""
    return await whole_site(start, tokens)


async def whole_site(start: Start, tokens: Tokens, **storage: str) -> Whole:
    """A site with something in every part, in a storage other than the folder of the test where one is named."""
    auth = await start(auth_app, mounts={"http://auth.test": auth_app}, setup_code="the set-up code of the tests")
    content = await start(content_app)
    crm, ecom = await start(crm_app), await start(ecom_app)
    mounts: dict[str, ServiceClient | ASGIApp] = {
        "http://auth.test": backups_beside_tokens(auth, tokens),
        "http://content.test": content,
        "http://crm.test": crm,
        "http://ecom.test": ecom,
        "http://cms.test": app,
    }
    client = await start(app, mounts=mounts, **storage)
    site = Whole({"auth": auth, "cms": client, "content": content, "crm": crm, "ecom": ecom}, tokens.bearer("super"))
    await fill(site, tokens)
    return site


async def fill(site: Whole, tokens: Tokens) -> None:
    """Something in every part."""
    await put_site(site.services["content"], tokens)
    await ContentSite(site.services["content"], tokens).new_page("/about", "About “us”")
    await make_user(site.services["auth"], "super", email="ann@example.org", password="nine brass cogwheels")
    await factory.folder(site.cms, "images")
    for number in range(3):
        await factory.file(site.cms, f"{number}.bin", bytes([number]) * 300_000, bucket_name="images")
    async with site.cms.kit.database.transaction() as session:
        await entries.put(session, {SITE_NAME.key: "Willow", CAPTCHA_SECRET.key: "sealed"})
        news = MailingList(id=new_id(), key="news", name="News", provider="site")
        session.add(news)
        await session.flush()
        session.add(Subscriber(list_id=news.id, email_address="Zoe@example.org", state="confirmed", consent="Yes."))
    for client, row in ((site.services["crm"], Category(name="Callers")), (site.services["ecom"], Brand(name="Oak"))):
        async with client.kit.database.transaction() as session:
            session.add(row)
