from typing import Annotated, Any, Self, cast

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from content.model.actions import MAX_ACTIONS, Action
from content.model.types import Branch, Page, PluginInstance, ShownFile, ShownFiles
from kit.plugin_data import PluginAnswerOut
from kit.schemas import Out, Schema, Version

MAX_PARTS = 50
"""How many requests one save may be sent in."""
MAX_OWN_VERSIONS = 1000


class Change(Schema):
    """Actions that were made on sight of one version."""

    version: Annotated[Version, Field(description="The site version that these actions were made on.")]
    actions: Annotated[list[Action], Field(max_length=MAX_ACTIONS)]


class Part(Schema):
    """Which part of a save this request is."""

    index: Annotated[int, Field(strict=True, ge=0, lt=MAX_PARTS)]
    count: Annotated[int, Field(strict=True, ge=2, le=MAX_PARTS)]


class Save(Schema):
    """Actions to apply to a page, all or none; an empty list changes nothing.

    Either `version` and `actions`, or `changes`: actions in their order with the version that each was made on.
    Conflicts are judged for each action by its own version.
    """

    version: Annotated[Version | None, Field(description="The site version that the sender saw.")] = None
    actions: Annotated[list[Action] | None, Field(max_length=MAX_ACTIONS)] = None
    changes: Annotated[list[Change] | None, Field(max_length=MAX_ACTIONS)] = None
    own_versions: Annotated[
        list[Version],
        Field(
            max_length=MAX_OWN_VERSIONS,
            description="What earlier saves answered as `Saved-Version`: their sender knows what they changed.",
        ),
    ] = []
    part: Annotated[
        Part | None,
        Field(
            description="Set on each part of a save that is too long for one request. All parts bear the same "
            "Idempotency-Key; the last is sent last and applies all of them, the others are answered with 202."
        ),
    ] = None

    @model_validator(mode="after")
    def _check_shape(self) -> Self:
        if self.changes is None:
            for name, value in (("version", self.version), ("actions", self.actions)):
                if value is None:
                    raise PydanticCustomError("required", f"Send {name}, or changes.")
        elif self.version is not None or self.actions is not None:
            raise PydanticCustomError("ambiguous", "Send either changes, or version and actions.")
        elif sum(len(change.actions) for change in self.changes) > MAX_ACTIONS:
            raise PydanticCustomError("too_long", "Too many actions for one request. Send them in parts.")
        if self.part is not None and self.part.index >= self.part.count:
            raise PydanticCustomError("out_of_range", "There are fewer parts than this.")
        return self

    def sets(self) -> list[Change]:
        """The changes, also of a sender who gave one version for all."""
        if self.changes is not None:
            return self.changes
        return [Change(version=cast("int", self.version), actions=cast("list[Any]", self.actions))]


class TemplateOfPage(Out):
    id: str
    name: str
    inline_css: str = Field(alias="inlineCSS")
    has_external_css: bool = Field(alias="hasExternalCSS")
    has_js: bool
    fonts: list[Any]
    version: int


class TrackersOfSite(Out):
    """What pages load of others. ``categories`` are those that a visitor has to agree to."""

    version: int
    categories: list[str]
    hosts: list[str]


class ImageOfSite(Out):
    """An image that stands for the site. ``withName``: the site's name is written beside it."""

    file: ShownFile
    with_name: bool


class ImagesOfSite(Out):
    logo: ImageOfSite | None = None
    dark_logo: ImageOfSite | None = None
    icon: ImageOfSite | None = None


class SiteOfPage(Out):
    name: str
    language: str
    currency: str
    time_zone: str
    has_ecom: bool
    has_crm: bool = Field(alias="hasCRM")
    follows_dark_mode: bool
    trackers: TrackersOfSite | None = None
    images: ImagesOfSite | None = Field(None, description="As far as there are any that everybody may see.")


class PageRender(Out):
    """A page with all that it shows. Declared for the API's description: answers are encoded without it."""

    version: int
    page: Page
    template: TemplateOfPage
    plugins: dict[str, PluginInstance]
    site: SiteOfPage
    query: dict[str, str | int | float] = Field(
        description="The parameters of the address that plugins of the page read, as far as it has them."
    )
    query_names: list[str] = Field(description="The names of all those parameters: other ones change nothing.")
    naming_pages: dict[str, list[str]] = Field(
        description="By the ref of a plugin, the addresses of pages on which it shows everybody what the address names: "
        "of those plugins alone whose page a field of this page's plugins may leave out."
    )
    is_cacheable: bool
    tags: list[str]


class Redirect(Out):
    url: str = Field(description="Add the query that was asked with, unless it has one of its own.")
    response_code: int


class PageRedirect(Out):
    """Where else to go for what was at an address: the URL maps say so."""

    redirect: Redirect


class EditedPluginAnswer(PluginAnswerOut):
    """What an instance shows, with the files that its fields show."""

    files: ShownFiles = Field(default={}, description="Null for deleted files.")


class EditedPluginAnswers(Out):
    """The answers by instance; an instance that there is nothing to say of is left out."""

    plugins: dict[str, EditedPluginAnswer]
    is_cacheable: bool = Field(description="Whether everybody gets the same who is not logged in.")


class BlockRender(Out):
    """A branch block with all that it shows."""

    version: int
    branch: Branch
    branches: dict[str, Branch]
    node_fields: dict[str, Any]
    plugins: dict[str, PluginInstance]
