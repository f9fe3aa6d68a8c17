"""One attempt to send one email.

An email must not arrive twice, and SMTP cannot be asked whether one has arrived. So it is noted, for all to see,
before the server is given the body: a worker that finds that note without an answer beside it (the worker was killed, the
line broke) sends nothing and says so in the mail log. Everything before the note can be repeated safely.
"""

import asyncio
import logging
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.orm import joinedload

from cms.config import settings_of
from cms.config_entries.entries import entries
from cms.emails.attachments import read_attachments
from cms.emails.bodies import Body, body_of
from cms.emails.clearing import clear_sent
from cms.emails.errors import SmtpUnavailable
from cms.emails.message import common_part, compose
from cms.emails.models import Email, State
from cms.emails.smtp import Line, Server, SmtpFailure, TryLater, Unconfirmed, unconfirmed
from kit.state import KitState

log = logging.getLogger(__name__)

# A worker that is asked to stop lets the server's answer arrive: it takes moments, and without it nobody would know.
_LAST_WORDS_SECONDS = 5
# Both are said for each of thousands: a round trip each, without a transaction around them.
_CLAIM = """
UPDATE emails SET handed_over_at = $3, updated_at = $3
WHERE id = $1 AND to_address = $2 AND state = 'queued' AND handed_over_at IS NULL
RETURNING id
"""
# Nobody needs to read a link that lets one in where it has arrived.
_SENT = """
UPDATE emails SET state = 'sent', reason = NULL, sent_at = $2, updated_at = $2, attempts = attempts + 1,
    text = CASE WHEN has_secret THEN NULL ELSE text END, html = CASE WHEN has_secret THEN NULL ELSE html END
WHERE id = $1
"""
_BLANKED = "The content of this email has been deleted."
_UNREADABLE = "This email was encrypted with a key that the site no longer has. Create a new email."


@dataclass(frozen=True, slots=True)
class Round:
    """What one job has at hand that sends many emails: read, written and connected once for all of them."""

    email: Email
    common: bytes
    line: Line


class Delivery:
    """An attempt. It has transactions of its own, since what became of an email is true whatever happens next."""

    def __init__(self, kit: KitState, email_id: uuid.UUID, *, is_last: bool, round: Round | None = None) -> None:
        self._kit = kit
        self._settings = settings_of(kit)
        self._email_id = email_id
        self._to_address: str | None = None
        """To whom it was when it was read. What a server says of that address is not true of another."""
        self._handed_over_at: datetime | None = None
        """The note that it is handed over which this attempt made, or found. One of any other moment is another's."""
        self._is_last = is_last
        self._round = round
        """Whose job also forgets what nobody needs once all of it is sent."""

    async def make(self) -> State | None:
        """Send the email if it waits to be sent; gives its state, None when it is gone or another has ended it.

        Raises SmtpUnavailable.
        """
        try:
            return await self._make()
        except SmtpUnavailable:
            raise
        except Exception:
            # Nobody foresaw this. The log must not say for ever that the email is on its way.
            if self._is_last:
                await self._end("failed", "Sending failed. See the log of cms-worker.")
            raise

    async def _make(self) -> State | None:
        email = self._round.email if self._round else await self._read()
        if email is None:
            return None
        self._to_address = email.to_address
        if email.state != "queued":
            return email.state
        if email.handed_over_at is not None:
            self._handed_over_at = email.handed_over_at
            return await self._end("failed", unconfirmed("the sending was interrupted"))
        if not self._settings.has_mail:
            return await self._end("kept")
        return await self._attempt(email)

    async def _read(self) -> Email | None:
        async with self._kit.database.reading() as session:
            found = select(Email).where(Email.id == self._email_id).options(joinedload(Email.mailing))
            return (await session.scalars(found)).one_or_none()

    async def _attempt(self, email: Email) -> State | None:
        try:
            return await self._send(email)
        except TryLater as failure:
            return await self._put_off(failure)
        except Unconfirmed as failure:
            return await self._end("failed", failure.reason)
        except SmtpFailure as failure:
            return await self._end("failed", failure.reason, logged=failure.logged, handed_over_at=None)

    async def _send(self, email: Email) -> State | None:
        body = body_of(self._kit, email)
        if email.is_sealed and body.text is None:
            return await self._end("failed", _UNREADABLE)
        if email.mailing is not None and body.text is None:
            return await self._end("failed", _BLANKED)
        common = self._round.common if self._round else await common_part_of(self._kit, email, body)
        message = compose(email, self._settings, common)
        if self._round:
            return await self._send_over(self._round.line, email, message)
        async with Line(self._settings) as line:
            return await self._send_over(line, email, message)

    async def _send_over(self, line: Line, email: Email, message: bytes) -> State | None:
        async with line.addressed(self._settings.sender[1], email.to_address) as server:
            if not await self._claim(email.to_address):
                return None
            sending = asyncio.create_task(self._give(server, message))
            try:
                return await asyncio.shield(sending)
            except asyncio.CancelledError:
                await asyncio.wait([sending], timeout=_LAST_WORDS_SECONDS)
                sending.cancel()
                raise

    async def _give(self, server: Server, message: bytes) -> State | None:
        await server.give(message)
        return await self._end("sent")

    async def _claim(self, to_address: str) -> bool:
        """Note that the body is about to leave; False when the email was deleted, or another worker has or had it."""
        # Before it is stored: where the answer to that is lost, the note is still known to be this attempt's.
        self._handed_over_at = datetime.now(UTC)
        values = self._email_id, to_address, self._handed_over_at
        return await self._kit.database.write_at_once(_CLAIM, values) is not None

    async def _put_off(self, failure: TryLater) -> State | None:
        """Leave the email to a later attempt, or give it up after the last."""
        if self._is_last:
            reason = f"{failure.reason} This was the last attempt."
            return await self._end("failed", reason, logged=failure.logged, handed_over_at=None)
        await self._write(reason=failure.reason, handed_over_at=None)
        raise SmtpUnavailable(failure.logged)

    async def _end(
        self, state: State, reason: str | None = None, *, logged: str | None = None, **further: None
    ) -> State | None:
        if state == "sent":
            await self._kit.database.write_at_once(_SENT, (self._email_id, datetime.now(UTC)))
        elif not await self._write(state=state, reason=reason, **further):
            return None
        if self._round is None:
            await clear_sent(self._kit, self._email_id)
        log.info("email %s is %s", self._email_id, state, extra={"reason": logged or reason})
        return state

    async def _write(self, **values: Any) -> bool:
        """Note what came of this attempt; False where the email is not this attempt's to speak of any more.

        While this worker stood still, somebody may have cancelled the email, sent it by hand, or be handing it over.
        """
        values |= {"attempts": Email.attempts + 1, "updated_at": datetime.now(UTC)}
        own = [Email.state == "queued", self._is_handed_over_by_no_other()]
        if self._to_address is not None:
            own.append(Email.to_address == self._to_address)
        noted = update(Email).where(Email.id == self._email_id, *own).values(values).returning(Email.id)
        async with self._kit.database.transaction() as session:
            return await session.scalar(noted) is not None

    def _is_handed_over_by_no_other(self) -> ColumnElement[bool]:
        nobody = Email.handed_over_at.is_(None)
        return nobody if self._handed_over_at is None else or_(nobody, Email.handed_over_at == self._handed_over_at)


async def common_part_of(kit: KitState, email: Email, body: Body) -> bytes:
    """A message but for its date and id; of an email of a mailing, that of all its emails."""
    settings, mailing = settings_of(kit), email.mailing
    async with kit.database.reading() as session:
        site_name = (await entries.values(session)).get("siteName") or ""
    if mailing is None or not mailing.has_attachments:
        return common_part(email, body, settings, site_name)
    attachments = await read_attachments(kit.database, mailing)
    # Megabytes take their time to be written in letters that SMTP takes.
    return await asyncio.to_thread(common_part, email, body, settings, site_name, attachments)
