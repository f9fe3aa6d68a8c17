"""``/ecom/products/{id}/prices/explanation``."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query

from ecom.config_entries.entries import CURRENCY, entries
from ecom.prices.picking import Occasion, pick
from ecom.prices.schemas import ExplainedPrice, PriceExplanation
from ecom.products.repository import ProductRepository, prices_of
from ecom.products.schemas import PriceOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.schemas import Moment

router = APIRouter(prefix="/ecom/products")


@router.get("/{id}/prices/explanation")
async def explain(
    id: uuid.UUID,
    session: Session,
    _: Annotated[Principal, requires("ecom:read", "ecom:write")],
    quantity: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    at: Annotated[Moment | None, Query(description="Now where it is left out.")] = None,
    scope: Annotated[
        Sequence[Annotated[str, Query(max_length=64)]], Query(max_length=20, description="The buyer's scopes.")
    ] = [],
) -> PriceExplanation:
    """Get which of a product's prices counts, and why each of the others does not."""
    product = await ProductRepository(session).get(id)
    occasion = Occasion(await entries.get(session, CURRENCY), at or datetime.now(UTC), quantity, scope)
    picked = pick((await prices_of(session, [product.id]))[product.id], occasion)
    judged = [
        ExplainedPrice.model_validate(
            {
                **PriceOut.model_validate(each.price).model_dump(),
                "why": ("lowest" if each.price is picked.price else "higher") if each.why == "applies" else each.why,
            }
        )
        for each in picked.judged
    ]
    return PriceExplanation(
        product_id=product.id,
        currency=occasion.currency,
        quantity=quantity,
        at=occasion.at,
        scopes=[*scope],
        amount=picked.price.amount if picked.price else None,
        standard_amount=picked.standard,
        prices=judged,
    )
