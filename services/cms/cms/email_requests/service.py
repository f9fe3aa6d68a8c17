"""Writes the emails that somebody asks for, by templates."""

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import CONTACT_ADDRESS, LANGUAGE, entries
from cms.email_requests import captcha
from cms.email_requests.recipients import Recipients, check_request, is_staff, recipients_of
from cms.email_requests.schemas import EmailIn
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import Answer
from cms.email_templates.repository import TemplateRepository
from cms.email_templates.sandbox import render_all
from cms.email_templates.service import job_for, raise_faults, values_for
from cms.emails.attachments import PIECE, Upload
from cms.emails.mailings import Letter, write_mailing
from cms.emails.tasks import SEND_MAILINGS
from cms.scanning.files import scan_files
from kit import audit
from kit.auth import Caller, Principal
from kit.db import new_id, release_connection
from kit.errors import FieldError, ValidationFailed
from kit.idempotency import begin_once, replayed
from kit.jobs import enqueue
from kit.state import state_of
from kit.tables import Job


@dataclass(frozen=True, slots=True)
class Written:
    """How many emails were written, a recipient each, and the job that sends them."""

    accepted: int
    job: Job


async def write(
    session: AsyncSession, caller: Caller, emails: Sequence[EmailIn], files: Sequence[Upload], key: str | None
) -> Written:
    """Write emails and have them sent; asked with the same key once more, nothing is sent again.

    Raises `ValidationFailed`, `EmailTemplateInvalid`, `TemplateNotForVisitors`, `NoRecipients`, `IdempotencyKeyReused`,
    FileInfected and the like, and for visitors `CaptchaNotConfigured`, `CaptchaFailed` and `CaptchaUnavailable`.
    """
    check_request(caller, emails)
    scope = f"emails:{caller.user_id if isinstance(caller, Principal) else 'visitors'}"
    request = b"" if key is None else _request(emails, files)
    if key is not None and (replay := await replayed(session, scope=scope, key=key, request=request)):
        # A captcha's value is good once, and the template may be another by now.
        return Written(replay.answer["accepted"], await _job(session, caller, replay.answer["mailingIds"]))
    await _verify(session, caller, emails)
    await release_connection(session)
    await scan_files(state_of(session), [file.file for file in files])
    letters = await _letters(session, caller, emails, files)
    mailing_ids = [new_id() for _ in letters]
    accepted = sum(len(letter.recipients) for letter in letters)
    if key is not None:
        answer = {"accepted": accepted, "mailingIds": [str(each) for each in mailing_ids]}
        replay = await begin_once(session, scope=scope, key=key, request=request, answer=answer)
        if replay is not None:
            return Written(replay.answer["accepted"], await _job(session, caller, replay.answer["mailingIds"]))
    for mailing_id, letter in zip(mailing_ids, letters, strict=True):
        await write_mailing(session, mailing_id, letter)
        _record(session, caller, mailing_id, letter)
    return Written(accepted, await _job(session, caller, [str(each) for each in mailing_ids]))


async def _verify(session: AsyncSession, caller: Caller, emails: Sequence[EmailIn]) -> None:
    """Have the captcha's provider look at the values of visitors, each once."""
    if is_staff(caller):
        return
    state = state_of(session)
    provider = await captcha.configured(session)
    await release_connection(session)
    fields = {email.recaptcha: f"emails.{index}.recaptcha" for index, email in enumerate(emails)}
    for value, field in fields.items():
        await captcha.verify(state, provider, value, field)


async def _letters(
    session: AsyncSession, caller: Caller, emails: Sequence[EmailIn], files: Sequence[Upload]
) -> list[Letter]:
    """What is to be sent, and to whom."""
    attached = [_uploads_of(index, email, files) for index, email in enumerate(emails)]
    templates = await _templates(session, emails)
    site = await entries.values(session)
    contact = site.get(CONTACT_ADDRESS.key) or ""
    recipients = [
        recipients_of(caller, email, template, contact) for email, template in zip(emails, templates, strict=True)
    ]
    state = state_of(session)
    jobs = [
        job_for(
            template.subject,
            template.content,
            template.format,
            values_for(state, email.template.data, site),
            site.get(LANGUAGE.key),
        )
        for email, template in zip(emails, templates, strict=True)
    ]
    # Nothing waits in the database while the templates are drawn.
    await release_connection(session)
    drawn = await render_all(state, jobs)
    for index, answer in enumerate(drawn):
        raise_faults(answer, prefix=f"emails.{index}.")
    return [_letter(*each) for each in zip(emails, templates, recipients, drawn, attached, strict=True)]


async def _templates(session: AsyncSession, emails: Sequence[EmailIn]) -> list[EmailTemplate]:
    known = await TemplateRepository(session).by_ids({email.template.id for email in emails})
    faults = [
        FieldError(f"emails.{index}.template.id", "email_template_not_found", "There is no such template.")
        for index, email in enumerate(emails)
        if email.template.id not in known
    ]
    if faults:
        raise ValidationFailed("A template was not found.", errors=faults)
    return [known[email.template.id] for email in emails]


def _uploads_of(index: int, email: EmailIn, files: Sequence[Upload]) -> list[Upload]:
    """The attached files that go with an email: all, or those that it names."""
    if email.attachments is None:
        return [*files]
    by_name = {file.name: file for file in files}
    missing = [name for name in email.attachments if name not in by_name]
    if missing:
        detail = f"No file of this name was attached: {missing[0]}."
        fault = FieldError(f"emails.{index}.attachments", "attachment_missing", detail)
        raise ValidationFailed("An attachment is missing.", errors=[fault])
    return [by_name[name] for name in dict.fromkeys(email.attachments)]


def _letter(
    email: EmailIn, template: EmailTemplate, recipients: Recipients, drawn: Answer, uploads: Sequence[Upload]
) -> Letter:
    return Letter(
        template_name=template.name,
        subject=drawn["subject"],
        text=drawn["text"],
        html=drawn["html"] if email.type == "html" else None,
        to=recipients.to,
        cc=recipients.cc,
        bcc=recipients.bcc,
        reply_to=[who.person for who in email.reply_to],
        is_logged=email.allow_logging,
        attachments=uploads,
    )


async def _job(session: AsyncSession, caller: Caller, mailing_ids: list[str]) -> Job:
    by = caller.user_id if isinstance(caller, Principal) else None
    return await enqueue(session, SEND_MAILINGS, {"mailingIds": mailing_ids}, key=mailing_ids[0], created_by=by)


def _record(session: AsyncSession, caller: Caller, mailing_id: uuid.UUID, letter: Letter) -> None:
    if isinstance(caller, Principal):
        details = {"recipients": len(letter.recipients), "attachments": len(letter.attachments)}
        audit.record(
            session, caller, "email.sent", subject=("email", mailing_id, letter.template_name), details=details
        )


def _request(emails: Sequence[EmailIn], files: Sequence[Upload]) -> bytes:
    """The request, as far as it decides what is sent. The value of a captcha is another one each time."""
    digest = hashlib.sha256()
    for email in emails:
        digest.update(orjson.dumps(email.model_dump(mode="json", exclude={"recaptcha"}), option=orjson.OPT_SORT_KEYS))
    for file in files:
        file.file.seek(0)
        digest.update(f"\n{file.name}\n{file.size}\n".encode())
        while piece := file.file.read(PIECE):
            digest.update(piece)
    return digest.digest()
