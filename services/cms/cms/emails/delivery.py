"""One attempt to send one email.

An email must not arrive twice, and SMTP cannot be asked whether one has arrived. So it is noted, for all to see,
before the server is given the body: a worker that finds that note without an answer beside it (the worker was killed, the
line broke) sends nothing and says so in the mail log. Everything before the note can be repeated safely.
"""

import asyncio
import logging
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, case, select, update
from sqlalchemy.orm import joinedload

from cms.config import settings_of
from cms.config_entries.entries import entries
from cms.emails.attachments import Attachment, read_attachments
from cms.emails.bodies import Body, body_of
from cms.emails.errors import SmtpUnavailable
from cms.emails.forgetting import forget_sent
from cms.emails.message import compose
from cms.emails.models import Email, State
from cms.emails.smtp import Server, SmtpFailure, TryLater, Unconfirmed, connect, unconfirmed
from kit.state import KitState

log = logging.getLogger(__name__)

# A worker that is asked to stop lets the server's answer arrive: it takes moments, and without it nobody would know.
_LAST_WORDS_SECONDS = 5
_BLANKED = "What it says is not kept any more."
_UNREADABLE = "It was sealed with a key that the site does not have any more. Have a new email written."


class Delivery:
    """An attempt. It has transactions of its own, since what became of an email is true whatever happens next."""

    def __init__(
        self,
        kit: KitState,
        email_id: uuid.UUID,
        *,
        is_last: bool,
        attachments: Sequence[Attachment] | None = None,
    ) -> None:
        self._kit = kit
        self._settings = settings_of(kit)
        self._email_id = email_id
        self._is_last = is_last
        self._attachments = attachments
        """Those of its mailing, where somebody has read them already."""

    async def make(self) -> State | None:
        """Send the email if it waits to be sent; gives its state, None when it is gone. Raises SmtpUnavailable."""
        try:
            return await self._make()
        except SmtpUnavailable:
            raise
        except Exception:
            # Nobody foresaw this. The log must not say for ever that the email is on its way.
            if self._is_last:
                await self._end("failed", "Something went wrong while it was sent; the log of cms-worker says what.")
            raise

    async def _make(self) -> State | None:
        async with self._kit.database.transaction() as session:
            found = select(Email).where(Email.id == self._email_id).options(joinedload(Email.mailing))
            email = (await session.scalars(found)).one_or_none()
            site = await entries.values(session)
        if email is None:
            return None
        if email.state != "queued":
            return email.state
        if email.handed_over_at is not None:
            return await self._end("failed", unconfirmed("the sending was interrupted"))
        if not self._settings.has_mail:
            return await self._end("kept")
        return await self._attempt(email, site.get("siteName") or "")

    async def _attempt(self, email: Email, site_name: str) -> State | None:
        try:
            return await self._send(email, site_name)
        except TryLater as failure:
            return await self._put_off(failure)
        except Unconfirmed as failure:
            return await self._end("failed", failure.reason)
        except SmtpFailure as failure:
            return await self._end("failed", failure.reason, handed_over_at=None)

    async def _send(self, email: Email, site_name: str) -> State | None:
        body = body_of(self._kit, email)
        if email.is_sealed and body.text is None:
            return await self._end("failed", _UNREADABLE)
        if email.mailing is not None and body.text is None:
            return await self._end("failed", _BLANKED)
        message = await self._message(email, body, site_name)
        async with connect(self._settings) as server:
            await server.address(self._settings.sender[1], email.to_address)
            if not await self._claim():
                return None
            sending = asyncio.create_task(self._give(server, message))
            try:
                return await asyncio.shield(sending)
            except asyncio.CancelledError:
                await asyncio.wait([sending], timeout=_LAST_WORDS_SECONDS)
                sending.cancel()
                raise

    async def _message(self, email: Email, body: Body, site_name: str) -> bytes:
        mailing = email.mailing
        if mailing is None or not mailing.has_attachments:
            return compose(email, body, self._settings, site_name)
        attachments = self._attachments
        if attachments is None:
            attachments = await read_attachments(self._kit.database, mailing)
        # Megabytes take their time to be written in letters that SMTP takes.
        return await asyncio.to_thread(compose, email, body, self._settings, site_name, attachments)

    async def _give(self, server: Server, message: bytes) -> State:
        await server.give(message)
        return await self._end("sent")

    async def _claim(self) -> bool:
        """Note that the body is about to leave; False when the email was deleted or another worker has it."""
        waiting = (Email.id == self._email_id, Email.state == "queued", Email.handed_over_at.is_(None))
        note = update(Email).where(*waiting).values(handed_over_at=datetime.now(UTC)).returning(Email.id)
        async with self._kit.database.transaction() as session:
            return await session.scalar(note) is not None

    async def _put_off(self, failure: TryLater) -> State:
        """Leave the email to a later attempt, or give it up after the last."""
        if self._is_last:
            reason = f"{failure.reason} This was the last attempt."
            return await self._end("failed", reason, handed_over_at=None)
        # Only of one that still waits: somebody may have sent it by hand while this worker stood still.
        await self._write(Email.state == "queued", reason=failure.reason, handed_over_at=None)
        raise SmtpUnavailable(failure.reason)

    async def _end(self, state: State, reason: str | None = None, **further: None) -> State:
        values: dict[str, Any] = {"state": state, "reason": reason, **further}
        if state == "sent":
            values["sent_at"] = datetime.now(UTC)
            # Nobody needs to read a link that lets one in where it has arrived.
            values["text"] = case((Email.has_secret, None), else_=Email.text)
            values["html"] = case((Email.has_secret, None), else_=Email.html)
        await self._write(**values)
        await forget_sent(self._kit, self._email_id)
        log.info("email %s is %s", self._email_id, state, extra={"reason": reason})
        return state

    async def _write(self, *conditions: ColumnElement[bool], **values: Any) -> None:
        values |= {"attempts": Email.attempts + 1, "updated_at": datetime.now(UTC)}
        async with self._kit.database.transaction() as session:
            await session.execute(update(Email).where(Email.id == self._email_id, *conditions).values(values))
