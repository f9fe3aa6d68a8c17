"""What the shop tells of orders: that one was placed or changed, and what is to be mailed about it."""

import uuid
from typing import Literal

from pydantic import JsonValue

from kit.events import Payload, event

MailKind = Literal[
    "customer_order", "admin_order", "order_sent", "order_refunded", "order_cancelled", "payment_sent_back"
]
"""``order_sent`` is of orders that are collected too, which ``isCollected`` says in the data: the mail tells that it is ready.

A release of cms that does not know a kind lets no mail of orders pass until it has given that one up. So there are no new ones
where the data can say it.
"""


@event("ecom.order_placed")
class OrderPlaced(Payload):
    """Somebody has bought something. The total is in minor units of the currency, with tax and delivery."""

    order_id: uuid.UUID
    reference: str
    currency: str
    total: int


@event("ecom.order_changed")
class OrderChanged(Payload):
    """An order has another state, or other money has moved for it."""

    order_id: uuid.UUID
    reference: str
    state: str
    payment_state: str


@event("ecom.mail_requested")
class OrderMailRequested(Payload):
    """Something is to be mailed about an order: to the buyer, or without a recipient to the shop.

    ``data`` is the order as its email templates have it; ``url`` shows it to who has the mail.
    """

    kind: MailKind
    to_name: str
    to_address: str | None
    data: dict[str, JsonValue]
    url: str


@event("ecom.order_readdressed")
class OrderReaddressed(Payload):
    """The buyer of an order has another email address, and with it another link: ``from_url`` has ended, ``url`` is the new one.

    What was mailed about the order and has not reached the buyer is for the new address; except what is ``resent_kind``, which
    the new address gets by an event of its own.
    """

    order_id: uuid.UUID
    to_name: str
    from_address: str
    to_address: str
    from_url: str
    url: str
    resent_kind: MailKind | None = None
