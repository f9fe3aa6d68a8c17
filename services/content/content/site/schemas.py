import uuid
from typing import Any, Literal

from pydantic import Field

from kit.events import Payload
from kit.schemas import Language, Name, Out, Schema, Timezone, Version


class SiteIn(Schema):
    name: Name
    language: Language = "en"
    timezone: Timezone
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")


class SiteImage(Payload):
    """An image of the library that stands for the site, with the dimensions of a drawing, which the library lacks."""

    file: uuid.UUID
    width: int | None = None
    height: int | None = None
    with_name: bool = False


class SiteChanged(Payload):
    """The site's settings as cms announces them; what content has no use for is left out."""

    version: Version
    # As cms has it: refused here, an old name of two lines would hold up every later event.
    name: str = Field(alias="siteName")
    language: Language
    timezone: Timezone
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    allow_registration: bool
    # An announcement of an earlier release of cms has none.
    dark_mode: Literal["automatic", "on", "off"] = "automatic"
    logo: SiteImage | None = None
    dark_logo: SiteImage | None = None
    icon: SiteImage | None = None

    def settings(self) -> dict[str, Any]:
        """As the columns of the site have them."""
        names = {"logo", "dark_logo", "icon"}
        images = self.model_dump(mode="json", by_alias=True, include=names, exclude_none=True)
        return {**self.model_dump(exclude={"version", *names}, by_alias=False), "images": images}


class TrackersChanged(Payload):
    """What pages load of others, as cms announces it: categories are those to be agreed to, hosts those of the policy."""

    version: Version
    is_any: bool
    categories: list[str]
    hosts: list[str]


class SiteOut(Out):
    name: str
    language: str
    timezone: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    version: int
