"""What is mailed about orders. cms writes the mails, from templates that the shop's people may change."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.addresses import flat
from ecom.orders.events import MailKind, OrderMailRequested, OrderReaddressed
from ecom.orders.instructions import collection_instructions, payment_instructions
from ecom.orders.models import Order, OrderRow
from ecom.orders.reservation import rows_of
from kit.events import emit
from kit.state import state_of

_FOR_SHOP = frozenset[MailKind]({"admin_order", "payment_sent_back"})


async def request_confirmation(session: AsyncSession, order: Order) -> None:
    """Have the receipt and the shop's notice mailed, once for an order."""
    if order.confirmed_at is not None:
        return
    order.confirmed_at = order.paid_at or order.created_at
    await confirm(session, order, await rows_of(session, order.id))


async def confirm(session: AsyncSession, order: Order, rows: Sequence[OrderRow]) -> None:
    """Have the receipt and the shop's notice mailed of an order that was placed as confirmed."""
    await _request(session, order, rows, "customer_order")
    await _request(session, order, rows, "admin_order")


async def request_mail(session: AsyncSession, order: Order, kind: MailKind, **more: Any) -> None:
    """Have a mail written about an order, in the transaction of what it tells of. ``more`` is further data."""
    await _request(session, order, await rows_of(session, order.id), kind, **more)


async def _request(session: AsyncSession, order: Order, rows: Sequence[OrderRow], kind: MailKind, **more: Any) -> None:
    is_for_shop = kind in _FOR_SHOP
    instructions = {
        "paymentInstructions": await payment_instructions(session, order),
        "collectionInstructions": await collection_instructions(session, order),
    }
    url = f"{_public_url(session)}/cms-ecom/orders/{order.id}" if is_for_shop else receipt_url(session, order)
    payload = OrderMailRequested(
        kind=kind,
        to_name=order.contact_name,
        to_address=None if is_for_shop else order.email,
        data={**order_data(order, rows), **instructions, **more},
        url=url,
    )
    emit(session, payload)


def present_mail(order: Order) -> tuple[MailKind, dict[str, Any]] | None:
    """The mail that tells a buyer how their order is now, with its further data; None where there is nothing to do or to get.

    Of one that is completed it is the receipt: what was sent has arrived, and what was to be collected is not there any more.
    """
    match order.state:
        case "cancelled":
            return None
        case "sent":
            return "order_sent", {}
        case "refunded":
            return "order_refunded", {"refundedAmount": order.refunded_amount}
        case _:
            return "customer_order", {}


def announce_readdressed(
    session: AsyncSession, order: Order, address: str, url: str, resent_kind: MailKind | None
) -> None:
    """Tell that an order has another address and link than these, which it had before, and what is mailed with the new ones."""
    payload = OrderReaddressed(
        order_id=order.id,
        to_name=order.contact_name,
        from_address=address,
        to_address=order.email,
        from_url=url,
        url=receipt_url(session, order),
        resent_kind=resent_kind,
    )
    emit(session, payload)


def receipt_url(session: AsyncSession, order: Order) -> str:
    """The link to an order that its buyer is mailed."""
    return f"{_public_url(session)}{receipt_path(order)}"


def _public_url(session: AsyncSession) -> str:
    return state_of(session).settings.public_url


def receipt_path(order: Order) -> str:
    """Where the buyer sees the order, under the site's address."""
    return f"/ecom/receipts/{order.token}/page"


def order_data(order: Order, rows: Sequence[OrderRow]) -> dict[str, Any]:
    """An order as email templates have it: the names of the specification, amounts in minor units."""
    return {
        "reference": order.reference,
        "gateway": order.gateway,
        "currency": order.currency,
        "contactName": order.contact_name,
        "isPaid": order.paid_amount >= order.total_incl_tax,
        "tracking": order.tracking,
        **flat("billing", order.billing),
        **flat("delivery", order.delivery),
        "needsDelivery": order.needs_delivery,
        "isCollected": order.is_collected,
        "rows": [
            {
                "productGroup": {"name": row.group_name},
                # Templates ask whether there is a name: an empty one is none.
                "product": {"name": row.product_name or None},
                "name": name_of(row),
                "quantity": row.quantity,
                "unitPrice": row.unit_price,
                "unitPriceInclTax": row.unit_price_incl_tax,
                "totalExclTax": row.total_excl_tax,
                "totalInclTax": row.total_incl_tax,
            }
            for row in rows
        ],
        # Whether the shop shows them so: a buyer compares the mail with what the basket said.
        "pricesIncludeTax": order.prices_include_tax,
        "deliveryExclTax": order.delivery_excl_tax,
        "deliveryInclTax": order.delivery_incl_tax,
        "totalExclTax": order.total_excl_tax,
        "tax": order.tax,
        "totalInclTax": order.total_incl_tax,
    }


def name_of(row: OrderRow) -> str:
    """What a row is called in one line: the group, and which product of it where there is a choice."""
    if not row.product_name or row.product_name == row.group_name:
        return row.group_name
    return f"{row.group_name}: {row.product_name}"
