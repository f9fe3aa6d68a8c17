"""A site of all services, which call one another."""

import hashlib
from collections.abc import AsyncIterator, Mapping
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
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.factory import make_user
from tests.auth.hashing import quick_hashing  # noqa: F401  # for all tests here
from tests.cms import factory
from tests.content.factory import Site as ContentSite
from tests.content.factory import put_site
from tests.kit.worker_process import on_ports
from tests.restored_rows import Rows, compared_tables, rows_query

assert worker.__all__, "tasks register themselves on import"


@dataclass
class Whole:
    """The services of a site. ``cms`` is asked for backups."""

    services: Mapping[str, ServiceClient]
    headers: dict[str, str]

    @property
    def cms(self) -> ServiceClient:
        return self.services["cms"]

    async def rows(self) -> Rows:
        """Every row of every table that is to come back as it was, as Postgres writes it."""
        found: Rows = {}
        for service, client in self.services.items():
            async with client.kit.database.transaction() as session:
                for table, keys in compared_tables(service).items():
                    rows = await session.scalars(text(rows_query(table, keys)))
                    found[f"{service}.{table}"] = [orjson.loads(row) for row in rows]
        return found

    async def objects(self) -> dict[str, str]:
        """The files that are stored, by key, with their digests."""
        return {each.key: await self.digest_of(each.key) async for each in self.cms.kit.storage.list("files/")}

    async def damage(self, key: str) -> str:
        """Have other bytes in place of an object, as many; gives their digest."""
        stored = await self.cms.kit.storage.stat(key)
        assert stored is not None
        return await self.store(key, b"~" * stored.size)

    async def store(self, key: str, content: bytes) -> str:
        """Store an object; gives its digest."""

        async def pieces() -> AsyncIterator[bytes]:
            yield content

        return (await self.cms.kit.storage.put(key, pieces())).sha256

    async def content_of(self, key: str) -> bytes:
        async with self.cms.kit.storage.reading(key) as pieces:
            return b"".join([piece async for piece in pieces])

    async def digest_of(self, key: str) -> str:
        return hashlib.sha256(await self.content_of(key)).hexdigest()


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


@pytest.fixture
async def addresses(whole: Whole) -> AsyncIterator[Mapping[str, str]]:
    """Where other processes reach the services of the site."""
    async with on_ports({name: client.app for name, client in whole.services.items()}) as addresses:
        yield addresses


async def whole_site(start: Start, tokens: Tokens, **changed: str | None) -> Whole:
    """A site with something in every part. ``changed`` are settings of cms: another storage, a service less."""
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
    client = await start(app, mounts=mounts, **changed)
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
