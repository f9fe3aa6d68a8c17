"""The settings of orders and of what is printed about them."""

from typing import Annotated, Any

from pydantic import Field, StrictInt, StringConstraints

from kit.config_entries import Entry
from kit.schemas import OneLine

_READ = ("ecom:read", "ecom:write")
_WRITE = ("ecom:write",)
_Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine]

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

ORDER_ENTRIES: list[Entry[Any]] = [UNPAID_MINUTES, SELLER_NAME, SELLER_ADDRESS, TAX_NUMBER]
