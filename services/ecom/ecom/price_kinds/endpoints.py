"""``/ecom/price-kinds``: a list only, for the kinds are fixed."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter

from ecom.price_kinds.kinds import KINDS, PriceKind
from ecom.price_kinds.schemas import PriceKindOut
from kit.auth import Principal, requires

router = APIRouter(prefix="/ecom/price-kinds")


@router.get("", response_model=Sequence[PriceKindOut])
async def list(_: Annotated[Principal, requires("ecom:read", "ecom:write")]) -> Sequence[PriceKind]:
    """List the kinds of prices: standard, sale and trade."""
    return KINDS
