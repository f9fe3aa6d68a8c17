from typing import Annotated

from kit.schemas import EmailAddress, Name, Schema, Timezone
from pydantic import Field, StringConstraints

from auth.users.passwords import NewPassword

Switch = Annotated[bool, Field(strict=True)]


class SetUp(Schema):
    """The site's name and parts, and its first user."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] = Field(
        description="The one-time code in the set-up link."
    )
    site_name: Name
    first_name: Name
    last_name: Name
    email_address: EmailAddress
    password: NewPassword
    timezone: Timezone = "Europe/London"
    has_ecom: Switch = Field(False, description="Whether the site has a shop.")
    # The generated alias would be hasCrm.
    has_crm: Switch = Field(False, alias="hasCRM", description="Whether the site has a customer-relationship area.")
