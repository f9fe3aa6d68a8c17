"""Orders as the wire has them."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.addresses import flat
from ecom.orders.instructions import payment_instructions
from ecom.orders.mails import name_of, receipt_path
from ecom.orders.models import Order, OrderRow
from ecom.orders.repository import Filters, OrderRepository
from ecom.orders.reservation import rows_of
from ecom.orders.schemas import (
    OrderEventOut,
    OrderListed,
    OrderOut,
    OrderRowOut,
    OrdersPage,
    OrderSum,
    OrderTax,
    Receipt,
    ReceiptListed,
    RowGroup,
    RowProduct,
)
from ecom.orders.states import next_states, payment_state
from ecom.orders.status import status_of
from ecom.orders.taxes import taxes_of
from kit.pagination import Order as SortOrder
from kit.pagination import Window
from kit.state import KitState
from kit.user_names import user_names

_SAME = (
    "id",
    "reference",
    "created_at",
    "state",
    "gateway",
    "currency",
    "contact_name",
    "email",
    "phone",
    "customer_note",
    "tracking",
    "needs_delivery",
    "is_collected",
    "prices_include_tax",
    "delivery_excl_tax",
    "delivery_tax",
    "delivery_incl_tax",
    "total_excl_tax",
    "tax",
    "total_incl_tax",
    "paid_amount",
    "refunded_amount",
    "paid_at",
    "sent_at",
)


async def list_orders(session: AsyncSession, window: Window, order: SortOrder, filters: Filters) -> OrdersPage:
    """One part of the orders that fit, and what all of them come to."""
    repository = OrderRepository(session)
    query = repository.filtered(filters)
    found = await repository.page(window, order, query)
    counts = await repository.counts([row.id for row in found.results])
    sums = await repository.sums(query)
    return OrdersPage(
        results=[_listed(row, counts.get(row.id, 0)) for row in found.results],
        total=found.total,
        start=found.start,
        limit=found.limit,
        sums=[OrderSum.model_validate(each) for each in sums],
    )


async def order_out(session: AsyncSession, order: Order) -> OrderOut:
    """An order as the shop sees it, with all that happened to it."""
    rows = await rows_of(session, order.id)
    events = await OrderRepository(session).events(order.id)
    return OrderOut(
        **await _receipt_values(session, order, rows),
        version=order.version,
        updated_at=order.updated_at,
        user_id=order.user_id,
        notes=order.notes,
        expires_at=order.expires_at,
        has_stock=order.has_stock,
        next_states=[*next_states(status_of(order))],
        receipt_path=receipt_path(order),
        events=[OrderEventOut.model_validate(event) for event in events],
    )


async def with_actor_names(state: KitState, order: OrderOut) -> OrderOut:
    """The order with the names of who did what. Auth is asked: no transaction may be open."""
    names = await user_names(state, (str(event.actor_id) for event in order.events if event.actor_id))
    events = [event.model_copy(update={"actor_name": names.get(str(event.actor_id))}) for event in order.events]
    return order.model_copy(update={"events": events})


async def receipt(session: AsyncSession, order: Order) -> Receipt:
    """An order as its buyer sees it: without the shop's notes, and without who did what."""
    return Receipt(**await _receipt_values(session, order, await rows_of(session, order.id)))


def receipt_listed(order: Order) -> ReceiptListed:
    """An order in a member's list."""
    return ReceiptListed(
        id=order.id,
        reference=order.reference,
        created_at=order.created_at,
        state=status_of(order).state,
        payment_state=payment_state(status_of(order)),
        is_collected=order.is_collected,
        currency=order.currency,
        total_incl_tax=order.total_incl_tax,
        receipt_path=receipt_path(order),
    )


def _listed(order: Order, count: int) -> OrderListed:
    return OrderListed(
        id=order.id,
        version=order.version,
        created_at=order.created_at,
        updated_at=order.updated_at,
        reference=order.reference,
        state=status_of(order).state,
        payment_state=payment_state(status_of(order)),
        gateway=order.gateway,
        currency=order.currency,
        contact_name=order.contact_name,
        email=order.email,
        billing_name=order.billing.get("name", ""),
        delivery_name=order.delivery.get("name", ""),
        delivery_town=order.delivery.get("town", ""),
        delivery_country_code=order.delivery.get("countryCode", ""),
        is_collected=order.is_collected,
        item_count=count,
        total_incl_tax=order.total_incl_tax,
        paid_amount=order.paid_amount,
        refunded_amount=order.refunded_amount,
        expires_at=order.expires_at,
    )


async def _receipt_values(session: AsyncSession, order: Order, rows: Sequence[OrderRow]) -> dict[str, Any]:
    return {
        **{name: getattr(order, name) for name in _SAME},
        **flat("billing", order.billing),
        **flat("delivery", order.delivery),
        "payment_state": payment_state(status_of(order)),
        "payment_instructions": await payment_instructions(session, order),
        "rows": [*_rows(rows)],
        "taxes": [
            OrderTax(percent=line.percent, total_excl_tax=line.excl, tax=line.tax) for line in taxes_of(order, rows)
        ],
    }


def _rows(rows: Iterable[OrderRow]) -> Iterable[OrderRowOut]:
    for row in rows:
        yield OrderRowOut(
            id=row.id,
            product_group=RowGroup(name=row.group_name),
            product=RowProduct(id=row.product_id, name=row.product_name, sku=row.sku),
            name=name_of(row),
            options=row.options,
            quantity=row.quantity,
            unit_price=row.unit_price,
            unit_price_incl_tax=row.unit_price_incl_tax,
            total_excl_tax=row.total_excl_tax,
            tax=row.tax,
            total_incl_tax=row.total_incl_tax,
            tax_percent=row.tax_percent,
            needs_delivery=row.needs_delivery,
            refunded_quantity=row.refunded_quantity,
            returned_quantity=row.returned_quantity,
        )
