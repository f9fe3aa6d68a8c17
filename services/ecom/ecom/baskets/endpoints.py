"""``/ecom/baskets``: what is in a browser's basket, priced by the shop."""

from typing import Annotated

from fastapi import APIRouter, Response

from ecom.baskets import service
from ecom.baskets.schemas import BasketIn, SummaryOut
from kit.auth import Caller, Public
from kit.db import ReadingSession

router = APIRouter(prefix="/ecom/baskets")


@router.post("/summary")
async def summarise(
    session: ReadingSession, caller: Annotated[Caller, Public], data: BasketIn, response: Response
) -> SummaryOut:
    """Price a basket: rows, tax, delivery, and what has changed since the visitor saw it last. Nothing is stored."""
    response.headers["Cache-Control"] = "no-store"
    return await service.summarise(session, data, caller)
