"""``/ecom/currencies``: a list only."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter

from ecom.currencies.schemas import CurrencyOut
from ecom.money import CURRENCIES
from kit.auth import Principal, requires
from kit.minor_digits import decimal_places

router = APIRouter(prefix="/ecom/currencies")


@router.get("")
async def list(_: Annotated[Principal, requires("ecom:read", "ecom:write")]) -> Sequence[CurrencyOut]:
    """List the currencies that the shop can be in, by their codes."""
    return [CurrencyOut(code=code, decimal_places=decimal_places(code)) for code in sorted(CURRENCIES)]
