"""The shop's dashboard on the wire. Money is in minor units of the shop's currency."""

from collections.abc import Sequence
from datetime import date

from pydantic import Field

from ecom.payments.models import GatewayKey
from ecom.payments.schemas import GatewayStatusOut
from kit.schemas import Out


class Sales(Out):
    """What was sold within some days.

    ``orders`` are those placed then, without the cancelled ones and those that still wait for a payment online. ``takings``
    is the money that came then, tax and delivery in it, less what was given back then.
    """

    orders: int
    takings: int


class SalesDay(Sales):
    """One day, by the clocks of the time zone that was asked for."""

    date: date


class SalesPeriod(Sales):
    """So many days up to now, beside as many before them."""

    days: int
    before: Sales


class WaitingOrders(Out):
    """Orders that somebody has to do something about."""

    paid: int = Field(description="Paid, and not begun yet.")
    preparing: int
    unpaid_invoices: int = Field(description="By invoice, neither paid nor cancelled, wherever the goods are.")
    unpaid_collections: int = Field(description="Paid on collection, neither paid nor cancelled.")


class StockNotice(Out):
    """How many product groups have a product that is low in stock, or none left of one."""

    low: int
    out: int


class MoneyTroubles(Out):
    """Failed payments and refunds."""

    failed_payments: int = Field(description="In the last 30 days.")
    failed_refunds: int
    stuck_refunds: int = Field(description="On their way for more than an hour.")


class SetUpState(Out):
    """What a shop needs before it can sell."""

    has_products: bool = Field(description="Something is published that can be bought.")
    has_delivery: bool = Field(
        description="There is a first matrix of delivery charges in the shop's currency, or nothing that is delivered."
    )
    has_tax_rates: bool
    untaxed_classes: Sequence[str] = Field(
        description="Tax classes of products without a rate in the shop's own country; 20 at most."
    )
    has_seller: bool = Field(description="The name and the address that invoices need.")
    silent_gateways: Sequence[GatewayKey] = Field(
        description="Those that are offered and whose instructions are empty, so that buyers are not told how they pay or collect."
    )
    gateways: Sequence[GatewayStatusOut]


class DashboardOut(Out):
    """How the shop does, and what waits for somebody."""

    currency: str
    timezone: str
    other_currencies: Sequence[str] = Field(description="Of orders in these days that are not counted.")
    periods: Sequence[SalesPeriod] = Field(description="Today, 7 and 30 days, today among them.")
    days: Sequence[SalesDay] = Field(description="The last 30, the first first, with zeros where nothing was sold.")
    waiting: WaitingOrders
    stock: StockNotice
    money: MoneyTroubles
    set_up: SetUpState
