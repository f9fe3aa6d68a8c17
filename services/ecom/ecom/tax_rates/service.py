"""What a place is taxed by."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ARRAY, Text, any_, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.places import Place
from ecom.product_groups.models import ProductGroup
from ecom.tax_rates.applying import Rates, Taxed, rates_for, taxed
from ecom.tax_rates.models import IS_LIST, TaxRate
from kit.locks import lock_named

__all__ = ["Rates", "Taxed", "lock_rates", "rates_at", "taxed", "untaxed_classes"]

_MOST_CLASSES = 20
"""Of those that nothing taxes: as many as somebody reads."""


async def lock_rates(session: AsyncSession) -> None:
    """Let no other transaction add a rate before this one ends, nor one that looks for what is there already."""
    await lock_named(session, "ecom.tax_rates")


async def rates_at(session: AsyncSession, address: Place, at: datetime) -> Rates:
    """The rates that apply to goods that go there, read in one statement."""
    # A British district or a ZIP code stands for the postcodes in it, so that theirs begin with it.
    begins = [address.postcode[:length] for length in range(len(address.postcode) + 1)]
    found = await session.scalars(_CANDIDATES, {"country": address.country, "begins": begins})
    return rates_for(found.all(), address, at)


async def untaxed_classes(session: AsyncSession, country: str, at: datetime) -> Sequence[str]:
    """Returns the tax classes of products that have no rate anywhere in a country, by the alphabet; twenty at most.

    Such a product is sold there without tax. That may be a slip of the pen, and nobody sees it from a price.
    """
    is_taxed = exists().where(
        TaxRate.tax_class == ProductGroup.tax_class,
        or_(TaxRate.country.is_(None), TaxRate.country == country),
        or_(TaxRate.starts_at.is_(None), TaxRate.starts_at <= at),
        or_(TaxRate.ends_at.is_(None), TaxRate.ends_at > at),
    )
    named = select(ProductGroup.tax_class).where(ProductGroup.tax_class.is_not(None), ~is_taxed).distinct()
    found = await session.scalars(named.order_by(ProductGroup.tax_class).limit(_MOST_CLASSES))
    return [each for each in found if each is not None]


# Those of the country that may be for the postcode: a country can have a rate for each of 40,000 ZIP codes. Made once:
# each basket asks it.
_CANDIDATES = select(TaxRate).where(
    or_(TaxRate.country.is_(None), TaxRate.country == bindparam("country")),
    or_(TaxRate.postcode == any_(bindparam("begins", type_=ARRAY(Text))), IS_LIST),
)
