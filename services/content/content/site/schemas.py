from pydantic import Field

from kit.schemas import Language, Name, Out, Schema, Timezone


class SiteIn(Schema):
    name: Name
    language: Language = "en"
    timezone: Timezone
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")


class SiteOut(Out):
    name: str
    language: str
    timezone: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    version: int
