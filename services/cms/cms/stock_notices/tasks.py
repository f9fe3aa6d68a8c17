"""Mailing the shop that products are low in stock."""

import logging
from typing import Any

from cms.config import settings_of
from cms.config_entries.entries import CONTACT_ADDRESS, SITE_NAME, entries
from cms.emails import service as emails
from cms.emails.schemas import EmailRequest
from cms.stock_notices.schemas import LowStock
from kit.jobs import Run, task

log = logging.getLogger(__name__)

MAIL_LOW_STOCK = "stock_notices.mail"
_PAGE = "/cms-ecom/products"
_LONGEST_NAME = 500


@task(MAIL_LOW_STOCK)
async def mail_low_stock(run: Run, args: dict[str, Any]) -> None:
    """Write the mail in the transaction in which the job ends: once. Nobody gets it where neither shop nor site has an address."""
    notice = LowStock.model_validate(args)
    site = await entries.values(run.session)
    address = notice.to_address or site.get(CONTACT_ADDRESS.key)
    if not address:
        log.info("low stock is mailed to nobody: neither the shop nor the site has an address for it")
        return
    name = str(site.get(SITE_NAME.key) or "") or address
    request = {"kind": "stock_low", "to": {"name": name, "emailAddress": address}, "data": _data(run, notice)}
    await emails.write(run.session, EmailRequest.model_validate(request))


def _data(run: Run, notice: LowStock) -> dict[str, Any]:
    return {
        "link": f"{settings_of(run.state).public_url}{_PAGE}{_place(notice)}",
        # Of the name the SKU tells those apart that are called the same.
        "products": [f"{product.name[:_LONGEST_NAME]} ({product.sku})" for product in notice.products],
        "left": [str(max(product.stock, 0)) for product in notice.products],
        "more": str(notice.count - len(notice.products)),
    }


def _place(notice: LowStock) -> str:
    """The one product, or the list that has them."""
    if notice.count == 1:
        return f"/{notice.products[0].group_id}"
    are_all_out = all(product.stock <= 0 for product in notice.products)
    return "?stock=out" if are_all_out else "?stock=low"
