"""The tax of an order by its rates, as its rows have it."""

from collections.abc import Sequence

from ecom.baskets.totals import TaxLine, tax_lines
from ecom.orders.models import Order, OrderRow
from ecom.tax_rates.service import Taxed


def taxes_of(order: Order, rows: Sequence[OrderRow]) -> list[TaxLine]:
    """What was taxed by each percentage, delivery included, the highest first."""
    taxes = [(row.tax_percent, Taxed(row.total_excl_tax, row.tax, row.total_incl_tax)) for row in rows]
    delivery = Taxed(order.delivery_excl_tax, order.delivery_tax, order.delivery_incl_tax)
    return tax_lines([*taxes, (order.delivery_tax_percent, delivery)])
