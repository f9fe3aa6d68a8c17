"""What auth tells about accounts."""

from typing import Annotated

from pydantic import ConfigDict, Field, JsonValue

from cms.emails.kinds import KindName
from cms.emails.schemas import Recipient
from kit.schemas import Moment, Schema, Timezone


class NoticeDevice(Schema):
    """What somebody did it with: the device in words, and its network address."""

    name: str
    address: str


class AccountNotice(Schema):
    """What was done to an account, as `account.notice` has it. No device: an administrator did it."""

    model_config = ConfigDict(extra="ignore")

    kind: KindName
    to: Recipient
    at: Moment
    timezone: Timezone
    device: NoticeDevice | None
    is_staff: bool
    data: Annotated[dict[str, JsonValue], Field(max_length=10)]
