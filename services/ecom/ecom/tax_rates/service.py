"""What a place is taxed by."""

from datetime import datetime

from sqlalchemy import ARRAY, Text, any_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.places import Place
from ecom.tax_rates.applying import Rates, Taxed, rates_for, taxed
from ecom.tax_rates.models import IS_LIST, TaxRate
from kit.locks import lock_named

__all__ = ["Rates", "Taxed", "lock_rates", "rates_at", "taxed"]


async def lock_rates(session: AsyncSession) -> None:
    """Let no other transaction add a rate before this one ends, nor one that looks for what is there already."""
    await lock_named(session, "ecom.tax_rates")


async def rates_at(session: AsyncSession, address: Place, at: datetime) -> Rates:
    """The rates that apply to goods that go there, read in one statement."""
    # A British district or a ZIP code stands for the postcodes in it, so that theirs begin with it.
    begins = [address.postcode[:length] for length in range(len(address.postcode) + 1)]
    found = await session.scalars(_CANDIDATES, {"country": address.country, "begins": begins})
    return rates_for(found.all(), address, at)


# Those of the country that may be for the postcode: a country can have a rate for each of 40,000 ZIP codes. Made once:
# each basket asks it.
_CANDIDATES = select(TaxRate).where(
    or_(TaxRate.country.is_(None), TaxRate.country == bindparam("country")),
    or_(TaxRate.postcode == any_(bindparam("begins", type_=ARRAY(Text))), IS_LIST),
)
