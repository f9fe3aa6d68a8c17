"""What auth tells about accounts."""

from typing import Annotated

from pydantic import Field, JsonValue

from cms.emails.kinds import KindName
from cms.emails.schemas import Recipient
from kit.events import Payload
from kit.schemas import Moment, Timezone


class NoticeDevice(Payload):
    """What somebody did it with: a browser, a system or both, or a program; none where nobody knows.

    ``name`` is all of it in English words, in events of the previous release.
    """

    browser: str | None = None
    system: str | None = None
    program: str | None = None
    name: str | None = None
    address: str


class AccountNotice(Payload):
    """What was done to an account, as `auth.notice_requested` has it. No device: an administrator did it."""

    kind: KindName
    to: Recipient
    at: Moment
    timezone: Timezone
    device: NoticeDevice | None
    is_staff: bool
    data: Annotated[dict[str, JsonValue], Field(max_length=10)]
