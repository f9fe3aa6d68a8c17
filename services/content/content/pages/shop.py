"""The pages that a shop needs, from the list of products to the thanks for an order: each leads to the next."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Float, exists, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.listing import read_naming
from content.documents.loading import connection_of
from content.documents.references import is_unused
from content.layouts.models import Layout
from content.pages import service
from content.pages.duplicating import free_address
from content.pages.errors import NoOwnColumn, ShopMissing
from content.pages.filters import PageFilters
from content.pages.first_content import Content, heading, own_columns
from content.pages.models import IN_MENU, Page
from content.pages.schemas import PageConfig, PageCreate
from content.pages.shop_words import ShopWords, Words, words_for
from content.plugins.models import Plugin
from content.site.models import Site
from content.site.repository import SiteRepository
from kit.auth import Principal

PRODUCTS = "ecom.category"
PRODUCT = "ecom.product"
BASKET = "ecom.basketManagement"
CHECKOUT = "ecom.checkout"
THANKS = "ecom.checkoutSuccess"
_ORDER = (THANKS, CHECKOUT, BASKET, PRODUCT, PRODUCTS)
"""None leads to one that comes after it, but back to the shop."""


async def make_missing(session: AsyncSession, principal: Principal) -> list[Page]:
    """Make those of the pages that the site lacks; the others stay as they are, and are led to.

    Raises SiteNotSetUp, ShopMissing, NoOwnColumn.
    """
    await changes.lock(session)
    site = await SiteRepository(session).one()
    if not site.has_ecom:
        raise ShopMissing("This site has no shop.")
    urls = {ref: await _address_with(session, ref) for ref in _ORDER}
    missing = await _missing(session, urls)
    if not missing:
        return []
    await _check_layout(session, site)
    words = words_for(site.language)
    await _choose_addresses(session, missing, urls, words)
    made = []
    for ref in _ORDER:
        if ref in missing:
            title = _words_of(words)[ref].title
            data = PageCreate(title=title, url=urls[ref] or "", config=await _config_of(session, ref))
            made.append(await service.create(session, principal, data, _contents_of(ref, title, urls)))
    return made


async def _address_with(session: AsyncSession, ref: str) -> str | None:
    """Returns the address of the first page that has the plugin, restricted or not; None where no page has it."""
    conditions = PageFilters(plugin_ref=[ref]).conditions()
    address: str | None = await session.scalar(select(Page.url).where(*conditions).order_by(Page.url).limit(1))
    return address


async def _missing(session: AsyncSession, urls: Mapping[str, str | None]) -> set[str]:
    """The pages to make. A shop may do without a list of products, where its products stand on pages of their own."""
    missing: set[str] = set()
    if not urls[CHECKOUT]:
        missing |= {CHECKOUT} if urls[THANKS] else {CHECKOUT, THANKS}
    if not urls[BASKET]:
        missing.add(BASKET)
    if not urls[PRODUCTS] and not urls[PRODUCT]:
        missing |= {PRODUCTS, PRODUCT}
    elif await _leads_nowhere(session):
        missing.add(PRODUCT)
    return missing


async def _leads_nowhere(session: AsyncSession) -> bool:
    """Whether a list of products names no page of a product, and none can be found."""
    unset = func.coalesce(Plugin.fields["productPage"].astext, "") == ""
    if not await session.scalar(select(exists().where(Plugin.ref == PRODUCTS, unset, ~is_unused()))):
        return False
    return not (await read_naming(await connection_of(session), [PRODUCT]))[PRODUCT]


async def _check_layout(session: AsyncSession, site: Site) -> None:
    layout = await session.get_one(Layout, site.default_layout_id)
    if not own_columns(layout.block):
        raise NoOwnColumn("The default layout has no place for a page\u2019s own content. Choose another one first.")


async def _choose_addresses(
    session: AsyncSession, missing: set[str], urls: dict[str, str | None], words: ShopWords
) -> None:
    """Note where the missing pages will be: the list first, since the page of a product stands below it."""
    for ref in reversed(_ORDER):
        if ref in missing:
            above = (urls[PRODUCTS] or "").rstrip("/") if ref == PRODUCT else ""
            urls[ref] = await free_address(session, above + _words_of(words)[ref].url)


def _words_of(words: ShopWords) -> dict[str, Words]:
    return {
        PRODUCTS: words.products,
        PRODUCT: words.product,
        BASKET: words.basket,
        CHECKOUT: words.checkout,
        THANKS: words.thanks,
    }


async def _config_of(session: AsyncSession, ref: str) -> PageConfig:
    """The list and the basket are in the menu, in that order; what is each visitor's own is for no search engine."""
    menu: dict[str, Any] = {"visible": ref in (PRODUCTS, BASKET)}
    if ref == PRODUCTS:
        # Below those that have a place; those without one, as the basket has none, come after it.
        order = Page.config["menu"]["order"].astext.cast(Float)
        menu["order"] = (await session.scalar(select(func.max(order)).where(text(IN_MENU))) or 0) + 1
    is_own = ref not in (PRODUCTS, PRODUCT)
    return PageConfig.model_validate({"menu": menu, "noIndex": True if is_own else None})


def _contents_of(ref: str, title: str, urls: Mapping[str, str | None]) -> list[Content]:
    """The plugin, below the title of the page; the name of a product is a heading already."""
    leads: dict[str, dict[str, str | None]] = {
        PRODUCTS: {"productPage": urls[PRODUCT]},
        PRODUCT: {"basketPage": urls[BASKET]},
        BASKET: {"checkoutPage": urls[CHECKOUT], "shopPage": urls[PRODUCTS]},
        CHECKOUT: {"successPage": urls[THANKS], "basketPage": urls[BASKET], "shopPage": urls[PRODUCTS]},
        THANKS: {"shopPage": urls[PRODUCTS]},
    }
    fields: dict[str, Any] = {name: url for name, url in leads[ref].items() if url}
    return [(ref, fields)] if ref == PRODUCT else [heading(title), (ref, fields)]
