"""The documents of an order, as pages to print and as PDF: for the shop, and the invoice for who has the order's link."""

import uuid
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from ecom.config_entries.entries import entries
from ecom.config_entries.order_entries import SELLER_ADDRESS, SELLER_NAME, TAX_NUMBER
from ecom.orders.document_page import page
from ecom.orders.document_pdf import Printing
from ecom.orders.documents import Document, Kind, Seller, document
from ecom.orders.endpoints import Token
from ecom.orders.instructions import payment_instructions
from ecom.orders.models import Order
from ecom.orders.repository import OrderRepository
from ecom.orders.reservation import rows_of
from kit.auth import Caller, Principal, Public, requires
from kit.db import Session, release_connection
from kit.http import CalleeUnavailable, InternalClient
from kit.state import state_of

router = APIRouter(prefix="/ecom/orders", tags=["orders"])
receipts_router = APIRouter(prefix="/ecom/receipts", tags=["receipts"])

_Language = Annotated[
    str, Query(max_length=20, description="A language tag, as in de; English where it is not spoken.")
]
_PAGE = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
_PDF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


def _printing(request: Request) -> Printing:
    printing: Printing = request.app.state.printing
    return printing


_Printing = Annotated[Printing, Depends(_printing)]


class PdfResponse(Response):
    """A PDF."""

    media_type = "application/pdf"


# Before the page: its address would take "invoice.pdf" for a kind.
@router.get("/{id}/documents/{kind}.pdf", response_class=PdfResponse, responses=_PDF)
async def get_document_pdf(
    id: uuid.UUID,
    kind: Kind,
    session: Session,
    printing: _Printing,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    language: _Language = "en",
) -> PdfResponse:
    """Get the invoice or the packing slip of an order as PDF."""
    order = await OrderRepository(session).get(id)
    return await _pdf(session, printing, await _document(session, kind, order, language))


@router.get("/{id}/documents/{kind}", response_class=HTMLResponse)
async def get_document(
    id: uuid.UUID,
    kind: Kind,
    session: Session,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    language: _Language = "en",
) -> HTMLResponse:
    """Get the invoice or the packing slip of an order, as a page to print."""
    order = await OrderRepository(session).get(id)
    return HTMLResponse(page(await _document(session, kind, order, language)), headers=_PAGE)


@receipts_router.get("/{token}/page", response_class=HTMLResponse)
async def get_receipt_page(
    token: Token, session: Session, caller: Annotated[Caller, Public], language: _Language = "en"
) -> HTMLResponse:
    """Get the invoice of an order by the link from its mails, as a page."""
    order = await OrderRepository(session).by_token(token)
    return HTMLResponse(page(await _document(session, "invoice", order, language)), headers=_PAGE)


@receipts_router.get("/{token}/invoice.pdf", response_class=PdfResponse, responses=_PDF)
async def get_receipt_pdf(
    token: Token,
    session: Session,
    printing: _Printing,
    caller: Annotated[Caller, Public],
    language: _Language = "en",
) -> PdfResponse:
    """Get the invoice of an order by the link from its mails, as PDF."""
    order = await OrderRepository(session).by_token(token)
    return await _pdf(session, printing, await _document(session, "invoice", order, language))


async def _document(session: Session, kind: Kind, order: Order, language: str) -> Document:
    values = await entries.values(session)
    instructions = await payment_instructions(session, order) if kind == "invoice" else ""
    rows = await rows_of(session, order.id)
    name = values[SELLER_NAME.key].strip() or await _site_name(session)
    seller = Seller(name, values[SELLER_ADDRESS.key], values[TAX_NUMBER.key])
    return document(kind, order, rows, seller, language, instructions)


async def _site_name(session: Session) -> str:
    """What the site is called: who sells, as far as that is known before the shop says it. Else its host."""
    state = state_of(session)
    await release_connection(session)
    try:
        site = await InternalClient(state, "cms").get("/cms/site")
    except CalleeUnavailable:
        # An invoice without its heading is better than none.
        site = {}
    return site.get("siteName") or urlsplit(state.settings.public_url).hostname or ""


async def _pdf(session: Session, printing: Printing, made: Document) -> PdfResponse:
    await release_connection(session)
    content = await printing.pdf(made)
    # References are of letters, digits and hyphens.
    name = f"{made.name.replace(' ', '-').lower()}-{made.reference}.pdf"
    return PdfResponse(content, headers={**_PAGE, "Content-Disposition": f'inline; filename="{name}"'})
