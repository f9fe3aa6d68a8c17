"""The five services with something in them, and each role's headers."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from fastapi import FastAPI

from auth.app import app as auth_app
from cms.app import app as cms_app
from content.app import app as content_app
from crm.app import app as crm_app
from ecom.app import app as ecom_app
from ecom.config_entries.entries import entries as shop_entries
from kit.auth import table_of_guards
from kit.describe import PERSONAS
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import PASSWORD, make_user, signed_in
from tests.auth.profiles import make_schema
from tests.cms.backups.conftest import backups_beside_tokens
from tests.cms.factory import email, file
from tests.cms.google_entries import configure_google
from tests.content.compiler import Compiler
from tests.content.factory import Site, add_text, column_of, put_site
from tests.ecom.catalogue import group_of
from tests.ecom.ordering import Shop
from tests.ecom.paying import KEYS as PROVIDER_KEYS
from tests.fakes.google import Google
from tests.fakes.paypal import PayPal
from tests.fakes.stripe import Stripe

AREAS = ("crm:read", "crm:write", "ecom:read", "ecom:write")
_PARAMETER = re.compile(r"\{\w+\}")


Headers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Running:
    """A service that runs: its client, what logs in somebody with these scopes, and records that it has.

    Their ``ids`` are by the addresses that they stand below, and so are the ``bodies`` that may be put there.
    """

    client: ServiceClient
    log_in: Callable[..., Awaitable[Headers]]
    ids: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    async def headers(self) -> dict[str, Headers]:
        """Headers of each role, of people who have just logged in; nobody has none."""
        roles = roles_of(self.client.app)
        return {"anonymous": {}, **{role: await self.log_in(*scopes) for role, scopes in roles.items()}}

    async def add(self, address: str, **body: Any) -> str:
        """Add a record at this address; its id."""
        answer = await self.client.post(address, json=body, headers=await self.log_in("super"))
        assert answer.status_code == 201, answer.text
        self.ids[address], self.bodies[address] = str(answer.json()["id"]), body
        return self.ids[address]

    async def known_id(self, path: str) -> str | None:
        """The id of a record that an address with a parameter can name: one of its own, or else of any."""
        stem = _PARAMETER.split(path)[0].rstrip("/")
        if stem in self.ids:
            return self.ids[stem]
        lists = [
            other
            for other, operations in self.client.app.openapi()["paths"].items()
            if "get" in operations and not _PARAMETER.search(other)
        ]
        lists.sort(key=lambda other: other != stem)
        headers = await self.log_in("super")
        for address in lists:
            answer = await self.client.get(address, headers=headers)
            if answer.headers.get("content-type") == "application/json" and (found := _ids_in(answer.json())):
                return found[-1]
        return None


def roles_of(app: FastAPI) -> dict[str, tuple[str, ...]]:
    """The scopes that each role has: those of an area only where a route of the service lets them in."""
    guards = [guard for _, _, guard in table_of_guards(app)]
    opening = [
        scope
        for scope in AREAS
        if any(guard.passes(PERSONAS[scope]) > guard.passes(PERSONAS["member"]) for guard in guards)
    ]
    return {"member": (), **{scope: (scope,) for scope in ("editor", *opening, "admin", "super")}}


def _ids_in(listed: Any) -> list[str]:
    items = listed.get("results", []) if isinstance(listed, dict) else listed
    return [str(item["id"]) for item in items if isinstance(item, dict) and "id" in item]


async def _auth(start: Start, tokens: Tokens) -> Running:
    cms = await start(cms_app)
    client = await start(auth_app, mounts={"http://auth.test": auth_app, "http://cms.test": cms}, setup_code=SETUP_CODE)
    await make_user(client, "editor", email="ada@example.org", password=PASSWORD)
    await make_schema(client, await signed_in(client, "admin"))
    return Running(client, partial(signed_in, client))


async def _cms(start: Start, tokens: Tokens) -> Running:
    # Backups are of all services.
    others = {name: await SERVICES[name][1](start, tokens) for name in ("content", "crm", "ecom")}
    auth = await start(auth_app, mounts={"http://auth.test": auth_app}, setup_code=SETUP_CODE)
    mounts = {
        "http://auth.test": backups_beside_tokens(auth, tokens),
        "http://cms.test": cms_app,
        **{f"http://{name}.test": other.client for name, other in others.items()},
        "http://google.test": (google := Google()).app,
    }
    running = await _plain(cms_app, start, tokens, mounts=mounts, google_url="http://google.test")
    await configure_google(running.client, googleRefreshToken=google.grant())
    running.ids["/cms/emails"] = str((await email(running.client)).id)
    running.bodies["/cms/emails"] = {"to": {"name": "Ann Ash", "emailAddress": "ash@example.org"}}
    stored = await file(running.client, "notes.txt")
    running.ids.update({"/cms/file-entities": str(stored.id), "/cms/files": str(stored.id)})
    await running.add("/cms/buckets", name="Pictures")
    await running.add("/cms/entities", bucketName="", name="opening-hours")
    type_id = await running.add("/cms/email-template-types", name="Reminders")
    await running.add("/cms/email-templates", name="Due", emailTemplateTypeId=type_id, subject="Due", content="Soon")
    list_id = await running.add("/cms/mailing-lists", key="news", name="News", provider="site")
    await running.add("/cms/subscribers", emailAddress="ann@example.org", listId=list_id, state="confirmed")
    await running.add("/cms/trackers", name="Visits", category="statistics", snippet="<script>count()</script>")
    return running


async def _content(start: Start, tokens: Tokens) -> Running:
    running = await _plain(content_app, start, tokens, mounts={"http://web.test": Compiler().app})
    await put_site(running.client, tokens)
    site = Site(running.client, tokens)
    page = await site.new_page("/about", "About")
    await site.saved(page, *add_text(column_of(page), "<p>Words</p>"))
    await running.add("/client/blocks", name="A branch")
    await running.add("/client/linked-data", name="Willow", data={"@type": "Organization"})
    await running.add("/cms/blog/categories", name="Travel")
    await running.add("/cms/blog/posts", title="A week in the hills")
    await running.add("/cms/url-maps", source="/old", destination="/about")
    return running


async def _plain(app: FastAPI, start: Start, tokens: Tokens, **options: Any) -> Running:
    async def log_in(*scopes: str) -> Headers:
        return tokens.bearer(*scopes)

    return Running(await start(app, **options), log_in)


async def _crm(start: Start, tokens: Tokens) -> Running:
    running = await _plain(crm_app, start, tokens)
    await running.add("/crm/categories", name="Gardens")
    return running


async def _ecom(start: Start, tokens: Tokens) -> Running:
    mounts = {"http://stripe.test": Stripe().app, "http://paypal.test": PayPal().app}
    addresses = {"stripe_url": "http://stripe.test", "paypal_url": "http://paypal.test"}
    running = await _plain(ecom_app, start, tokens, mounts=mounts, **addresses)
    async with running.client.kit.database.transaction() as session:
        await shop_entries.put(session, PROVIDER_KEYS)
    await running.add("/ecom/brands", name="Willow")
    await running.add("/ecom/categories", name="Baskets")
    await running.add("/ecom/product-groups", **group_of())
    await running.add("/ecom/shipping-matrices", name="Post", currency="GBP", rows=[])
    await running.add("/ecom/tax-rates", name="VAT", country="GB", rateMillionths=200_000)
    shop = Shop(running.client, tokens)
    await shop.buy(await shop.sell(), collects=True)
    return running


SERVICES: dict[str, tuple[FastAPI, Callable[[Start, Tokens], Awaitable[Running]]]] = {
    "auth": (auth_app, _auth),
    "cms": (cms_app, _cms),
    "content": (content_app, _content),
    "crm": (crm_app, _crm),
    "ecom": (ecom_app, _ecom),
}
