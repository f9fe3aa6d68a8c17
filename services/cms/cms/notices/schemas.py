"""What auth tells about accounts."""

from typing import Annotated

from pydantic import Field, JsonValue

from cms.emails.kinds import KindName
from cms.emails.schemas import Recipient
from kit.events import Payload
from kit.schemas import Moment, Schema, Timezone


class NoticeDevice(Schema):
    """What somebody did it with: the device in words, and its network address."""

    name: str
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
