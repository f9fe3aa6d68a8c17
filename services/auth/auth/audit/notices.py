"""Telling people by mail what was done to their accounts.

A notice is an event: written in the transaction of what it tells, sent to nobody if that is rolled back, and taken up
by cms whenever cms is there. What it tells of is done although no mail can be sent, and nobody waits for cms.
Rejected: a call of cms after the commit, which loses the notice while cms is away and holds the answer up meanwhile.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic import JsonValue
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.mails import MailRecipient, Recipient
from auth.device import Device, names_in
from auth.people.models import User
from auth.people.ownership import is_staff
from kit.events import Payload, emit, event

NoticedAction = Literal[
    "api_token.created",
    "authenticator.added",
    "authenticator.removed",
    "factors.removed",
    "passkey.added",
    "passkey.removed",
    "password.changed",
    "recovery_codes.renewed",
    "user.deleted",
    "user.disabled",
    "user.enabled",
    "user.scopes_changed",
]
"""What the audit log knows by the same name."""

Notice = NoticedAction | Literal["address.change_asked", "address.changed", "login.unfamiliar", "other_access.ended"]


class NoticeDevice(Payload):
    """What somebody did it with, and its network address.

    A browser, a system or both, or a program; none of them where nobody knows.
    """

    browser: str | None
    system: str | None
    program: str | None
    address: str


@event("auth.notice_requested", formerly=["account.notice"])
class NoticeRequested(Payload):
    """Something was done to an account, which its owner is to be mailed. No device: an administrator did it.

    `kind` is the kind of email, and `data` what that needs beside the rest.
    """

    kind: str
    to: MailRecipient
    at: datetime
    timezone: str
    device: NoticeDevice | None
    is_staff: bool
    data: dict[str, JsonValue]


def notify(
    session: AsyncSession,
    notice: Notice,
    user: User,
    device: Device | None,
    *,
    to: Recipient | None = None,
    **data: str | Sequence[str],
) -> None:
    """Have the user, whose person and scopes are loaded, told what was done, if the transaction is committed.

    `device` is what they did it with themselves, None where an administrator did it. `to` is another mailbox than the
    one the user has now. `data` are the members that the kind's template needs: `passkey_name`, …. A user who is about
    to be deleted is told before: all that the mail needs goes with the event.
    """
    person = to or user.person
    payload = NoticeRequested(
        kind=notice.replace(".", "_"),
        to=MailRecipient(name=person.name, email_address=person.email_address),
        at=datetime.now(UTC),
        timezone=user.person.timezone,
        device=_noticed(device) if device else None,
        is_staff=is_staff(user),
        data={to_camel(name): value if isinstance(value, str) else [*value] for name, value in data.items()},
    )
    emit(session, payload)


def _noticed(device: Device) -> NoticeDevice:
    named = names_in(device.agent)
    return NoticeDevice(browser=named.browser, system=named.system, program=named.program, address=device.address)
