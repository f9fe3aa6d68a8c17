"""The settings of the shop. `ecom:read` allows to read them, `ecom:write` to change all but the keys of providers."""

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.models import ConfigEntry
from ecom.config_entries.order_entries import ORDER_ENTRIES
from ecom.config_entries.payment_entries import PAYMENT_ENTRIES
from ecom.events import CATALOGUE, SETTINGS, emit_tags
from ecom.money import Currency
from ecom.places import CountryCode
from kit.config_entries import ConfigEntries, Entry
from kit.schemas import EmailAddress

_READ = ("ecom:read", "ecom:write")
_WRITE = ("ecom:write",)

CURRENCY = Entry[str]("currency", Currency, default="GBP", read=_READ, write=_WRITE)
"""What all prices of the shop are in that is not said otherwise, and what orders are paid in."""
PRICES_INCLUDE_TAX = Entry[bool]("pricesIncludeTax", StrictBool, default=True, read=_READ, write=_WRITE)
"""Whether the amounts of prices and deliveries have tax in them."""
COUNTRY = Entry[str]("country", CountryCode, default="GB", read=_READ, write=_WRITE)
"""Where the shop is: what a price is taxed by until it is known where it goes."""
LOW_STOCK_AT = Entry[int](
    "lowStockAt", Annotated[StrictInt, Field(ge=0, le=1_000_000)], default=5, read=_READ, write=_WRITE
)
"""From how few of a product on it counts as low in stock, where the product does not say."""
STOCK_NOTICES_ON = Entry[bool]("stockNoticesOn", StrictBool, default=True, read=_READ, write=_WRITE)
"""Whether the shop is mailed of products that have become low in stock."""
STOCK_NOTICE_ADDRESS = Entry[str](
    "stockNoticeAddress", EmailAddress | Literal[""], default="", read=_READ, write=_WRITE
)
"""Who is mailed of them; empty is the site's contact address."""

_OWN: list[Entry[Any]] = [
    CURRENCY,
    PRICES_INCLUDE_TAX,
    COUNTRY,
    LOW_STOCK_AT,
    STOCK_NOTICES_ON,
    STOCK_NOTICE_ADDRESS,
]


async def _changed(session: AsyncSession, keys: Collection[str]) -> None:
    emit_tags(session, CATALOGUE, SETTINGS)


entries = ConfigEntries(ConfigEntry, [*_OWN, *ORDER_ENTRIES, *PAYMENT_ENTRIES], name="ecom.config", changed=_changed)
