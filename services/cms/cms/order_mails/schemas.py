"""The mails that the shop asks for."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue

from kit.events import Payload

OrderMailKind = Literal[
    "customer_order", "admin_order", "order_sent", "order_refunded", "order_cancelled", "payment_sent_back"
]
"""A kind that this release does not know keeps all mails behind it waiting: better one of these with further data."""


def _present_kind(kind: object) -> object:
    # An earlier release had a kind for orders that are collected. Its events and jobs say `isCollected` in their data as well.
    return "order_sent" if kind == "order_ready" else kind


class RequestedOrderMail(Payload):
    """A mail as `ecom.mail_requested` has it. Without an address it goes to the shop."""

    kind: Annotated[OrderMailKind, BeforeValidator(_present_kind)]
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
    resent_kind: str | None = None
    """The kind of mail that the new address gets anyway, by an event of its own."""
