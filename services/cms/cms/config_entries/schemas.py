"""The site's own settings on the wire."""

import uuid
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from kit.schemas import Language, Name, Out, Schema, Timezone


class SiteUpdate(Schema):
    """What the whole site has in common, as set-up and its settings give it."""

    name: Name
    language: Language
    timezone: Timezone
    has_ecom: StrictBool
    has_crm: Annotated[StrictBool, Field(alias="hasCRM")]


_Side = Annotated[StrictInt, Field(ge=1, le=20_000)]


class SiteImage(Schema):
    """An image of the library that stands for the site, with the dimensions of a drawing, which the library lacks."""

    file: uuid.UUID
    width: _Side | None = None
    height: _Side | None = None


class Logo(SiteImage):
    """The site's logo. ``with_name``: the site's name is written beside it."""

    with_name: StrictBool = False


class SiteOut(Out):
    """The site's own settings; null before it is set up. ``hasMail``: emails are sent, not only kept."""

    site_name: str | None
    language: str | None
    timezone: str | None
    has_ecom: bool | None
    has_crm: Annotated[bool | None, Field(alias="hasCRM")]
    allow_registration: bool
    has_mail: bool
