"""Takes orders: priced by the shop, with their stock, their payment and their mails in one transaction, and each once."""

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.baskets.service import Destination, PricedBasket, PricedRow, choice_of, price_basket
from ecom.baskets.totals import NOTHING, percent_text
from ecom.checkout import limits
from ecom.checkout.errors import CollectionNotOffered, OrderKeyReused, SummaryChanged
from ecom.checkout.schemas import OrderRequest
from ecom.orders.events import OrderPlaced
from ecom.orders.mails import confirm
from ecom.orders.models import Order, OrderRow
from ecom.orders.references import new_token, unused_reference
from ecom.orders.service import expiry
from ecom.orders.states import PAID_LATER
from ecom.orders.timeline import note
from ecom.payments import service as payments
from ecom.payments.errors import GatewayNotOffered
from ecom.payments.gateways import offered
from ecom.payments.models import Payment
from ecom.places import Place
from ecom.stock.service import deduct, lock_products
from kit.auth import Caller, Principal
from kit.db import new_id, release_connection
from kit.errors import FieldError
from kit.events import emit
from kit.idempotency import IdempotencyKeyReused, answer_for_update, begin_once, replace_answer, replayed
from kit.state import state_of
from kit.tables import Job

_SCOPE = "orders"
"""The scope of idempotency keys, the same for all senders: a browser draws a key at random, and sends an order that got
no answer once more, even after its user has logged in or out."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An order that was taken, with what is to be paid for it: nothing where it costs nothing."""

    order: Order
    payment: Payment | None
    job: Job | None = None
    """What has the payment's provider expect it."""


async def place(session: AsyncSession, data: OrderRequest, caller: Caller, key: str, address: str | None) -> Placed:
    """Take an order; sent again with its key it is the same order.

    ``address`` is the network address that it came from. Raises `OrderKeyReused`, `TooManyOrders`, `SummaryChanged`,
    `CollectionNotOffered`, `GatewayNotOffered`, `BasketTooLarge`.
    """
    request = orjson.dumps(data.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)
    try:
        replay = await replayed(session, scope=_SCOPE, key=key, request=request)
        if replay and (placed := await _placed(session, replay.answer)):
            return placed
        await release_connection(session)
        # Counted whatever becomes of it: also what is refused has made the shop reckon.
        async with state_of(session).database.transaction() as own:
            await limits.count(own, address)
        order_id = new_id()
        answer = {"orderId": str(order_id)}
        if await begin_once(session, scope=_SCOPE, key=key, request=request, answer=answer):
            # Two at once that miss it place it once: the second finds what the first has put there.
            if placed := await _placed(session, await answer_for_update(session, scope=_SCOPE, key=key)):
                return placed
            await replace_answer(session, scope=_SCOPE, key=key, answer=answer)
    except IdempotencyKeyReused:
        raise OrderKeyReused("This Idempotency-Key was already used for a different order.") from None
    return await _take(session, caller, data, order_id)


async def _placed(session: AsyncSession, answer: Mapping[str, Any]) -> Placed | None:
    """An order that was taken before: as it is, with its first payment; None where a backup without it was imported."""
    order = await session.get(Order, uuid.UUID(answer["orderId"]))
    if order is None:
        return None
    first = select(Payment).where(Payment.order_id == order.id).order_by(Payment.id).limit(1)
    payment = (await session.scalars(first)).one_or_none()
    return Placed(order, payment, None if payment is None else await payments.beginning(session, payment))


async def _take(session: AsyncSession, caller: Caller, data: OrderRequest, order_id: uuid.UUID) -> Placed:
    if data.collects and not await offered(session, among=["collection"]):
        raise CollectionNotOffered("This shop does not offer collection. Choose delivery.")
    wanted: Counter[uuid.UUID] = Counter()
    for row in data.rows:
        wanted[row.product_id] += row.quantity
    # From here on nobody else sells them: what is reckoned now is so until the order is taken.
    products = await lock_products(session, [*wanted])
    basket = await price_basket(session, caller, data.rows, _destination(data))
    if not basket.summary.can_order or basket.summary.digest != data.summary_digest:
        raise SummaryChanged(
            "Your basket has changed. Check it and order again.",
            summary=basket.summary.model_dump(mode="json"),
        )
    if data.gateway == "collection" and basket.summary.total_incl_tax and basket.needs_delivery:
        # A buyer who pays at collection has to collect the order.
        fault = FieldError("gateway", GatewayNotOffered.code, "This payment method is for collection only.")
        raise GatewayNotOffered("This payment method is for collection only. Choose another one.", errors=[fault])
    order = await _order(session, caller, data, order_id, basket)
    session.add(order)
    await session.flush()
    rows = [_row(order.id, position, row) for position, row in enumerate(basket.rows)]
    session.add_all(rows)
    await session.flush()
    await deduct(session, caller, wanted, order.id, products)
    note(session, caller, order, "placed", gateway=order.gateway)
    payment, job = await payments.add(session, order, data.gateway) if order.total_incl_tax else (None, None)
    if order.confirmed_at is not None:
        await confirm(session, order, rows)
    emit(
        session,
        OrderPlaced(order_id=order.id, reference=order.reference, currency=order.currency, total=order.total_incl_tax),
    )
    await session.flush()
    return Placed(order, payment, job)


def _destination(data: OrderRequest) -> Destination:
    where = data.address("delivery")
    return Destination(
        Place(where["countryCode"], where["county"], where["town"], where["postcode"]), is_collected=data.collects
    )


async def _order(
    session: AsyncSession, caller: Caller, data: OrderRequest, order_id: uuid.UUID, basket: PricedBasket
) -> Order:
    summary, delivery, now = basket.summary, basket.delivery, datetime.now(UTC)
    is_to_be_paid = bool(summary.total_incl_tax)
    return Order(
        id=order_id,
        created_at=now,
        # Of one that is paid online, the money confirms it.
        confirmed_at=None if is_to_be_paid and data.gateway not in PAID_LATER else now,
        reference=await unused_reference(session),
        token=new_token(),
        # What costs nothing is paid for.
        state="awaiting_payment" if is_to_be_paid else "paid",
        gateway=data.gateway,
        currency=basket.currency,
        user_id=uuid.UUID(caller.user_id) if isinstance(caller, Principal) else None,
        contact_name=data.name,
        email=data.email,
        phone=data.phone,
        billing=data.address("billing"),
        delivery=data.address("delivery"),
        customer_note=data.note,
        prices_include_tax=basket.includes_tax,
        needs_delivery=basket.needs_delivery,
        is_collected=delivery.state == "collected",
        delivery_excl_tax=delivery.total.excl,
        delivery_tax=delivery.total.tax,
        delivery_incl_tax=delivery.total.incl,
        delivery_tax_percent=percent_text(delivery.rate),
        total_excl_tax=summary.total_excl_tax,
        tax=summary.tax,
        total_incl_tax=summary.total_incl_tax,
        expires_at=await expiry(session, data.gateway) if is_to_be_paid else None,
    )


def _row(order_id: uuid.UUID, position: int, row: PricedRow) -> OrderRow:
    assert row.line.product is not None, "a basket that can be ordered has products"
    assert row.line.group is not None, "and each of them its group"
    unit, total = (row.total.unit, row.total.total) if row.total else (NOTHING, NOTHING)
    return OrderRow(
        order_id=order_id,
        position=position,
        product_id=row.line.product.id,
        group_name=row.line.group.name,
        product_name=choice_of(row),
        sku=row.line.product.sku,
        options=row.line.option_values,
        quantity=row.asked.quantity,
        unit_price=unit.excl,
        unit_price_incl_tax=unit.incl,
        total_excl_tax=total.excl,
        tax=total.tax,
        total_incl_tax=total.incl,
        tax_percent=percent_text(row.total.rate) if row.total else "0",
        needs_delivery=row.line.product.needs_delivery,
    )
