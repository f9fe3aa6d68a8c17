"""Making, revoking and looking up API tokens."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.device import Device
from auth.grants.api_token_repository import ApiTokenRepository
from auth.grants.api_token_revocation import refuse
from auth.grants.api_token_schemas import ApiTokenIn, IntrospectionOut
from auth.grants.errors import ExpiryOutOfRange, TooManyApiTokens
from auth.grants.granting import check_granting, scopes_named
from auth.grants.models import ApiToken
from auth.people.models import User
from auth.people.ownership import check_may_administer, is_own_user
from auth.people.repository import UserRepository
from kit.api_tokens import PREFIX, digest_of, new_api_token
from kit.auth import Principal, grants
from kit.errors import FieldError
from kit.state import state_of

LONGEST = timedelta(days=366)
"""How far ahead a token may expire: a year, whichever it is."""

MOST = 50
"""How many tokens a user may have."""

_SHOWN = len(PREFIX) + 4


async def create(
    session: AsyncSession, principal: Principal, data: ApiTokenIn, *, device: Device
) -> tuple[ApiToken, str]:
    """A token of the caller's own, with its secret, which is shown once.

    Its scopes are among those that the user holds now, whatever the caller's session says.
    Raises `ExpiryOutOfRange`, `ScopeUnknown`, `ScopeNotYours`, `TooManyApiTokens`.
    """
    _check_expiry(data.expires_at)
    # Held, so that a scope is not taken away, nor a token added beside this one, in between.
    user = await UserRepository(session).get_for_update(uuid.UUID(principal.user_id))
    names = [scope.name for scope in await scopes_named(session, data.scopes)]
    check_granting(replace(principal, scopes=frozenset(user.scope_names)), data.scopes, names)
    tokens = ApiTokenRepository(session)
    if await tokens.count_of_user(user.id) >= MOST:
        raise TooManyApiTokens(f"You can have at most {MOST} tokens. Delete one first.")
    token = new_api_token(state_of(session).keys.api_tokens)
    row = await tokens.add(
        ApiToken(
            user_id=user.id,
            name=data.name,
            digest=digest_of(token),
            start=token[:_SHOWN],
            scopes=names,
            created_at=datetime.now(UTC),
            expires_at=data.expires_at,
        )
    )
    details = {"tokenId": str(row.id), "name": row.name, "scopes": names, "expiresAt": data.expires_at.isoformat()}
    await record(
        session,
        principal,
        "api_token.created",
        subject=Subject.of_user(user),
        details=details,
        device=device,
    )
    notify(session, "api_token.created", user, device, token_name=row.name, scopes=", ".join(names))
    return row, token


async def delete(
    session: AsyncSession, principal: Principal, user_id: uuid.UUID, token_id: uuid.UUID, *, device: Device
) -> None:
    """Delete a token, which is refused from then on.

    Raises `UserNotFound`, `ScopeMissing` for somebody else's without the right to administer them,
    `ApiTokenNotFound`.
    """
    user = await UserRepository(session).get(user_id)
    if not is_own_user(principal, user_id):
        check_may_administer(principal, user)
    tokens = ApiTokenRepository(session)
    await _delete(session, principal, [await tokens.get_of_user(user_id, token_id)], user, device=device)


async def delete_all(
    session: AsyncSession, principal: Principal | uuid.UUID, user: User, *, device: Device
) -> list[str]:
    """Delete every token of a user, who may be the one to do so by a link, and give what they were called."""
    tokens = (await session.scalars(ApiTokenRepository(session).of_user(user.id))).all()
    await _delete(session, principal, tokens, user, device=device)
    return [token.name for token in tokens]


async def _delete(
    session: AsyncSession, principal: Principal | uuid.UUID, tokens: Sequence[ApiToken], user: User, *, device: Device
) -> None:
    for token in tokens:
        await record(
            session,
            principal,
            "api_token.revoked",
            subject=Subject.of_user(user),
            details={"tokenId": str(token.id), "name": token.name},
            device=device,
        )
        await ApiTokenRepository(session).delete(token)
    refuse(session, state_of(session).redis, [token.id for token in tokens])


async def introspect(session: AsyncSession, digest: bytes) -> IntrospectionOut:
    """What a token may do now: those of its scopes that its owner has too. Notes that it is used."""
    tokens = ApiTokenRepository(session)
    token = await tokens.find_active(digest)
    user = await UserRepository(session).active(token.user_id) if token else None
    if token is None or user is None:
        return IntrospectionOut(is_active=False)
    await tokens.note_use(token)
    return _answer(token, user)


def _answer(token: ApiToken, user: User) -> IntrospectionOut:
    held = frozenset(user.scope_names)
    return IntrospectionOut(
        is_active=True,
        id=token.id,
        user_id=user.id,
        person_id=user.person_id,
        scopes=[scope for scope in token.scopes if grants(held, scope)],
        timezone=user.person.timezone,
        expires_at=token.expires_at,
    )


def _check_expiry(expires_at: datetime) -> None:
    now = datetime.now(UTC)
    if not now < expires_at <= now + LONGEST:
        where = "Choose an expiry date within the next year."
        raise ExpiryOutOfRange(where, errors=[FieldError("expiresAt", "expiry_out_of_range", where)])
