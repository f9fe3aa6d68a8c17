"""Tax rates on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, ConfigDict, Field, StrictBool, StringConstraints, field_validator
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ValidationInfo

from ecom.places import CountryCode
from ecom.postcodes import PatternFault, plain_patterns
from ecom.tax_classes import TaxClass
from kit.schemas import GivenMoment, Name, OneLine, Out, RecordIn, RecordOut

_ANYWHERE = "*"


def _patterns(value: str) -> str:
    try:
        return plain_patterns(value)
    except PatternFault as fault:
        raise PydanticCustomError("postcode_pattern", "{reason}", {"reason": str(fault)}) from None


def _names(value: str) -> str:
    names = [" ".join(part.split()) for part in value.split(";")]
    return "" if _ANYWHERE in names else "; ".join(name for name in names if name)


def _country(value: Any) -> Any:
    return None if value in {"", _ANYWHERE} else value


_Names = Annotated[str, StringConstraints(max_length=1000), OneLine, AfterValidator(_names)]
_Patterns = Annotated[str, StringConstraints(max_length=10_000), OneLine, AfterValidator(_patterns)]


class TaxRateIn(RecordIn):
    """A tax rate's fields. A place that is left empty, or ``*``, is any."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"name": "VAT", "country": "GB", "taxClass": "standard", "rateMillionths": 200_000}]
        }
    )

    name: Name
    country: CountryCode | None = Field(default=None, description="ISO 3166; null for every country.")
    county: _Names = Field(default="", description="A county, region or state; several parted by semicolons.")
    town: _Names = Field(default="", description="A town; several parted by semicolons.")
    postcode: _Patterns = Field(
        default="", description="Postcodes, parted by semicolons: `BT1 1AA`, `BT*`, `1000...1999`, `IV1...IV63`."
    )
    tax_class: TaxClass = Field(default="standard", description="As products have it: `standard`, `reduced-rate`.")
    rate_millionths: Annotated[int, Field(strict=True, ge=0, le=10_000_000)] = Field(description="200000 is 20 %.")
    priority: Annotated[int, Field(strict=True, ge=1, le=1000)] = Field(
        default=1, description="Of each priority the most exact rate applies; rates of several priorities add up."
    )
    is_compound: StrictBool = Field(default=False, description="Calculated on the price including the other taxes.")
    applies_to_delivery: StrictBool = True
    starts_at: GivenMoment | None = None
    ends_at: GivenMoment | None = Field(
        default=None, description="The moment from which on it does not apply any more."
    )

    _country_or_any = field_validator("country", mode="before")(_country)

    @field_validator("ends_at")
    @classmethod
    def _after_start(cls, value: datetime | None, info: ValidationInfo) -> datetime | None:
        start = info.data.get("starts_at")
        if value is not None and start is not None and value <= start:
            raise PydanticCustomError("ends_before_start", "The end has to be after the start.")
        return value


class TaxRateOut(RecordOut):
    """A tax rate. Places that are empty are any."""

    name: str
    country: str | None
    county: str
    town: str
    postcode: str
    tax_class: str
    rate_millionths: int
    priority: int
    is_compound: bool
    applies_to_delivery: bool
    starts_at: AwareDatetime | None
    ends_at: AwareDatetime | None


class AppliedRate(Out):
    """A rate that counts."""

    id: str
    name: str
    rate_millionths: int
    is_compound: bool
    applies_to_delivery: bool


class UntaxedClasses(Out):
    """The tax classes of products that have no rate in the shop's own country."""

    country: str
    tax_classes: Sequence[str] = Field(description="Products of these are sold there without tax; 20 at most.")


class ClassRates(Out):
    """What goods of one class are taxed by."""

    tax_class: str
    total_millionths: int = Field(description="All of it together, rounded to whole millionths.")
    rates: Sequence[AppliedRate]
