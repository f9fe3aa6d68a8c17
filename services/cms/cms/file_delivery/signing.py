"""Signs addresses that open a private file to their holder for a limited time: for programs, and links in mails."""

import base64
import hmac
import time
import uuid

from kit.state import KitState

_PURPOSE = "file addresses"


def signature_of(state: KitState, id: uuid.UUID, expires: int) -> str:
    """What an address has to say to open this file until then (seconds since 1970)."""
    return _written(state.vault(_PURPOSE).digest(_message(id, expires)))


def opens(state: KitState, id: uuid.UUID, expires: str | None, signature: str | None) -> bool:
    """Whether what an address says opens this file now. It is bound to the file, whatever its name is by now."""
    if not signature or not expires or not expires.isdecimal() or len(expires) > 12 or int(expires) < time.time():
        return False
    known = state.vault(_PURPOSE).digests(_message(id, int(expires)))
    return any(hmac.compare_digest(_written(each).encode(), signature.encode()) for each in known)


def _message(id: uuid.UUID, expires: int) -> bytes:
    return f"{id} {expires}".encode()


def _written(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
