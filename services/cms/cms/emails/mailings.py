"""Mailings: one text for one recipient or many, each an email of its own in the log."""

import asyncio
import logging
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import set_committed_value

from cms.config import settings_of
from cms.emails import attachments
from cms.emails.attachments import Upload
from cms.emails.bodies import body_of, sealed
from cms.emails.cancelling import is_cancelled, waits
from cms.emails.clearing import clear_sent_mailings
from cms.emails.delivery import Delivery, Round, common_part_of
from cms.emails.errors import SmtpUnavailable
from cms.emails.models import Email, Mailing
from cms.emails.smtp import Line
from kit.db import new_id
from kit.jobs import Run, enqueue
from kit.state import KitState, state_of

log = logging.getLogger(__name__)

KIND = "template"
_CONNECTIONS = 4
"""To the mail server at once, by one job."""
_LATER_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Person:
    """A name, which may be empty, and an address."""

    name: str
    email_address: str

    @property
    def stored(self) -> dict[str, str]:
        """As a mailing has it."""
        return {"name": self.name, "emailAddress": self.email_address}


@dataclass(frozen=True, slots=True)
class Letter:
    """What is to be sent, and to whom: all that a mailing is made from."""

    template_name: str
    subject: str
    text: str
    html: str | None
    to: Sequence[Person]
    cc: Sequence[Person] = ()
    bcc: Sequence[Person] = ()
    reply_to: Sequence[Person] = ()
    is_logged: bool = True
    attachments: Sequence[Upload] = field(default=())
    unsubscribe_url: str | None = None
    """Where its one recipient unsubscribes by a POST, as mail programs do it (RFC 8058)."""
    has_secret: bool = False
    """Whether a link in it agrees to something in its recipient's name: nobody else is to read it."""

    @property
    def recipients(self) -> list[Person]:
        """Everybody who gets it, once, whatever the spelling of an address that is named twice."""
        return [*{who.email_address.lower(): who for who in reversed((*self.to, *self.cc, *self.bcc))}.values()][::-1]


async def write_mailing(session: AsyncSession, mailing_id: uuid.UUID, letter: Letter) -> Mailing:
    """Store what is to be sent and an email for each recipient.

    Sending them is `send_mailings`, in a job; of a letter with a secret each is sent by a job of its own.
    """
    mailing = Mailing(
        id=mailing_id,
        template_name=letter.template_name,
        to=[who.stored for who in letter.to],
        cc=[who.stored for who in letter.cc],
        reply_to=[who.stored for who in letter.reply_to],
        subject=letter.subject,
        text=None if letter.has_secret else letter.text,
        html=None if letter.has_secret else letter.html,
        is_logged=letter.is_logged,
        attachments=attachments.described(letter.attachments),
        has_attachments=bool(letter.attachments),
        unsubscribe_url=letter.unsubscribe_url,
    )
    session.add(mailing)
    await session.flush()
    await attachments.store(session, mailing.id, letter.attachments)
    kit = state_of(session)
    state = "queued" if settings_of(kit).has_mail else "kept"
    session.add_all(_email(kit, mailing, letter, who, state) for who in letter.recipients)
    await session.flush()
    return mailing


def _email(kit: KitState, mailing: Mailing, letter: Letter, who: Person, state: Any) -> Email:
    identifier = new_id()
    body = sealed(kit, identifier, letter.text, letter.html) if letter.has_secret else {}
    return Email(
        **body,
        id=identifier,
        kind=KIND,
        mailing_id=mailing.id,
        to_name=who.name,
        to_address=who.email_address,
        subject=(mailing.subject or "") if mailing.is_logged else "",
        has_secret=letter.has_secret,
        state=state,
    )


async def send_mailings(run: Run, mailing_ids: Sequence[uuid.UUID], deliver: str) -> dict[str, int]:
    """Send what waits of mailings, a few at a time. Gives how many of their emails are in each state.

    And ``isCancelled``, where somebody did not want the rest of them sent. One that the server does not take now, and those
    after it, are left to jobs of their own, named ``deliver``, which try for hours.
    """
    query = select(func.count()).where(Email.mailing_id.in_(mailing_ids), Email.state == "queued")
    async with run.state.database.reading() as session:
        sender = _Sender(run, await session.scalar(query) or 0)
    for mailing_id in mailing_ids:
        await sender.send(mailing_id)
    await clear_sent_mailings(run.state, mailing_ids)
    queued = select(Email.id).where(Email.mailing_id.in_(mailing_ids), Email.state == "queued")
    # Not what has been cancelled meanwhile.
    still = {*await run.session.scalars(queued)}
    for email_id in [each for each in sender.left if each in still]:
        # With a key, because a worker that is killed here does it again.
        await enqueue(run.session, deliver, {"emailId": str(email_id)}, key=str(email_id), delay=_LATER_SECONDS)
    count = select(Email.state, func.count()).where(Email.mailing_id.in_(mailing_ids)).group_by(Email.state)
    states = {found[0]: found[1] for found in await run.session.execute(count)}
    result = {state: states.get(state, 0) for state in ("sent", "queued", "kept", "failed")}
    return {**result, "isCancelled": True} if await is_cancelled(run.session, mailing_ids) else result


class _Sender:
    def __init__(self, run: Run, total: int) -> None:
        self.left: list[uuid.UUID] = []
        self._run = run
        self._mailing_id: uuid.UUID | None = None
        """Which of them is being sent; None once nothing of it waits any more."""
        self._total = total
        self._done = 0

    async def send(self, mailing_id: uuid.UUID) -> None:
        emails = await self._queued(mailing_id)
        if not emails:
            return
        self._mailing_id = mailing_id
        first, waiting = emails[0], iter(emails)
        common = await common_part_of(self._run.state, first, body_of(self._run.state, first))
        async with asyncio.TaskGroup() as group:
            for _ in range(_CONNECTIONS):
                group.create_task(self._send_some(waiting, common))

    async def _queued(self, mailing_id: uuid.UUID) -> Sequence[Email]:
        """The emails of a mailing that wait, each with the one mailing."""
        async with self._run.state.database.reading() as session:
            mailing = await session.get(Mailing, mailing_id)
            query = select(Email).where(Email.mailing_id == mailing_id, Email.state == "queued").order_by(Email.id)
            emails = (await session.scalars(query)).all()
        for email in emails:
            set_committed_value(email, "mailing", mailing)
        return emails

    async def _send_some(self, waiting: Iterator[Email], common: bytes) -> None:
        """Send over one connection what the others that take from ``waiting`` do not."""
        async with Line(settings_of(self._run.state)) as line:
            for email in waiting:
                if self._mailing_id is None:
                    return
                await self._send(Round(email, common, line))

    async def _send(self, round: Round) -> None:
        email_id = round.email.id
        if self.left:
            self.left.append(email_id)
            return
        try:
            state = await Delivery(self._run.state, email_id, is_last=False, round=round).make()
            if state is None:
                await self._stop_if_none_waits()
        except SmtpUnavailable as error:
            log.info("emails are sent later: %s", error.detail)
            self.left.append(email_id)
        except Exception:
            # One that nobody foresaw must not keep the others waiting; its own job says what became of it.
            log.exception("email %s could not be sent", email_id)
            self.left.append(email_id)
        self._done += 1
        await self._run.progress(self._done / self._total, f"{self._done} of {self._total}")

    async def _stop_if_none_waits(self) -> None:
        """Leave a mailing of which nothing waits any more: the server need not hear each recipient of what is cancelled."""
        if self._mailing_id is None:
            return
        async with self._run.state.database.reading() as session:
            if await session.scalar(select(Email.id).where(*waits([self._mailing_id])).limit(1)) is None:
                self._mailing_id = None
