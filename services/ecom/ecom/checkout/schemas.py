"""An order as a visitor sends it. No amounts, no states: those are the shop's."""

import uuid
from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from ecom.baskets.schemas import MAX_ROWS, BasketRowIn
from ecom.money import Currency
from ecom.orders.schemas import FirstLine, Line, Phone
from ecom.payments.models import GatewayKey
from ecom.payments.schemas import PaymentForBrowser
from ecom.places import CountryCode, Postcode, TownName
from kit.schemas import EmailAddress, Name, Out, Schema

_ADDRESS = {
    "Name": "Zoë Ångström",
    "Address1": "12 Mill Lane",
    "Town": "Norwich",
    "Postcode": "NR1 3JU",
    "CountryCode": "GB",
}


class OrderRequest(Schema):
    """What somebody orders, who they are, where it goes, and how it is paid."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rows": [{"productId": "0192f0aa-0000-7000-8000-000000000001", "quantity": 2}],
                    "summaryDigest": "5f2c1d8a9b3e4f60718293a4b5c6d7e8",
                    "email": "zoe@example.org",
                    "name": "Zoë Ångström",
                    "gateway": "invoice",
                    **{f"billing{line}": value for line, value in _ADDRESS.items()},
                }
            ]
        }
    )

    rows: Annotated[list[BasketRowIn], Field(min_length=1, max_length=MAX_ROWS)]
    summary_digest: Annotated[str, Field(max_length=64, description="That of the summary that the buyer agreed to.")]
    gateway: GatewayKey = Field(description="How it is paid: one of those that the shop offers.")
    email: EmailAddress
    name: Name
    phone: Phone = ""
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2_000)] = ""
    collects: bool = Field(default=False, description="Whether the buyer comes for it.")
    billing_name: Name
    billing_address1: FirstLine
    billing_address2: Line = ""
    billing_address3: Line = ""
    billing_address4: Line = ""
    billing_town: TownName = ""
    billing_county: TownName = ""
    billing_postcode: Postcode = ""
    billing_country_code: CountryCode
    delivery_name: Name | None = Field(default=None, description="Without it everything goes to the billing address.")
    delivery_address1: Line = ""
    delivery_address2: Line = ""
    delivery_address3: Line = ""
    delivery_address4: Line = ""
    delivery_town: TownName = ""
    delivery_county: TownName = ""
    delivery_postcode: Postcode = ""
    delivery_country_code: CountryCode | None = None

    @model_validator(mode="after")
    def _delivery_is_whole(self) -> "OrderRequest":
        """An address for delivery has a name, a first line and a country, or is left out whole."""
        parts = {"deliveryName": self.delivery_name, "deliveryAddress1": self.delivery_address1}
        parts["deliveryCountryCode"] = self.delivery_country_code
        others = (
            self.delivery_address2,
            self.delivery_address3,
            self.delivery_address4,
            self.delivery_town,
            self.delivery_county,
            self.delivery_postcode,
        )
        missing = [name for name, value in parts.items() if not value]
        if missing and (len(missing) < len(parts) or any(others)):
            raise ValueError(f"An address for delivery needs {' and '.join(missing)}, too.")
        return self

    def address(self, prefix: str) -> dict[str, str]:
        """The address as an order keeps it: ``billing``, or ``delivery``, which is the same unless it was given."""
        used = "billing" if self.delivery_name is None else prefix
        names = ("name", "address1", "address2", "address3", "address4", "town", "county", "postcode")
        lines = {name: str(getattr(self, f"{used}_{name}")) for name in names}
        return {**lines, "countryCode": str(getattr(self, f"{used}_country_code"))}


class OrderAnswer(Out):
    """An accepted order. A repeated request gets the same answer."""

    id: uuid.UUID
    reference: str
    receipt_path: str = Field(description="Where the buyer sees the order, now and later.")
    currency: Currency
    total_incl_tax: int
    payment: PaymentForBrowser | None = Field(default=None, description="None where there is nothing to pay.")
