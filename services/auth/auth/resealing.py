"""Sealing anew what an older key has sealed, so that a key which may have become known opens nothing any more."""

import logging

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.models import AUTHENTICATORS, Authenticator
from auth.keys.models import SigningKey
from auth.keys.signing import SIGNING_KEYS
from kit.sealing import Vault
from kit.state import KitState

log = logging.getLogger(__name__)


async def reseal(state: KitState) -> int:
    """Seal with the newest key whatever is sealed with another that is known; gives how many there were.

    Recovery codes stay as they are: nobody can read what their digests were made from.
    """
    async with state.database.transaction() as session:
        count = await _reseal_signing_keys(session, state.vault(SIGNING_KEYS))
        count += await _reseal_authenticators(session, state.vault(AUTHENTICATORS))
    if count:
        log.info("sealed %d secrets anew", count)
    return count


async def _reseal_signing_keys(session: AsyncSession, vault: Vault) -> int:
    count = 0
    for row in await session.scalars(select(SigningKey).with_for_update()):
        anew = _anew(vault, row.sealed_private_key, row.kid.encode())
        if anew is not None:
            row.sealed_private_key = anew
            count += 1
    return count


async def _reseal_authenticators(session: AsyncSession, vault: Vault) -> int:
    count = 0
    others = func.substr(Authenticator.sealed_secret, 1, len(vault.mark)) != vault.mark
    for row in await session.scalars(select(Authenticator).where(others).with_for_update()):
        anew = _anew(vault, row.sealed_secret, row.user_id.bytes)
        if anew is not None:
            row.sealed_secret = anew
            count += 1
    return count


def _anew(vault: Vault, sealed: bytes, bound_to: bytes) -> bytes | None:
    if vault.is_current(sealed):
        return None
    secret = vault.unseal(sealed, bound_to)
    return None if secret is None else vault.seal(secret, bound_to)
