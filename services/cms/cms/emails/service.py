"""Writes emails; sending them is a job."""

import uuid
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import LANGUAGE, entries
from cms.emails.bodies import body_of, sealed
from cms.emails.errors import EmailBeingSent, EmailNotChangeable, EmailNotSendable, NoMailServer
from cms.emails.kinds import KINDS, Kind, LinkData
from cms.emails.mailings import Person
from cms.emails.models import Email, Mailing, Obstacle, State
from cms.emails.one_line import one_line
from cms.emails.rendering import Rendered, render
from cms.emails.repository import EmailRepository
from cms.emails.schemas import EmailDetail, EmailOut, EmailRequest, EmailUpdate
from cms.emails.tasks import DELIVER
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError, PreconditionRequired, ValidationFailed
from kit.idempotency import begin_once
from kit.jobs import enqueue
from kit.preconditions import check_version
from kit.problems import field_errors
from kit.schemas import Schema
from kit.state import state_of

_CHANGEABLE = frozenset[State]({"failed", "kept"})
_UNSENT = frozenset[State]({*_CHANGEABLE, "queued"})
_JUST_SENT = timedelta(minutes=10)
"""Who deletes an email that was sent so lately, and does not say which version they read, may have read that it waits."""
_FOLLOWED = "The recipient has changed their address since. Not sent to the new one yet."
_OBSTACLES: Mapping[Obstacle, str] = {
    "sent": "This email has already been sent.",
    "waiting": "This email is already waiting to be sent.",
    "lapsed": "The link in this email has expired. Create a new email.",
}


async def write(session: AsyncSession, data: EmailRequest) -> Email:
    """Write the email, and have it sent once the transaction is committed; without an SMTP server it is kept.

    A job that is tried again writes it once, for it ends in the same transaction. Raises ValidationFailed.
    """
    email = await EmailRepository(session).add(await _written(session, data, new_id()))
    if email.state == "queued":
        await enqueue(session, DELIVER, {"emailId": str(email.id)})
    return email


async def resend(
    session: AsyncSession, principal: Principal, email_id: uuid.UUID, key: str, if_match: str | None
) -> Email:
    """Have an email sent that failed or was kept. Asked with the same key once more, it is sent no more often.

    With ``if_match`` only to whom the sender has read that it is for. Raises EmailNotFound, NoMailServer, EmailNotSendable,
    PreconditionFailed.
    """
    email = await EmailRepository(session).get_for_update(email_id)
    if await begin_once(session, scope=f"emails.send {email.id}", key=key, request=b"") is not None:
        return email
    if not settings_of(state_of(session)).has_mail:
        raise NoMailServer("To send email, set SMTP_HOST on the server.")
    if (obstacle := email.obstacle) is not None:
        raise EmailNotSendable(_OBSTACLES[obstacle], obstacle=obstacle)
    check_version(if_match, email.version)
    email.state, email.reason, email.attempts = "queued", None, 0
    email.handed_over_at, email.asked_again_at = None, datetime.now(UTC)
    await session.flush()
    _record(session, principal, "email.resent", email)
    await enqueue(session, DELIVER, {"emailId": str(email.id)}, created_by=principal.user_id)
    return email


async def update(
    session: AsyncSession, principal: Principal, data: EmailUpdate, email_id: uuid.UUID, if_match: str | None
) -> Email:
    """Address an email that has not been sent, and does not wait to be, to somebody else.

    One with a secret link stays its recipient's. Raises EmailNotFound, EmailNotChangeable, PreconditionFailed,
    PreconditionRequired.
    """
    email = await EmailRepository(session).get_for_update(email_id)
    if email.state not in _CHANGEABLE or email.may_have_arrived:
        raise EmailNotChangeable("Only an email that failed or was not sent can get another recipient.")
    if email.has_secret:
        raise EmailNotChangeable("The link in this email only works for its recipient.")
    check_version(if_match, email.version, required=True)
    before = {"name": email.to_name, "emailAddress": email.to_address}
    email.to_name, email.to_address = one_line(data.to.name), data.to.email_address
    if email.mailing is not None:
        after = {"name": email.to_name, "emailAddress": email.to_address}
        _readdress(email.mailing, before["emailAddress"], after)
    await session.flush()
    _record(session, principal, "email.updated", email)
    return email


async def follow(
    session: AsyncSession, address: str, person: Person, *, link: tuple[str, str], replaced: Collection[str] = ()
) -> None:
    """Address what was not sent, was for an address, and has a link that ended, to somebody else; with the link in its place.

    What is by one of the templates that are ``replaced`` is deleted: that person is sent the like of it anyway. What may have
    arrived stays as it is.
    """
    ended, new = link
    repository = EmailRepository(session)
    for email, mailing in await repository.to_follow(address, ended, _UNSENT):
        if mailing.template_name in replaced:
            _record(session, None, "email.deleted", email)
            await repository.delete(email)
            continue
        email.to_name, email.to_address = one_line(person.name), person.email_address
        if email.state == "failed":
            # What the server said of the former address is not true of this one.
            email.reason = _FOLLOWED
        elif email.state == "queued":
            email.reason = None
            # The job that is sending it at this moment is about to find that it is for somebody else, and ends.
            await enqueue(session, DELIVER, {"emailId": str(email.id)})
        _record(session, None, "email.updated", email)
        _readdress(mailing, address, person.stored)
        mailing.text = mailing.text and mailing.text.replace(ended, new)
        mailing.html = mailing.html and mailing.html.replace(ended, new)
    await session.flush()


def _readdress(mailing: Mailing, before: str, after: dict[str, str]) -> None:
    """Have the headers name the new address where they named the old one, however that is spelled there.

    Once in each: where others have been given the same address, they keep it. The latest of them, so that changes that are
    taken back in turn leave the headers as they were.
    """
    for header in ("to", "cc"):
        people = getattr(mailing, header)
        same = [at for at, who in enumerate(people) if who["emailAddress"].lower() == before.lower()]
        if same:
            setattr(mailing, header, [after if at == same[-1] else who for at, who in enumerate(people)])


async def delete(session: AsyncSession, principal: Principal, email_id: uuid.UUID, if_match: str | None) -> None:
    """Delete an email from the log; a waiting one is not sent.

    With ``if_match`` only as it was read, and without it none that has just been sent: the log does not lose that one has
    arrived which somebody saw waiting. Raises EmailNotFound, EmailBeingSent, PreconditionFailed, PreconditionRequired.
    """
    repository = EmailRepository(session)
    email = await repository.get_for_update(email_id)
    if email.is_being_sent:
        raise EmailBeingSent("This email is being sent at this moment. Try again once its state is known.")
    check_version(if_match, email.version)
    is_just_sent = email.sent_at is not None and email.sent_at > datetime.now(UTC) - _JUST_SENT
    if if_match is None and email.state == "sent" and is_just_sent:
        raise PreconditionRequired(
            "This email has just been sent. Send the version that was read as If-Match, or If-Match: * to delete it from the log."
        )
    _record(session, principal, "email.deleted", email)
    await repository.delete(email)


async def get(session: AsyncSession, principal: Principal, email_id: uuid.UUID) -> EmailDetail:
    """The email as this person may read it; a body with a secret link is for super. Raises EmailNotFound."""
    email = await EmailRepository(session).get(email_id)
    line = EmailOut.model_validate(email)
    body: dict[str, Any] = {**body_of(state_of(session), email)._asdict(), "body_hidden": None}
    if not email.is_logged:
        body = {"text": None, "html": None, "body_hidden": "unlogged"}
    elif email.has_secret and body["text"] is None:
        body["body_hidden"] = "delivered" if email.state == "sent" else "lapsed"
    elif email.has_secret and not principal.has("super"):
        body = {"text": None, "html": None, "body_hidden": "secret"}
    mailing = email.mailing
    people = {"cc": mailing.cc if mailing else [], "reply_to": mailing.reply_to if mailing else []}
    return EmailDetail.model_validate({**line.model_dump(by_alias=False), **people, **body})


async def _written(session: AsyncSession, data: EmailRequest, identifier: uuid.UUID) -> Email:
    """The email that a request is for, not stored yet."""
    kind, state = KINDS[data.kind], state_of(session)
    values = _checked(kind, data.data)
    _check_link(settings_of(state).public_url, values)
    rendered = await _render(session, kind, data, values)
    has_secret = isinstance(values, LinkData) and bool(urlsplit(values.link).fragment)
    body = (
        sealed(state, identifier, rendered.text, rendered.html)
        if has_secret
        else {"text": rendered.text, "html": rendered.html}
    )
    return Email(
        **body,
        id=identifier,
        kind=data.kind,
        to_name=one_line(data.to.name),
        to_address=data.to.email_address,
        subject=rendered.subject[:500],
        has_secret=has_secret,
        state="queued" if settings_of(state).has_mail else "kept",
    )


async def _render(session: AsyncSession, kind: Kind, request: EmailRequest, data: Schema) -> Rendered:
    site, public_url = await entries.values(session), settings_of(state_of(session)).public_url
    values: dict[str, Any] = {
        **data.model_dump(mode="json", by_alias=True),
        "siteName": site.get("siteName") or urlsplit(public_url).hostname or "",
        "siteUrl": public_url,
        "emailAddress": request.to.email_address,
    }
    if kind.names_recipient:
        values["name"] = request.to.name
    return render(request.kind, values, site.get(LANGUAGE.key))


def _check_link(public_url: str, data: Schema) -> None:
    """Links in mails lead to the site and nowhere else."""
    if isinstance(data, LinkData) and not data.link.startswith(f"{public_url}/"):
        fault = FieldError("data.link", "foreign_link", f"The link has to begin with {public_url}/.")
        raise ValidationFailed("This link leads to another site.", errors=[fault])


def _record(session: AsyncSession, principal: Principal | None, action: str, email: Email) -> None:
    audit.record(session, principal, action, subject=("email", email.id, email.subject), details={"kind": email.kind})


def _checked(kind: Kind, data: dict[str, Any]) -> Schema:
    try:
        return kind.data.model_validate(data)
    except ValidationError as refusal:
        faults = field_errors(refusal, "data")
        raise ValidationFailed("This kind of email cannot be made from this data.", errors=faults) from None
