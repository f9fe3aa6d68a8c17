"""Sending contact forms to cms, as the web host passes them on; the forms are in content's own database."""

import hashlib
import itertools
import uuid
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cms.app import app
from cms.config_entries.entries import CONTACT_ADDRESS
from cms.contact_forms import tickets
from cms.contact_forms.tickets import Way, issue
from cms.emails.models import Email
from content.app import app as content_app
from content.plugins.models import Plugin
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import settings_for
from tests.cms.email_asking import captchas, configure
from tests.fakes.captchas import Captchas
from tests.mail_server import MailServer

__all__ = ["captchas"]

EVERYTHING: list[dict[str, Any]] = [
    {"kind": "text", "name": "name", "label": "Your name", "isRequired": True, "most": 50},
    {"kind": "email", "name": "email", "label": "Email", "isRequired": True},
    {"kind": "longText", "name": "message", "label": "Message"},
    {"kind": "phone", "name": "phone", "label": "Phone"},
    {"kind": "select", "name": "room", "label": "Room", "options": "Blue\nRed"},
    {"kind": "checkboxes", "name": "days", "label": "Days", "options": "Mo\nTu\nWe", "most": 2},
    {"kind": "date", "name": "day", "label": "Day", "earliest": "2030-01-01"},
    {"kind": "number", "name": "guests", "label": "Guests", "least": 1, "most": 8},
    {"kind": "file", "name": "picture", "label": "Picture", "accepts": ["images"], "most": 1},
    {"kind": "text", "name": "why", "label": "Why red?", "isRequired": True, "when": "room", "equals": "Red"},
    {"kind": "consent", "name": "consent", "label": "Privacy", "statement": "<p>I <b>agree</b>.</p>"},
]
RIGHT = {"f-name": "Zoë", "f-email": "zoe@example.org"}


def solution(ticket: str, zeros: int | None = None) -> str:
    """What the puzzle of a ticket asks for; with ``zeros``, what has so many bits of it and no more."""
    wanted = range(tickets.DIFFICULTY, 257) if zeros is None else [zeros]
    for candidate in itertools.count():
        found = hashlib.sha256(f"{ticket}:{candidate}".encode()).digest()
        if 256 - int.from_bytes(found).bit_length() in wanted:
            return str(candidate)
    raise AssertionError


@dataclass
class Forms:
    """cms with content beside it, and the forms that were made there."""

    cms: ServiceClient
    content: ServiceClient
    tokens: Tokens

    async def make(self, *items: dict[str, Any], **fields: Any) -> str:
        """A form of these fields; gives the id of its plugin."""
        plugin = Plugin(ref="cms.contact", fields={"fields": [*items] or EVERYTHING, **fields}, version=1)
        async with self.content.kit.database.transaction() as session:
            session.add(plugin)
        return str(plugin.id)

    def ticket(self, way: Way = "script") -> str:
        return issue(self.cms.kit, way)

    def solved(self) -> dict[str, str]:
        ticket = self.ticket()
        return {"ticket": ticket, "solution": solution(ticket)}

    def unsolved(self) -> dict[str, str]:
        ticket = self.ticket()
        return {"ticket": ticket, "solution": solution(ticket, 0)}

    async def send(
        self,
        plugin: str,
        answers: dict[str, Any],
        *files: tuple[str, bytes],
        proof: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Send a form with a solved ticket, or with what is given instead."""
        data = {**answers, **(self.solved() if proof is None else proof)}
        parts: list[Any] = [("f-picture", file) for file in files] or [("f-phone", (None, ""))]
        return await self.cms.post(
            "/private/contact-messages",
            params={"plugin": plugin, "url": "/contact", "title": "Contact"},
            data=data,
            files=parts,
            headers={**self.tokens.internal("web", "cms"), **(headers or {})},
        )

    async def emails(self) -> list[Email]:
        async with self.cms.kit.database.reading() as session:
            return [*(await session.scalars(select(Email)))]

    async def enquiries(self) -> list[dict[str, Any]]:
        async with self.cms.kit.database.reading() as session:
            found = select(OutboxRow.payload).where(OutboxRow.name == "cms.enquiry_received").order_by(OutboxRow.id)
            return [*(await session.scalars(found))]


def unknown_id() -> str:
    return str(uuid.uuid4())


@pytest.fixture
async def forms(start: Start, tokens: Tokens, server: MailServer, captchas: Captchas) -> Forms:
    content = await start(content_app)
    cms = await start(
        app,
        mounts={"http://content.test": content, "http://captchas.test": captchas.app},
        captcha_url="http://captchas.test/siteverify",
        **settings_for(server),
    )
    await configure(cms, **{CONTACT_ADDRESS.key: "office@willow.example"})
    return Forms(cms, content, tokens)
