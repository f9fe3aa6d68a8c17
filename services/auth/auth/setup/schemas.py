"""The set-up on the wire."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from auth.credentials.passwords import NewPassword
from kit.schemas import EmailAddress, Language, Name, Schema, Timezone

Switch = Annotated[bool, Field(strict=True)]


class SetUp(Schema):
    """The site's name and parts, and its first user."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "the-code-of-the-link",
                    "siteName": "Engines of Note",
                    "firstName": "Ada",
                    "lastName": "Lovelace",
                    "emailAddress": "ada@example.org",
                    "password": "nine brass cogwheels",
                    "language": "en",
                    "timezone": "Europe/London",
                    "hasEcom": False,
                    "hasCRM": True,
                }
            ]
        }
    )

    code: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] = Field(
        description="The one-time code in the set-up link."
    )
    site_name: Name
    first_name: Name
    last_name: Name
    email_address: EmailAddress
    password: NewPassword
    language: Language = Field("en", description="The language of the site and of its first pages.")
    timezone: Timezone = "Europe/London"
    has_ecom: Switch = Field(False, description="Whether the site has a shop.")
    # The generated alias would be hasCrm.
    has_crm: Switch = Field(False, alias="hasCRM", description="Whether the site has a customer-relationship area.")
