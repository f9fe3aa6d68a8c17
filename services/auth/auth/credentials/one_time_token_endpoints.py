"""What cms asks for to write a mail with a link."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials import one_time_tokens
from auth.credentials.schemas import Revealed
from kit.auth import Internal
from kit.db import Session

router = APIRouter(tags=["one-time tokens"])


@router.post("/private/one-time-tokens/{id}/revelation", include_in_schema=False)
async def reveal(id: uuid.UUID, service: Annotated[str, Internal("cms")], session: Session) -> Revealed:
    """The token that an `auth.mail_requested` names. 404 `token_unusable` once it is used, expired or replaced."""
    return Revealed(token=await one_time_tokens.reveal(session, id))
