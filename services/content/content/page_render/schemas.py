from typing import Annotated, Any

from pydantic import Field

from content.model.actions import MAX_ACTIONS, Action
from content.model.types import Branch, Page, PluginInstance
from kit.schemas import Out, Schema, Version


class Save(Schema):
    """Actions to apply to a page, all or none; an empty list changes nothing."""

    version: Annotated[Version, Field(description="The site version that the sender saw.")]
    actions: Annotated[list[Action], Field(max_length=MAX_ACTIONS)]


class TemplateOfPage(Out):
    id: str
    name: str
    inline_css: str = Field(alias="inlineCSS")
    has_external_css: bool = Field(alias="hasExternalCSS")
    has_js: bool
    fonts: list[Any]
    version: int


class SiteOfPage(Out):
    name: str
    language: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")


class PageRender(Out):
    """A page with all that it shows. Declared for the API's description: answers are encoded without it."""

    version: int
    page: Page
    template: TemplateOfPage
    plugins: dict[str, PluginInstance]
    site: SiteOfPage
    is_cacheable: bool
    tags: list[str]


class BlockRender(Out):
    """A branch block with all that it shows."""

    version: int
    branch: Branch
    branches: dict[str, Branch]
    node_fields: dict[str, Any]
    plugins: dict[str, PluginInstance]
