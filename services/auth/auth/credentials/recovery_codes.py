"""Recovery codes: what lets somebody in who has lost the device that was their second factor."""

import re
import secrets
import uuid

from kit.sealing import Vault

COUNT = 10

# Crockford's base 32: no two of its characters are taken for each other.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 10
_LOOK_ALIKE = str.maketrans("ilo", "110")
_SPACING = re.compile(r"[\s-]+")


def new_codes() -> list[str]:
    """Codes of 50 random bits each, as they are shown: ``xxxxx-xxxxx``."""
    return [_shown("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))) for _ in range(COUNT)]


def plain(code: str) -> str:
    """A code as it is compared, of an app or for recovery: without spaces, hyphens and capitals."""
    return _SPACING.sub("", code).lower()


def digest(vault: Vault, user_id: uuid.UUID, code: str) -> bytes:
    """What a user's recovery code is stored as. Keyed: 50 bits alone could be searched through."""
    return vault.digest(_digested(user_id, code))


def digests(vault: Vault, user_id: uuid.UUID, code: str) -> list[bytes]:
    """What a user's recovery code may be stored as: by the present key, or by an earlier one."""
    return vault.digests(_digested(user_id, code))


def _digested(user_id: uuid.UUID, code: str) -> bytes:
    return user_id.bytes + plain(code).translate(_LOOK_ALIKE).encode()


def _shown(code: str) -> str:
    return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"
