"""References of orders, which people read out on the telephone, and the tokens of their links."""

import secrets

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order

ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ"
"""Without 0, O, 1 and I, which look alike, and without vowels, so that no word comes of it."""
_GROUPS, _GROUP = 3, 3


def new_reference() -> str:
    """Nine characters at random, as in ``7KD-2MX-RB4``: one of ten million million."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))


def new_token() -> str:
    """What the link in the mails of an order has: 256 bits that nobody guesses."""
    return secrets.token_urlsafe(32)


async def unused_reference(session: AsyncSession) -> str:
    """A reference that no order has. Should two get the same one at the same moment, its constraint refuses the second."""
    while True:
        reference = new_reference()
        if await session.scalar(select(Order.id).where(Order.reference == reference)) is None:
            return reference
