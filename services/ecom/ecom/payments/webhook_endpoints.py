"""``/ecom/webhooks``: what providers of payments call."""

from typing import Annotated

from fastapi import APIRouter, Request

from ecom.payments import webhooks
from kit.auth import Caller, Public
from kit.db import Session

router = APIRouter(prefix="/ecom/webhooks", tags=["payments"])

_BODY = {
    "requestBody": {
        "required": True,
        "description": "An event as the provider sends it, byte for byte: it is signed.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.post("/stripe", status_code=204, max_body_size=webhooks.MAX_BODY, openapi_extra=_BODY)
async def stripe(request: Request, session: Session, _: Annotated[Caller, Public]) -> None:
    """Receive an event from Stripe, signed with the shop's webhook secret in `Stripe-Signature`."""
    await webhooks.take_stripe(session, await request.body(), request.headers.get("stripe-signature", ""))


@router.post("/paypal", status_code=204, max_body_size=webhooks.MAX_BODY, openapi_extra=_BODY)
async def paypal(request: Request, session: Session, _: Annotated[Caller, Public]) -> None:
    """Receive an event from PayPal, once PayPal has verified its signature."""
    await webhooks.take_paypal(session, await request.body(), request.headers)
