"""How buyers pay who pay later, and where they collect, in the shop's own words: they stand on invoices and in mails."""

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import entries
from ecom.config_entries.payment_entries import COLLECTION_INSTRUCTIONS, INSTRUCTIONS
from ecom.orders.models import Order
from ecom.orders.status import amount_due


async def payment_instructions(session: AsyncSession, order: Order) -> str:
    """Returns the shop's words as they are now; empty where there are none, and where nothing is to be paid."""
    entry = INSTRUCTIONS.get(order.gateway)
    if entry is None or not amount_due(order):
        return ""
    return (await entries.get(session, entry)).strip()


async def collection_instructions(session: AsyncSession, order: Order) -> str:
    """Returns where and when the shop gives out what it sells, paid or not; empty for an order that is not collected."""
    return (await entries.get(session, COLLECTION_INSTRUCTIONS)).strip() if order.is_collected else ""
