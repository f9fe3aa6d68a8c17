from typing import Annotated

from fastapi import APIRouter, Request, Response
from kit.auth import Caller, Public

from auth.config import settings_of
from auth.setup.schemas import SetUp
from auth.setup.service import Setup
from auth.tokens.cookies import set_cookies
from auth.tokens.schemas import TokenAnswer

router = APIRouter(prefix="/auth/setup", tags=["setup"])


@router.post("", status_code=201, max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], body: SetUp, setup: Setup, request: Request, response: Response
) -> TokenAnswer:
    """Make the site and its first user, who is logged in by the answer's cookies.

    403 `wrong_setup_code`, 409 `already_set_up` or `setup_running`, 429 `too_many_attempts`,
    503 `setup_unfinished` when another service could not do its part: nothing is kept then.
    """
    issued = await setup.set_up(body)
    set_cookies(response, issued, secure=settings_of(request).secure_cookies)
    return issued.answer()
