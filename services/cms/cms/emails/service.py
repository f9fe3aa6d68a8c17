"""Writing emails: what they say is settled here, and sending them is a job."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import entries
from cms.emails.bodies import body_of, sealed
from cms.emails.errors import EmailNotSendable, NoMailServer
from cms.emails.kinds import KINDS, Kind, LinkData
from cms.emails.models import Email, Obstacle
from cms.emails.rendering import Rendered, one_line, render
from cms.emails.repository import EmailRepository
from cms.emails.schemas import EmailDetail, EmailOut, EmailRequest
from cms.emails.tasks import DELIVER
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError, ValidationFailed
from kit.jobs import enqueue
from kit.schemas import Schema
from kit.state import KitState
from kit.tables import Job

_OBSTACLES: Mapping[Obstacle, str] = {
    "sent": "It has been sent.",
    "waiting": "It is waiting to be sent already.",
    "lapsed": "The link in it does not work any more; have a new email written.",
}


class EmailService:
    """What other parts may do with emails."""

    def __init__(self, kit: KitState, session: AsyncSession) -> None:
        self._kit = kit
        self._settings = settings_of(kit)
        self._session = session

    async def write(self, request: EmailRequest) -> Email:
        """Write the email, and have it sent once the transaction is committed; without an SMTP server it is kept.

        A second request with the same key gives the first one's email. Raises ValidationFailed.
        """
        kind = KINDS[request.kind]
        data = _checked(kind, request.data)
        self._check_link(data)
        rendered = await self._render(kind, request, data)
        identifier = new_id()
        has_secret = isinstance(data, LinkData) and bool(urlsplit(data.link).fragment)
        body = (
            sealed(self._kit, identifier, rendered.text, rendered.html)
            if has_secret
            else {"text": rendered.text, "html": rendered.html}
        )
        values = {
            **body,
            "id": identifier,
            "kind": request.kind,
            "to_name": one_line(request.to.name),
            "to_address": request.to.email_address,
            "subject": rendered.subject[:500],
            "has_secret": has_secret,
            "state": "queued" if self._settings.has_mail else "kept",
            "idempotency_key": request.idempotency_key,
        }
        statement = insert(Email).values(values).on_conflict_do_nothing().returning(Email)
        email = (await self._session.scalars(statement)).one_or_none()
        if email is None:
            return await EmailRepository(self._session).by_key(cast("str", request.idempotency_key))
        if email.state == "queued":
            await enqueue(self._session, DELIVER, {"emailId": str(email.id)}, key=str(email.id))
        return email

    async def send_again(self, identifier: uuid.UUID, key: str, by: Principal) -> Email:
        """Have an email sent that failed or was kept. Asked with the same key once more, it is sent no more often.

        Raises EmailNotFound, NoMailServer, EmailNotSendable.
        """
        email = await EmailRepository(self._session).held(identifier)
        # Whatever the key is, in the length that a job's key may have.
        job_key = f"{email.id} {sha256(key.encode()).hexdigest()}"
        if await self._session.scalar(select(Job.id).where(Job.name == DELIVER, Job.idempotency_key == job_key)):
            return email
        if not self._settings.has_mail:
            raise NoMailServer("No mail server is set up. Whoever runs the site names one with SMTP_HOST.")
        if (obstacle := email.obstacle) is not None:
            raise EmailNotSendable(_OBSTACLES[obstacle], obstacle=obstacle)
        email.state, email.reason, email.attempts = "queued", None, 0
        email.handed_over_at, email.asked_again_at = None, datetime.now(UTC)
        await self._session.flush()
        await enqueue(self._session, DELIVER, {"emailId": str(email.id)}, key=job_key, created_by=by.user_id)
        return email

    async def _render(self, kind: Kind, request: EmailRequest, data: Schema) -> Rendered:
        site = await entries.values(self._session)
        host = urlsplit(self._settings.public_url).hostname or ""
        values: dict[str, Any] = {
            **data.model_dump(by_alias=True),
            "siteName": site.get("siteName") or host,
            "siteUrl": self._settings.public_url,
            "emailAddress": request.to.email_address,
        }
        if kind.names_recipient:
            values["name"] = request.to.name
        return render(request.kind, values)

    def _check_link(self, data: Schema) -> None:
        """Mail leads to the site and nowhere else, whoever asks for it."""
        if isinstance(data, LinkData) and not data.link.startswith(f"{self._settings.public_url}/"):
            fault = FieldError("data.link", "foreign_link", f"The link has to begin with {self._settings.public_url}/.")
            raise ValidationFailed("This link leads out of the site.", errors=[fault])


def shown_to(principal: Principal, email: Email, kit: KitState) -> EmailDetail:
    """The email as this person may read it."""
    line = EmailOut.model_validate(email)
    body: dict[str, Any] = {**body_of(kit, email)._asdict(), "body_hidden": None}
    if email.has_secret and body["text"] is None:
        body["body_hidden"] = "delivered" if email.state == "sent" else "lapsed"
    elif email.has_secret and not principal.has("super"):
        body = {"text": None, "html": None, "body_hidden": "secret"}
    return EmailDetail(**line.model_dump(by_alias=False), **body)


def _checked(kind: Kind, data: dict[str, Any]) -> Schema:
    try:
        return kind.data.model_validate(data)
    except ValidationError as refusal:
        faults = [
            FieldError(".".join(["data", *(str(step) for step in fault["loc"])]), fault["type"], fault["msg"])
            for fault in refusal.errors()
        ]
        raise ValidationFailed("This kind of email cannot be made from this data.", errors=faults) from None
