"""What a place is taxed by."""

from datetime import datetime

from sqlalchemy import Select, or_, select
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
    return rates_for((await session.scalars(_candidates(address))).all(), address, at)


def _candidates(address: Place) -> Select[TaxRate]:
    """Those of the country that may be for the postcode: a country can have a rate for each of 40,000 ZIP codes."""
    postcode = TaxRate.postcode
    # A British district or a ZIP code stands for the postcodes in it, so that theirs begin with it.
    begins = [address.postcode[:length] for length in range(1, len(address.postcode) + 1)]
    return select(TaxRate).where(
        or_(TaxRate.country.is_(None), TaxRate.country == address.country),
        or_(postcode.in_(["", *begins]), IS_LIST),
    )
