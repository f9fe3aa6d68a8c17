"""Takes what visitors send by contact forms: judged by the form as it is stored, mailed, and told to the customer-relationship area."""

import asyncio
import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import HAS_CRM, entries
from cms.contact_forms import admission, limits, tickets
from cms.contact_forms.admission import SCOPE
from cms.contact_forms.answers import Answers, judge
from cms.contact_forms.errors import (
    ContactFormInvalid,
    ContactFormNotFound,
    TicketExpired,
    TicketMissing,
    TicketUsed,
    TrapSprung,
)
from cms.contact_forms.events import (
    EnquiryConsent,
    EnquiryFile,
    EnquiryForm,
    EnquiryPage,
    EnquiryReceived,
    EnquiryValue,
)
from cms.contact_forms.form import REF, Form, form_of
from cms.contact_forms.incoming import TRAP, Incoming
from cms.contact_forms.letters import letter_for, sender_of
from cms.contact_forms.models import ContactFile
from cms.contact_forms.tickets import Ticket
from cms.email_requests.errors import NoRecipients
from cms.emails.attachments import PIECE, Upload
from cms.emails.mailings import Letter, write_mailing
from cms.emails.tasks import SEND_MAILINGS
from cms.scanning.files import scan_files
from kit.db import new_id, release_connection
from kit.errors import NotFound
from kit.events import emit
from kit.http import InternalClient
from kit.idempotency import IdempotencyKeyReused, begin_once, is_done, replayed
from kit.jobs import enqueue
from kit.state import KitState, state_of
from kit.storage import new_key, pieces_in

PREFIX = "contact"
"""The beginning of the storage keys of files of enquiries."""
_FIELDS: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


@dataclass(frozen=True, slots=True)
class Visit:
    """Where a form was filled in, and by whom: the page, the network's address, the ticket in a cookie."""

    page: EnquiryPage
    address: str | None
    cookie: str


async def read_fields(state: KitState, plugin_id: uuid.UUID, ref: str) -> dict[str, Any]:
    """The stored fields of a form's plugin. Raises `ContactFormNotFound`, and Unavailable where content is away."""
    try:
        found = await InternalClient(state, "content").get(f"/private/plugins/{plugin_id}")
        fields = _FIELDS.validate_python(found["fields"])
    except (NotFound, ValidationError) as error:
        raise ContactFormNotFound("There is no such form.") from error
    if found["ref"] != ref:
        raise ContactFormNotFound("There is no such form.")
    return fields


async def read_form(state: KitState, plugin_id: uuid.UUID) -> Form:
    """The form as it is stored. Raises `ContactFormNotFound`, and Unavailable where content is away."""
    return form_of(str(plugin_id), await read_fields(state, plugin_id, REF))


async def receive(session: AsyncSession, contact_form: Form, incoming: Incoming, visit: Visit) -> None:
    """Take a message, once for each ticket: sent again as it was, it is answered alike and goes nowhere.

    Raises the errors of this room, CaptchaFailed, CaptchaUnavailable, FileInfected and the like, NoRecipients and
    TemplateNotForVisitors.
    """
    state = state_of(session)
    if incoming.own.get(TRAP):
        raise TrapSprung("A field was filled in that people do not see.")
    ticket = admission.ticket_of(state, incoming.own, visit.cookie)
    answers = judge(contact_form, incoming.submitted)
    if answers.faults:
        raise ContactFormInvalid("Check the marked fields.", errors=answers.faults)
    request = await asyncio.to_thread(_digest, contact_form, answers)
    try:
        if await replayed(session, scope=SCOPE, key=ticket.id, request=request):
            return
        await admission.admit(session, ticket, incoming.own)
        await release_connection(session)
        # Counted whatever becomes of it: nothing is scanned or stored for those who send too much.
        async with state.database.transaction() as own:
            await limits.count(own, ticket.way, visit.address)
        await scan_files(state, [upload.file for upload in answers.uploads])
        await _take(session, contact_form, answers, _Receipt(ticket, request, visit))
    except IdempotencyKeyReused:
        raise TicketUsed("This form has already been sent with a different message. Send it again.") from None


@dataclass(frozen=True, slots=True)
class _Receipt:
    ticket: Ticket
    request: bytes
    visit: Visit


async def _take(session: AsyncSession, contact_form: Form, answers: Answers, receipt: _Receipt) -> None:
    """Write the message down: its email and its enquiry, together or not at all."""
    state = state_of(session)
    site = await entries.values(session)
    letter = await letter_for(session, contact_form, answers, receipt.visit.page.url, site)
    has_crm = bool(site.get(HAS_CRM.key))
    if letter is None:
        # Also where there is a customer area: it shows no enquiries yet, and events are kept for its subscribers alone.
        raise NoRecipients("There is no recipient. Add recipients to the template, or a contact address to the site.")
    message_id = new_id()
    # The storage may be slow.
    await release_connection(session)
    files = await _store(state, message_id, answers.uploads) if has_crm else []
    if await begin_once(session, scope=SCOPE, key=receipt.ticket.id, request=receipt.request):
        # Sent twice at the same moment. The room's task deletes what was stored.
        return
    await _write(session, message_id, letter)
    if has_crm:
        session.add_all(files)
        emit(session, enquiry(message_id, contact_form, answers, receipt.visit.page, files))
    await session.flush()


async def _write(session: AsyncSession, mailing_id: uuid.UUID, letter: Letter) -> None:
    await write_mailing(session, mailing_id, letter)
    await enqueue(session, SEND_MAILINGS, {"mailingIds": [str(mailing_id)]}, key=str(mailing_id))


async def _store(state: KitState, message_id: uuid.UUID, uploads: Sequence[Upload]) -> list[ContactFile]:
    """Put files into the storage. An object that gets no row is deleted by the room's task."""
    files = []
    for upload in uploads:
        key = new_key(PREFIX)
        await state.storage.put(key, pieces_in(upload.file))
        row = ContactFile(
            id=new_id(),
            message_id=message_id,
            storage_key=key,
            name=upload.name,
            media_type=upload.media_type,
            size=upload.size,
        )
        files.append(row)
    return files


def enquiry(
    message_id: uuid.UUID, contact_form: Form, answers: Answers, page: EnquiryPage, files: Sequence[ContactFile]
) -> EnquiryReceived:
    """What the customer-relationship area hears of a message."""
    asked = [question for question in contact_form.questions if question.name in answers.values]
    return EnquiryReceived(
        message_id=message_id,
        page=page,
        form=EnquiryForm(plugin_id=contact_form.plugin_id, heading=contact_form.heading),
        values=[
            EnquiryValue(name=each.name, label=each.label, kind=each.kind, values=answers.values[each.name])
            for each in asked
            if each.kind not in {"consent", "file"}
        ],
        sender_address=sender_of(contact_form.questions, answers),
        consents=[
            EnquiryConsent(name=each.name, statement=each.statement, is_given=bool(answers.values[each.name]))
            for each in asked
            if each.kind == "consent"
        ],
        files=[EnquiryFile(id=file.id, name=file.name, media_type=file.media_type, size=file.size) for file in files],
    )


async def is_good(session: AsyncSession, cookie: str) -> bool:
    """Whether a browser's ticket goes on being good for a while: a form that comes back with faults need not wait again."""
    try:
        ticket = tickets.read(state_of(session), cookie, "plain")
    except (TicketMissing, TicketExpired):
        return False
    return tickets.is_young(ticket) and not await is_done(session, scope=SCOPE, key=ticket.id)


def _digest(contact_form: Form, answers: Answers) -> bytes:
    """The message, as far as it decides what is sent."""
    digest = hashlib.sha256(orjson.dumps([contact_form.plugin_id, answers.values], option=orjson.OPT_SORT_KEYS))
    for upload in answers.uploads:
        upload.file.seek(0)
        while piece := upload.file.read(PIECE):
            digest.update(piece)
    return digest.digest()
