"""Telling people by mail what was done to their accounts.

A notice is an event: written in the transaction of what it tells, sent to nobody if that is rolled back, and taken up
by cms whenever cms is there. Whatever has to be possible while no mail is stands, and its answer waits for nobody.
Rejected: `auth.mail.send` after the commit, which loses the notice while cms is away and holds the answer up meanwhile.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from auth.mail import Recipient
from auth.tokens.device import Device
from auth.tokens.device_words import device_in_words
from auth.users.membership import is_staff
from auth.users.models import User
from kit.events import emit

ACCOUNT_NOTICE = "account.notice"

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
    payload = {
        "kind": notice.replace(".", "_"),
        "to": {"name": person.name, "emailAddress": person.email_address},
        "at": datetime.now(UTC).isoformat(),
        "timezone": user.person.timezone,
        "device": device and {"name": device_in_words(device.agent), "address": device.address},
        "isStaff": is_staff(user),
        "data": {to_camel(name): value if isinstance(value, str) else [*value] for name, value in data.items()},
    }
    emit(session, ACCOUNT_NOTICE, payload)
