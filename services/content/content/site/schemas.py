from typing import Literal

from pydantic import Field

from kit.events import Payload
from kit.schemas import Language, Name, Out, Schema, Timezone, Version


class SiteIn(Schema):
    name: Name
    language: Language = "en"
    timezone: Timezone
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")


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
