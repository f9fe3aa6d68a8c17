"""The set-up."""

from typing import Annotated

from fastapi import APIRouter

from auth.dependencies import Client
from auth.sessions.dependencies import Cookies
from auth.sessions.schemas import TokenAnswer
from auth.setup import service
from auth.setup.schemas import SetUp
from kit.auth import Caller, Public
from kit.db import Session

router = APIRouter(prefix="/auth/setup", tags=["setup"])


@router.post("", status_code=201, max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], data: SetUp, session: Session, device: Client, cookies: Cookies
) -> TokenAnswer:
    """Make the site and its first user, who is logged in by the answer's cookies.

    403 `wrong_setup_code`, 409 `already_set_up` or `setup_running`, 422 `password_too_common`,
    429 `too_many_attempts`, 503 `setup_unfinished` when another service could not do its part: nothing is kept then.
    """
    return cookies.set_cookies(await service.set_up(session, data, device=device))
