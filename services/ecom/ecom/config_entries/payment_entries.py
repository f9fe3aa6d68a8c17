"""The settings of payments. Users with `ecom:read` see which are set; only administrators change keys of providers."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import StrictBool, StringConstraints

from kit.config_entries import Entry

_READ = ("ecom:read", "ecom:write")
_WRITE = ("ecom:write",)
_Instructions = Annotated[str, StringConstraints(max_length=2_000)]
_Key = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[\x21-\x7e]*$")]
_Currency = Literal[
    "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "ILS", "JPY", "MXN", "MYR", "NOK", "NZD", "PHP",
    "PLN", "SEK", "SGD", "THB", "USD",
]  # fmt: skip
"""Those that PayPal takes with as many decimal places as they have. HUF and TWD, which it takes as whole ones, are not."""
_NO_SECRET: Final[Any] = None

INVOICE_ON = Entry[bool]("invoiceOn", StrictBool, default=True, read=_READ, write=_WRITE)
INVOICE_INSTRUCTIONS = Entry[str]("invoiceInstructions", _Instructions, default="", read=_READ, write=_WRITE)
"""What buyers are told who pay by invoice: the account, and until when."""
COLLECTION_ON = Entry[bool]("collectionOn", StrictBool, default=True, read=_READ, write=_WRITE)
COLLECTION_INSTRUCTIONS = Entry[str]("collectionInstructions", _Instructions, default="", read=_READ, write=_WRITE)
"""What buyers are told who pay when they fetch it: where, and when it is open."""
INSTRUCTIONS: Mapping[str, Entry[str]] = {"invoice": INVOICE_INSTRUCTIONS, "collection": COLLECTION_INSTRUCTIONS}
"""Of the ways to pay that nobody but the shop can tell how they are paid."""

CARD_ON = Entry[bool]("cardOn", StrictBool, default=True, read=_READ, write=_WRITE)
STRIPE_PUBLISHABLE_KEY = Entry[str]("stripePublishableKey", _Key, default="", read=_READ)
STRIPE_SECRET_KEY = Entry[str | None]("stripeSecretKey", _Key, default=_NO_SECRET, read=_READ, is_secret=True)
STRIPE_WEBHOOK_SECRET = Entry[str | None]("stripeWebhookSecret", _Key, default=_NO_SECRET, read=_READ, is_secret=True)

BUTTON_ON = Entry[bool]("buttonOn", StrictBool, default=True, read=_READ, write=_WRITE)
PAYPAL_CLIENT_ID = Entry[str]("paypalClientId", _Key, default="", read=_READ)
PAYPAL_CLIENT_SECRET = Entry[str | None]("paypalClientSecret", _Key, default=_NO_SECRET, read=_READ, is_secret=True)
PAYPAL_WEBHOOK_ID = Entry[str]("paypalWebhookId", _Key, default="", read=_READ)
PAYPAL_CURRENCY = Entry[str]("paypalCurrency", _Currency, default="GBP", read=_READ, write=_WRITE)
"""What the payment button takes; it is offered for orders in this currency."""
PAYPAL_MODE = Entry[str]("paypalMode", Literal["live", "sandbox"], default="live", read=_READ)

PAYMENT_ENTRIES: list[Entry[Any]] = [
    INVOICE_ON,
    INVOICE_INSTRUCTIONS,
    COLLECTION_ON,
    COLLECTION_INSTRUCTIONS,
    CARD_ON,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    BUTTON_ON,
    PAYPAL_CLIENT_ID,
    PAYPAL_CLIENT_SECRET,
    PAYPAL_WEBHOOK_ID,
    PAYPAL_CURRENCY,
    PAYPAL_MODE,
]
