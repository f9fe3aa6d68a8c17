"""The site's own settings on the wire."""

from typing import Annotated

from pydantic import Field, StrictBool

from kit.schemas import Language, Name, Out, Schema, Timezone


class SiteUpdate(Schema):
    """What the whole site has in common, as set-up and its settings give it."""

    name: Name
    language: Language
    timezone: Timezone
    has_ecom: StrictBool
    has_crm: Annotated[StrictBool, Field(alias="hasCRM")]


class SiteOut(Out):
    """The site's own settings; null before it is set up. ``hasMail``: emails are sent, not only kept."""

    site_name: str | None
    language: str | None
    timezone: str | None
    has_ecom: bool | None
    has_crm: Annotated[bool | None, Field(alias="hasCRM")]
    allow_registration: bool
    has_mail: bool
