"""Asking for emails to be sent, with a captcha's provider on the wire."""

import json
import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from cms.app import app
from cms.config_entries.entries import CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY, entries
from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import EmailTemplate
from cms.emails.models import AttachmentPiece, Email, Mailing
from kit.db import new_id
from kit.testing import ServiceClient, Start
from tests.cms.delivering import settings_for
from tests.fakes.captchas import SECRET, SITE_KEY, Captchas
from tests.mail_server import MailServer

AT_ONCE = {"Prefer": "respond-async"}


@pytest.fixture
def captchas() -> Captchas:
    return Captchas()


@pytest.fixture
async def client(start: Start, server: MailServer, captchas: Captchas) -> ServiceClient:
    """cms with a mail server, and a captcha provider at hand that is not chosen yet."""
    return await start(
        app,
        mounts={"http://captchas.test": captchas.app},
        captcha_url="http://captchas.test/siteverify",
        **settings_for(server),
    )


async def configure(client: ServiceClient, **values: Any) -> None:
    async with client.kit.database.transaction() as session:
        await entries.put(session, values)


async def with_captcha(client: ServiceClient) -> None:
    keys = {CAPTCHA_SITE_KEY.key: SITE_KEY, CAPTCHA_SECRET.key: SECRET}
    await configure(client, **{CAPTCHA_PROVIDER.key: "turnstile", **keys})


async def template(client: ServiceClient, **changed: Any) -> EmailTemplate:
    values = {
        "name": f"T {uuid.uuid4().hex[:8]}",
        "subject": "Contact from {{ host }}",
        "content": "<p>{{ words }}</p>",
        **changed,
    }
    async with client.kit.database.transaction() as session:
        kind = EmailTemplateType(id=new_id(), name=uuid.uuid4().hex)
        session.add(kind)
        await session.flush()
        made = EmailTemplate(email_template_type_id=kind.id, **values)
        session.add(made)
    return made


def email(made: EmailTemplate, **changed: Any) -> dict[str, Any]:
    data = {"words": "Grüße & mehr"}
    return {
        "to": ["ann@example.org"],
        "template": {"id": str(made.id), "data": data},
        "allowLogging": True,
        "recaptcha": "solved",
        **changed,
    }


async def rows(client: ServiceClient) -> list[Email]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(select(Email).order_by(Email.to_address)))]


async def mailings(client: ServiceClient) -> list[Mailing]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(select(Mailing).order_by(Mailing.id)))]


async def pieces(client: ServiceClient) -> int:
    async with client.kit.database.reading() as session:
        return await session.scalar(select(func.count()).select_from(AttachmentPiece)) or 0


async def post(client: ServiceClient, body: Any, headers: dict[str, str], *files: Any, **more: str) -> httpx.Response:
    """Post a form as browsers do, without waiting until all is sent."""
    form = {"emails": json.dumps(body)}
    parts = [("files", file) for file in files] or [("unused", (None, "x"))]
    return await client.post("/cms/emails", data=form, files=parts, headers={**headers, **AT_ONCE, **more})
