"""Places: where something goes, as tax and delivery are reckoned by it."""

import unicodedata
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from ecom.postcodes import MAX_POSTCODE, plain_postcode
from kit.countries import country_codes
from kit.schemas import OneLine, Schema

MAX_TOWN = 100


def _country(value: str) -> str:
    if value not in country_codes():
        raise PydanticCustomError("unknown_country", "Not a country: two letters as in GB.")
    return value


CountryCode = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_upper=True, min_length=2, max_length=2),
    AfterValidator(_country),
    Field(description="ISO 3166, as in GB; one of `GET /cms/countries`."),
]
TownName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TOWN), OneLine]
"""A town, or a county, as people write it; it may be empty."""
Postcode = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_POSTCODE), OneLine]
"""A postcode as people write it; it may be empty."""


def plain_name(text: str) -> str:
    """A name as it is compared: without case, accents kept, one blank between words."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@dataclass(frozen=True)
class Place:
    """An address as far as tax and delivery depend on it, however it was written.

    ``country`` is in capitals, ``county`` and ``town`` are `plain_name`s, ``postcode`` is a `plain_postcode`; what is not
    known is empty.
    """

    country: str
    county: str = ""
    town: str = ""
    postcode: str = ""

    def __post_init__(self) -> None:
        """Put what was given into the form that is compared."""
        object.__setattr__(self, "country", self.country.strip().upper())
        object.__setattr__(self, "county", plain_name(self.county))
        object.__setattr__(self, "town", plain_name(self.town))
        object.__setattr__(self, "postcode", plain_postcode(self.postcode))


class PlaceIn(Schema):
    """Where something goes, on the wire."""

    country: CountryCode
    county: TownName = ""
    town: TownName = ""
    postcode: Postcode = ""

    @property
    def place(self) -> Place:
        """The same, as it is compared."""
        return Place(self.country, self.county, self.town, self.postcode)
