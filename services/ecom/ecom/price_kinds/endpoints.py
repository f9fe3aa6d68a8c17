"""``/ecom/price-kinds``: a list only, for the kinds are fixed."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter
from sqlalchemy import select

from ecom.price_kinds.models import PriceKind
from ecom.price_kinds.schemas import PriceKindOut
from kit.auth import Principal, requires
from kit.db import Session

router = APIRouter(prefix="/ecom/price-kinds")


@router.get("", response_model=Sequence[PriceKindOut])
async def list(
    session: Session, principal: Annotated[Principal, requires("ecom:read", "ecom:write")]
) -> Sequence[PriceKind]:
    """List the kinds of prices: standard, sale and trade."""
    return (await session.scalars(select(PriceKind).order_by(PriceKind.position))).all()
