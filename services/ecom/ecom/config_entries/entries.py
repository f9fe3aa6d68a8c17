"""The shop's settings. Whoever reads the shop reads them; whoever writes it changes them, keys of providers aside."""

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from ecom.config_entries.models import ConfigEntry
from ecom.money import Currency
from kit.config_entries import ConfigEntries, Entry
from kit.schemas import OneLine

_READ = ("ecom:read", "ecom:write")
_WRITE = ("ecom:write",)
_Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine]
_Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]

CURRENCY = Entry[str]("currency", Currency, default="GBP", read=_READ, write=_WRITE)
"""What all prices of the shop are in that is not said otherwise, and what orders are paid in."""
PRICES_INCLUDE_TAX = Entry[bool]("pricesIncludeTax", StrictBool, default=True, read=_READ, write=_WRITE)
"""Whether the amounts of prices and deliveries have tax in them."""
COUNTRY = Entry[str]("country", _Country, default="GB", read=_READ, write=_WRITE)
"""Where the shop is: what a price is taxed by until it is known where it goes."""
LOW_STOCK_AT = Entry[int](
    "lowStockAt", Annotated[StrictInt, Field(ge=0, le=1_000_000)], default=5, read=_READ, write=_WRITE
)
"""From how few of a product on it counts as low in stock, where the product does not say."""

UNPAID_MINUTES = Entry[int](
    "unpaidMinutes", Annotated[StrictInt, Field(ge=0, le=43_200)], default=60, read=_READ, write=_WRITE
)
"""After how many minutes an order that is paid online, and was not, gives its stock back; 0 is never."""
SELLER_NAME = Entry[str]("sellerName", _Line, default="", read=_READ, write=_WRITE)
"""Who sells, as invoices have it."""
SELLER_ADDRESS = Entry[str](
    "sellerAddress", Annotated[str, StringConstraints(max_length=1_000)], default="", read=_READ, write=_WRITE
)
"""Where that is, in as many lines as it takes."""
TAX_NUMBER = Entry[str]("taxNumber", _Line, default="", read=_READ, write=_WRITE)
"""The seller's registration for value added tax, as invoices have to name it."""

entries = ConfigEntries(
    ConfigEntry,
    [
        CURRENCY,
        PRICES_INCLUDE_TAX,
        COUNTRY,
        LOW_STOCK_AT,
        UNPAID_MINUTES,
        SELLER_NAME,
        SELLER_ADDRESS,
        TAX_NUMBER,
    ],
    name="ecom.config",
)
