"""How the shop does."""

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import COUNTRY, CURRENCY, LOW_STOCK_AT, entries
from ecom.config_entries.order_entries import SELLER_ADDRESS, SELLER_NAME
from ecom.config_entries.payment_entries import INSTRUCTIONS
from ecom.dashboard import repository
from ecom.dashboard.repository import Counts
from ecom.dashboard.sales import calendar, count_sales, days_of, periods_of
from ecom.dashboard.schemas import DashboardOut, MoneyTroubles, SetUpState, StockNotice, WaitingOrders
from ecom.payments import listing
from ecom.tax_rates.service import untaxed_classes
from kit.config_entries import Entry


async def get(session: AsyncSession, timezone: str, now: datetime) -> DashboardOut:
    """The dashboard at ``now``, its days by the clocks of a time zone. As many statements for any number of orders."""
    stored = await entries.values(session)

    def value(entry: Entry[Any]) -> Any:
        return stored.get(entry.key, entry.default)

    currency: str = value(CURRENCY)
    shown = calendar(now, timezone)
    counted = await count_sales(session, shown, currency)
    counts = await repository.count(session, currency=currency, low_at=value(LOW_STOCK_AT), now=now)
    untaxed = await untaxed_classes(session, value(COUNTRY), now)
    payments = await listing.status(session)
    return DashboardOut(
        currency=currency,
        timezone=timezone,
        other_currencies=sorted(counted.other_currencies),
        periods=periods_of(shown, counted),
        days=days_of(shown, counted),
        waiting=_waiting(counts),
        stock=StockNotice(low=counts.low, out=counts.out),
        money=MoneyTroubles(
            failed_payments=payments.failed_payments,
            failed_refunds=payments.failed_refunds,
            stuck_refunds=counts.stuck_refunds,
        ),
        set_up=SetUpState(
            has_products=counts.has_products,
            has_delivery=counts.has_delivery,
            has_tax_rates=counts.has_tax_rates,
            untaxed_classes=untaxed,
            has_seller=bool(value(SELLER_NAME) and value(SELLER_ADDRESS)),
            silent_gateways=[
                gateway.key
                for gateway in payments.gateways
                if gateway.is_offered and (entry := INSTRUCTIONS.get(gateway.key)) and not value(entry).strip()
            ],
            gateways=payments.gateways,
        ),
    )


def _waiting(counts: Counts) -> WaitingOrders:
    return WaitingOrders(
        paid=counts.paid,
        preparing=counts.preparing,
        unpaid_invoices=counts.unpaid_invoices,
        unpaid_collections=counts.unpaid_collections,
    )
