"""What passkeys are asked at login, and one's own passkeys."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials import passkeys
from auth.credentials.models import Passkey
from auth.credentials.schemas import (
    AddedPasskey,
    AuthenticationOptionsRequest,
    NewPasskey,
    PasskeyChange,
    PasskeyOptions,
    PasskeyOut,
)
from auth.dependencies import Client
from auth.people.ownership import own_user
from auth.sessions.dependencies import Confirmed
from kit.auth import Caller, InSession, Principal, Public
from kit.db import Session

router = APIRouter(prefix="/auth", tags=["passkeys"])


@router.post("/passkeys/authentication-options", max_body_size=16_384)
async def authentication_options(
    caller: Annotated[Caller, Public], data: AuthenticationOptionsRequest, session: Session, device: Client
) -> PasskeyOptions:
    """What to ask a passkey: to log in by itself, or, with `challenge`, after the password.

    401 `challenge_expired`, 429 `too_many_attempts`.
    """
    return await (
        passkeys.authentication_options(session, device=device)
        if data.challenge is None
        else passkeys.second_step_options(session, data.challenge)
    )


@router.post("/account/passkeys/options")
async def registration_options(principal: Annotated[Principal, Confirmed], session: Session) -> PasskeyOptions:
    """What to ask an authenticator for a new passkey of one's own; 409 `too_many_passkeys`, 429 `too_many_attempts`."""
    return await passkeys.registration_options(session, uuid.UUID(principal.user_id))


@router.post("/account/passkeys", status_code=201, max_body_size=131_072)
async def create(
    principal: Annotated[Principal, Confirmed], data: NewPasskey, session: Session, device: Client
) -> AddedPasskey:
    """Add a passkey: 422 `challenge_expired`, `passkey_refused`, 409 `passkey_exists`, `too_many_passkeys`."""
    return await passkeys.add(session, data, await own_user(session, principal), device=device)


@router.put("/account/passkeys/{id}", response_model=PasskeyOut, max_body_size=16_384)
async def update(
    id: uuid.UUID, principal: Annotated[Principal, InSession], data: PasskeyChange, session: Session
) -> Passkey:
    """Rename one of one's passkeys; 404 `passkey_not_found`."""
    return await passkeys.rename(session, uuid.UUID(principal.user_id), id, data.name)


@router.delete("/account/passkeys/{id}", status_code=204)
async def delete(id: uuid.UUID, principal: Annotated[Principal, Confirmed], session: Session, device: Client) -> None:
    """Delete one of one's passkeys: 404 `passkey_not_found`, 409 `second_factor_needed` for the last factor."""
    await passkeys.remove(session, await own_user(session, principal), id, device=device)
