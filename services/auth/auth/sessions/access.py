"""Access tokens: what they say and how long they are good for."""

import time
import uuid

from auth.people.models import User
from auth.sessions.schemas import Claims
from auth.sessions.signing import Signer
from kit.tokens import AUDIENCE, ISSUER

LIFETIME = 20 * 60
"""Seconds that an access token is good for."""

MOST_IN_SCOPE_NAMES = 2_000
"""Characters in the names of all scopes that one user has, who may have a hundred.

Browsers drop a cookie with more than 4096 bytes without a word: the token, which names them, would log nobody in.
"""


def mint(signer: Signer, user: User, session_id: uuid.UUID) -> tuple[str, Claims]:
    """A new access token, and its public claims. The user's person and scopes have to be loaded."""
    now = int(time.time())
    claims = Claims(
        sub=user.person_id,
        user=user.id,
        exp=now + LIFETIME,
        scopes=user.scope_names,
        timezone=user.person.timezone,
    )
    private = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "sid": str(session_id)}
    return signer.sign({**claims.model_dump(mode="json"), **private}), claims
