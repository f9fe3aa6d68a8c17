"""Links in emails to subscribers: one that confirms, good for some days, and one that unsubscribes, good for ever."""

import time
import uuid
from base64 import urlsafe_b64encode
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.subscribers.models import Subscriber
from kit.state import KitState, state_of

PENDING = timedelta(days=7)
"""How long somebody can confirm; who has not by then is forgotten."""
CONFIRMATION = "/cms/newsletter/confirmation"
_PURPOSE = "newsletter confirmations"
_LONGEST = 200


def confirmation_link(state: KitState, subscriber: Subscriber) -> str:
    """The address of the page on which a subscriber confirms."""
    expires = int(time.time() + PENDING.total_seconds())
    text = f"{subscriber.id.hex}.{expires}"
    signature = _written(state.vault(_PURPOSE).digest(_signed(text, subscriber)))
    return f"{settings_of(state).public_url}{CONFIRMATION}?token={text}.{signature}"


def unsubscribe_link(state: KitState, subscriber: Subscriber) -> str:
    """The address of the page on which a subscriber unsubscribes, and where mail programs do it for them."""
    return f"{settings_of(state).public_url}{subscriber.unsubscribe_path}"


async def find_confirmable(session: AsyncSession, token: str, *, for_update: bool = False) -> Subscriber | None:
    """Whom a link confirms, or has confirmed; None for a link that is forged or expired, or whose owner has left since."""
    text, _, signature = token.rpartition(".")
    identifier, _, expires = text.partition(".")
    if len(token) > _LONGEST or not token.isascii() or not expires.isdigit() or int(expires) < time.time():
        return None
    try:
        key = uuid.UUID(hex=identifier)
    except ValueError:
        return None
    query = select(Subscriber).where(Subscriber.id == key, Subscriber.state.in_(["pending", "confirmed"]))
    subscriber = (await session.scalars(query.with_for_update() if for_update else query)).one_or_none()
    if subscriber is None:
        return None
    digests = state_of(session).vault(_PURPOSE).digests(_signed(text, subscriber))
    return subscriber if signature in {_written(digest) for digest in digests} else None


async def find_by_token(session: AsyncSession, token: str, *, for_update: bool = False) -> Subscriber | None:
    """Whom a link unsubscribes. Of a list at a provider nobody: it would go on sending."""
    query = select(Subscriber).where(Subscriber.unsubscribe_token == token, Subscriber.forwarding == "none")
    return (await session.scalars(query.with_for_update() if for_update else query)).one_or_none()


def _signed(text: str, subscriber: Subscriber) -> bytes:
    return f"{text}.{subscriber.confirmation_key}".encode()


def _written(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
