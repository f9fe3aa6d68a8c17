"""The mails that auth asks for, each with a link to a page of the site."""

import uuid
from typing import Annotated

from pydantic import Field, JsonValue

from cms.emails.kinds import KindName
from cms.emails.schemas import Recipient
from kit.events import Payload


class RequestedMail(Payload):
    """A mail as `auth.mail_requested` has it. ``token_id`` names the token that its link carries, if it carries one."""

    kind: KindName
    to: Recipient
    is_staff: bool
    token_id: uuid.UUID | None
    data: Annotated[dict[str, JsonValue], Field(max_length=10)]
