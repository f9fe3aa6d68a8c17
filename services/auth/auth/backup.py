"""What of auth is in a backup of the site: people, and how they log in."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import and_, delete, exists, func, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts.models import Registration
from auth.config import Settings
from auth.credentials.models import (
    AUTHENTICATORS,
    Authenticator,
    FailureCount,
    LoginChallenge,
    Passkey,
    RecoveryCode,
)
from auth.grants.api_token_revocation import refuse
from auth.grants.models import ApiToken, RefusedApiToken
from auth.people.models import OneTimeToken, Scope, User, UserScope
from auth.sessions.models import LoginSession, SigningKey
from auth.sessions.revocation import end_sessions
from kit.backups import BackupInvalid, Part, Restored, ServiceBackup, backup_router
from kit.state import state_of

_REASON = "restored"


@dataclass(frozen=True, slots=True)
class _Before:
    is_new: bool
    tokens: frozenset[uuid.UUID]
    """All API tokens there were, and of these..."""
    active: frozenset[uuid.UUID]


async def _log_everybody_out(session: AsyncSession) -> _Before:
    """End all sessions: passwords, scopes and states are to be those of another day."""
    await end_sessions(session, state_of(session).redis, _REASON, LoginSession.ended_at.is_(None))
    is_new = not await session.scalar(select(exists(select(User.id))))
    tokens = frozenset(await session.scalars(select(ApiToken.id)))
    active = frozenset(await session.scalars(select(ApiToken.id).where(ApiToken.revoked_at.is_(None))))
    return _Before(is_new, tokens, active)


async def _complete(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    await _refuse_lockout(session)
    before: _Before = restored.before
    lost = {
        "apiTokens": await _revoke_tokens(session, before),
        "authenticators": await _drop_authenticators(session),
        "recoveryCodes": await _drop_recovery_codes(session) if restored.is_foreign else 0,
    }
    has_any = or_(
        exists().where(Authenticator.user_id == User.id, Authenticator.enabled_at.is_not(None)),
        exists().where(Passkey.user_id == User.id),
    )
    await session.execute(update(User).where(User.has_second_factor, not_(has_any)).values(has_second_factor=False))
    return lost


async def _refuse_lockout(session: AsyncSession) -> None:
    """Raise `BackupInvalid` where nobody could let the others in."""
    owners = (
        select(User.id)
        .join(UserScope, UserScope.user_id == User.id)
        .join(Scope, and_(Scope.id == UserScope.scope_id, Scope.name == "super"))
        .where(User.state == "active", or_(User.password_hash.is_not(None), User.has_second_factor))
    )
    if not await session.scalar(select(owners.exists())):
        raise BackupInvalid("This backup has no super user, so nobody could administer the site.")


async def _revoke_tokens(session: AsyncSession, before: _Before) -> int:
    """Revoke what was revoked since the backup was made; on a site that was empty, all are as they were."""
    revoked: list[uuid.UUID] = []
    if not before.is_new:
        stale = ApiToken.revoked_at.is_(None), ApiToken.id.not_in(before.active)
        statement = update(ApiToken).where(*stale).values(revoked_at=func.now()).returning(ApiToken.id)
        revoked = [*await session.scalars(statement)]
    refuse(session, state_of(session).redis, [*before.tokens.union(revoked)])
    return len(revoked)


async def _drop_authenticators(session: AsyncSession) -> int:
    """Delete authenticators whose secret no key of this installation opens: their codes would never be right."""
    vault = state_of(session).vault(AUTHENTICATORS)
    lost = [
        row.id
        for row in await session.scalars(select(Authenticator))
        if vault.unseal(row.sealed_secret, row.user_id.bytes) is None
    ]
    if lost:
        await session.execute(delete(Authenticator).where(Authenticator.id.in_(lost)))
    return len(lost)


async def _drop_recovery_codes(session: AsyncSession) -> int:
    """Delete recovery codes: without the keys that their digests were made with, none is ever right."""
    return len((await session.execute(delete(RecoveryCode).returning(RecoveryCode.user_id))).all())


BACKUP = ServiceBackup(
    Settings,
    [
        Part(
            "users",
            cleared=[OneTimeToken, LoginChallenge, Registration],
            prepare=_log_everybody_out,
            complete=_complete,
        )
    ],
    # Sessions have ended by then; keys are those of the installation.
    left_out=[LoginSession, RefusedApiToken, SigningKey, FailureCount],
)
router = backup_router(BACKUP)
