"""The mails that the shop asks for."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from kit.events import Payload

OrderMailKind = Literal[
    "customer_order", "admin_order", "order_sent", "order_ready", "order_refunded", "payment_sent_back"
]


class RequestedOrderMail(Payload):
    """A mail as `ecom.mail_requested` has it. Without an address it goes to the shop."""

    kind: OrderMailKind
    to_name: str
    to_address: str | None
    data: Annotated[dict[str, JsonValue], Field(max_length=100)]
    url: str


class ReaddressedOrder(Payload):
    """An order whose buyer has another address and another link, as `ecom.order_readdressed` has it."""

    to_name: str
    from_address: str
    to_address: str
    from_url: str
    url: str
