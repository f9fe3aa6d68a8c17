"""Money of orders that comes and goes back, and what the shop tells of orders."""

from typing import Any

from sqlalchemy import select

from ecom.orders import paying
from ecom.orders.paying import RefundedRow
from kit.db import new_id
from kit.tables import OutboxRow
from tests.ecom.ordering import Shop


async def pay(shop: Shop, order: dict[str, Any], amount: int | None = None, currency: str = "GBP", **more: Any) -> bool:
    """Tell an order that its money has come."""
    async with shop.client.kit.database.transaction() as session:
        return await paying.paid(
            session,
            more.get("order_id", order["id"]),
            more.get("payment_id") or new_id(),
            amount or order["totalInclTax"],
            currency,
        )


async def refund(shop: Shop, order: dict[str, Any], amount: int, *rows: RefundedRow, refund_id: Any = None) -> None:
    """Tell an order that money went back."""
    async with shop.client.kit.database.transaction() as session:
        await paying.refunded(session, order["id"], refund_id or new_id(), amount, rows)


async def mails(shop: Shop) -> list[dict[str, Any]]:
    """What was asked to be mailed."""
    return await said(shop, "ecom.mail_requested")


async def told_readdressed(shop: Shop) -> list[dict[str, Any]]:
    """Which orders were told to have another address."""
    return await said(shop, "ecom.order_readdressed")


async def said(shop: Shop, event: str) -> list[dict[str, Any]]:
    """What events of a name said."""
    async with shop.client.kit.database.reading() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == event).order_by(OutboxRow.id)
        return [*(await session.scalars(query)).all()]
