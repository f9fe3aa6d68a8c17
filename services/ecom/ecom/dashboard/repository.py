"""Counts for the shop's dashboard."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.catalogue.repository import GroupFilters, ProductGroupRepository
from ecom.orders.repository import Filters, OrderRepository
from ecom.payments.models import Refund
from ecom.product_groups.models import ProductGroup
from ecom.products.models import Price, Product
from ecom.shipping_matrices.models import ShippingMatrix
from ecom.tax_rates.models import TaxRate

_STUCK_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Counts:
    """What the dashboard counts, in one statement."""

    paid: int
    preparing: int
    unpaid_invoices: int
    unpaid_collections: int
    low: int
    out: int
    stuck_refunds: int
    has_products: bool
    has_delivery: bool
    has_tax_rates: bool


async def count(session: AsyncSession, *, currency: str, low_at: int, now: datetime) -> Counts:
    """Orders that wait, products that run out, refunds that are stuck, and whether there is what a shop needs.

    Orders and products are counted by the queries of their lists: a list that is opened from here shows as many.
    """
    orders, groups = OrderRepository(session), ProductGroupRepository(session)
    on_sale = (
        exists()
        .where(Product.group_id == ProductGroup.id, Product.is_published, ProductGroup.is_published)
        .where(Price.product_id == Product.id, Price.currency == currency)
    )
    row = await session.execute(
        select(
            _count(orders.filtered(Filters(states=["paid"]))).label("paid"),
            _count(orders.filtered(Filters(states=["preparing"]))).label("preparing"),
            _count(orders.filtered(Filters(gateways=["invoice"], is_unpaid=True))).label("unpaid_invoices"),
            _count(orders.filtered(Filters(gateways=["collection"], is_unpaid=True))).label("unpaid_collections"),
            _count(groups.search(GroupFilters(stock="low"), low_at)).label("low"),
            _count(groups.search(GroupFilters(stock="out"), low_at)).label("out"),
            _count(select(Refund).where(Refund.state == "pending", Refund.created_at < now - _STUCK_AFTER)).label(
                "stuck_refunds"
            ),
            on_sale.label("has_products"),
            (
                exists().where(ShippingMatrix.is_first, ShippingMatrix.currency == currency)
                | ~exists().where(Product.needs_delivery, Product.is_published)
            ).label("has_delivery"),
            exists().where(TaxRate.id.is_not(None)).label("has_tax_rates"),
        )
    )
    return Counts(**row.one()._asdict())


def _count(query: Select[Any]) -> Any:
    return select(func.count()).select_from(query.order_by(None).subquery()).scalar_subquery()
