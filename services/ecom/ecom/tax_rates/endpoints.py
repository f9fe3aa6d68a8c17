"""Tax rates: a plain resource, and what applies to an address."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ecom.config_entries.entries import COUNTRY, entries
from ecom.events import SETTINGS, emit_tags
from ecom.money import rounded
from ecom.places import CountryCode, Place, Postcode, TownName
from ecom.tax_rates import service
from ecom.tax_rates.applying import MILLION
from ecom.tax_rates.models import TaxRate
from ecom.tax_rates.schemas import AppliedRate, ClassRates, TaxRateIn, TaxRateOut, UntaxedClasses
from kit.auth import Principal, requires
from kit.crud import Resource
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import tag_version

tax_rates = Resource(
    TaxRate,
    name="tax_rate",
    data=TaxRateIn,
    out=TaxRateOut,
    read=("ecom:read", "ecom:write"),
    write=("ecom:write",),
    search=(TaxRate.name, TaxRate.county, TaxRate.town, TaxRate.postcode),
    filters={"country": TaxRate.country, "tax-class": TaxRate.tax_class},
    sort={
        "country": TaxRate.country,
        "name": TaxRate.name,
        "taxClass": TaxRate.tax_class,
        "rateMillionths": TaxRate.rate_millionths,
        "priority": TaxRate.priority,
        "createdAt": TaxRate.created_at,
        "updatedAt": TaxRate.updated_at,
    },
    default_sort="country,taxClass,priority",
    # Pages may show prices with their tax.
    publish=lambda session, _row, _verb: emit_tags(session, SETTINGS),
)

_applying = APIRouter(prefix="/ecom/tax-rates")


@_applying.get("/applying")
async def get_applying(
    session: Session,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    country: Annotated[CountryCode, Query()],
    county: Annotated[TownName, Query()] = "",
    town: Annotated[TownName, Query()] = "",
    postcode: Annotated[Postcode, Query()] = "",
) -> Sequence[ClassRates]:
    """List what goods of each tax class are taxed by now when they go to an address."""
    rates = await service.rates_at(session, Place(country, county, town, postcode), datetime.now(UTC))
    return [
        ClassRates(
            tax_class=tax_class,
            total_millionths=rounded(rates.for_class(tax_class) * MILLION),
            rates=[
                AppliedRate(
                    id=str(rate.id),
                    name=rate.name,
                    rate_millionths=rate.rate_millionths,
                    is_compound=rate.is_compound,
                    applies_to_delivery=rate.applies_to_delivery,
                )
                for rate in applying
            ],
        )
        for tax_class, applying in rates.by_class.items()
    ]


@_applying.get("/untaxed")
async def get_untaxed(
    session: Session, principal: Annotated[Principal, requires("ecom:read", "ecom:write")]
) -> UntaxedClasses:
    """List the tax classes of products that have no rate in the shop's own country now."""
    country = await entries.get(session, COUNTRY)
    found = await service.untaxed_classes(session, country, datetime.now(UTC))
    return UntaxedClasses(country=country, tax_classes=found)


_creating = APIRouter(prefix="/ecom/tax-rates")


@_creating.post("", response_model=TaxRateOut, status_code=201)
async def create(
    session: Session, principal: Annotated[Principal, requires("ecom:write")], data: TaxRateIn, response: Response
) -> TaxRate:
    """Add a tax rate."""
    # An import that is being carried out has looked which rates there are.
    await service.lock_rates(session)
    row = await tax_rates.create(session, principal, data)
    tag_version(response, row.version)
    return row


router = APIRouter()
# Before the plain routes, to which the words would be ids.
router.include_router(_applying)
router.include_router(_creating)
router.include_router(crud_router(tax_rates, "/ecom/tax-rates", without=["create"]))
