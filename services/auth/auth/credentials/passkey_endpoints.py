"""What passkeys are asked at login, and one's own passkeys."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials.models import Passkey
from auth.credentials.passkeys import Passkeys
from auth.credentials.schemas import (
    AddedPasskey,
    AuthenticationOptionsRequest,
    NewPasskey,
    PasskeyChange,
    PasskeyOptions,
    PasskeyOut,
)
from auth.people.ownership import own_user
from auth.people.repository import UserRepository
from auth.sessions.freshness import Confirmed
from kit.auth import Caller, InSession, Principal, Public
from kit.db import Session

router = APIRouter(prefix="/auth", tags=["passkeys"])


@router.post("/passkeys/authentication-options", max_body_size=16_384)
async def ask(
    caller: Annotated[Caller, Public], body: AuthenticationOptionsRequest, passkeys: Passkeys
) -> PasskeyOptions:
    """What to ask a passkey: to log in by itself, or, with `challenge`, after the password.

    401 `challenge_over`, 429 `too_many_attempts`.
    """
    return await (passkeys.ask() if body.challenge is None else passkeys.ask_second(body.challenge))


@router.post("/account/passkeys/options")
async def ask_new(principal: Annotated[Principal, Confirmed], session: Session, passkeys: Passkeys) -> PasskeyOptions:
    """What to ask an authenticator for a new passkey of one's own; 409 `too_many_passkeys`."""
    return await passkeys.ask_new(await UserRepository(session).get(uuid.UUID(principal.user_id)))


@router.post("/account/passkeys", status_code=201, max_body_size=131_072)
async def create(
    principal: Annotated[Principal, Confirmed], body: NewPasskey, session: Session, passkeys: Passkeys
) -> AddedPasskey:
    """Add a passkey: 422 `challenge_over`, `passkey_refused`, 409 `passkey_exists`, `too_many_passkeys`."""
    return await passkeys.add(await own_user(session, principal), body)


@router.put("/account/passkeys/{id}", response_model=PasskeyOut, max_body_size=16_384)
async def update(
    id: uuid.UUID, principal: Annotated[Principal, InSession], body: PasskeyChange, passkeys: Passkeys
) -> Passkey:
    """Give one of one's passkeys another name; 404 `passkey_not_found`."""
    return await passkeys.rename(uuid.UUID(principal.user_id), id, body.name)


@router.delete("/account/passkeys/{id}", status_code=204)
async def delete(
    id: uuid.UUID, principal: Annotated[Principal, Confirmed], session: Session, passkeys: Passkeys
) -> None:
    """Take one of one's passkeys away: 404 `passkey_not_found`, 409 `second_factor_needed` for the last factor."""
    await passkeys.remove(await own_user(session, principal), id)
