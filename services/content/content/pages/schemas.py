import uuid
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from content.address import UrlText
from content.model.values import PluginFields, Scopes
from kit.field_values.declarations import rule_of
from kit.image_crops import WrittenCrop
from kit.schemas import Moment, Name, Out, Schema

MetaTitle = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
MetaDescription = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


class MenuPlace(Schema):
    visible: bool
    label: Name | None = None
    order: Annotated[float, Field(ge=-1_000_000, le=1_000_000)] | None = None


class PageConfig(Schema):
    menu: MenuPlace | None = None
    scope_whitelist: Scopes | None = None
    no_index: bool | None = None


_OF_LIBRARY = rule_of("image")["else"]["members"]
"""What fields of images have of one of the library; such a field may have one of another site instead."""


_SHAPES = _OF_LIBRARY["aspect"]["pattern"].split("|")


def _is_shape(value: str) -> str:
    if value not in _SHAPES:
        raise PydanticCustomError(
            "not_an_option", "Choose one of the options: {shapes}.", {"shapes": ", ".join(_SHAPES)}
        )
    return value


class SharedImage(Schema):
    """An image of the library, as fields of images have it."""

    file: uuid.UUID
    alt: Annotated[str, StringConstraints(strip_whitespace=True, max_length=_OF_LIBRARY["alt"]["maxLength"])] | None = (
        None
    )
    aspect: Annotated[str, AfterValidator(_is_shape), Field(json_schema_extra={"enum": _SHAPES})] | None = None
    crop: WrittenCrop | None = Field(default=None, description="The part of it that is shown.")


class PageMeta(Schema):
    """What a page says of itself to search engines, and where it is shared in place of that."""

    title: MetaTitle | None = None
    description: MetaDescription | None = None
    share_title: MetaTitle | None = None
    share_description: MetaDescription | None = None
    image: Annotated[
        SharedImage | None, Field(description="Shown where the page is shared, in place of its first image.")
    ] = None
    canonical: Annotated[
        str | None,
        Field(
            max_length=2_048,
            description="Where search engines look for this page, if its content stands elsewhere: a path of this site,"
            " or an absolute http(s) address.",
        ),
    ] = None


LinkedDataIds = Annotated[
    list[uuid.UUID],
    Field(max_length=20, description="The items of linked data that the page has, in their order."),
]


TrackerIds = Annotated[
    list[uuid.UUID],
    Field(max_length=20, description="The trackers that the page has beside those of all pages; for administrators."),
]


class PageCreate(Schema):
    """A new page. Without `layoutId` it has the site's default layout; with null, or `newLayout`, one of its own."""

    title: Name
    url: UrlText
    display_title: Name | None = None
    template_id: uuid.UUID | None = None
    layout_id: uuid.UUID | None = None
    new_layout: bool = False
    meta: PageMeta = PageMeta()
    config: PageConfig = PageConfig()
    linked_data: LinkedDataIds = []
    trackers: TrackerIds = []
    blog_post: Annotated[
        PluginFields | None,
        Field(
            description="The fields of the blog post that the page has below its heading, with an empty text for its words; "
            "left out, it has none."
        ),
    ] = None
    blog_list: Annotated[
        PluginFields | None,
        Field(
            description="The fields of the list of posts that the page has there; left out, it has none. The category of "
            "the site's first list takes in the posts that are in none."
        ),
    ] = None
    blog_post_menu: Annotated[
        PluginFields | None,
        Field(
            description="The fields of the menu of posts that the page ends with, as one in cards that says what to read "
            "next; left out, it has none."
        ),
    ] = None

    @property
    def wants_new_layout(self) -> bool:
        return self.new_layout or ("layout_id" in self.model_fields_set and self.layout_id is None)


class PageUpdate(Schema):
    """A page's settings. `meta` and `config` are replaced whole; what is left out stays as it is.

    With another address, the former one and those of the pages below lead to the new ones.
    """

    title: Name
    url: UrlText
    display_title: Name | None = None
    template_id: uuid.UUID | None = None
    layout_id: uuid.UUID | None = None
    meta: PageMeta | None = None
    config: PageConfig | None = None
    linked_data: LinkedDataIds | None = None
    trackers: TrackerIds | None = None
    move_descendants: Annotated[
        bool, Field(description="Whether the pages below its address move along to the new one.")
    ] = True

    is_return: Annotated[
        bool,
        Field(description="Takes a move back: pages that came along return too, others stay, and no URL map is left."),
    ] = False


class PageOut(Out):
    id: uuid.UUID
    url: str
    title: str
    display_title: str | None = None
    template_id: uuid.UUID
    layout_id: uuid.UUID
    meta: PageMeta
    config: PageConfig
    linked_data_ids: list[uuid.UUID] = Field(alias="linkedData")
    trackers: list[uuid.UUID]
    has_scope_whitelist: bool
    is_redirected: bool = Field(description="Whether a URL map sends visitors of its address elsewhere.")
    version: int
    created_at: Moment
    updated_at: Moment


class PageInTree(PageOut):
    below: int = Field(description="How many pages are below it, at any depth.")


class PageBranch(Out):
    """A part of the pages that stand directly below another, in the order of their addresses."""

    results: list[PageInTree]
    next: str | None = Field(
        default=None, description="What to give as `after` for the part that follows; left out after the last."
    )


class PageEditor(Out):
    user_id: uuid.UUID
    name: str | None


class PageDuplicate(Schema):
    """What the copy of a page is called and where; what is left out follows from the page itself."""

    title: Name | None = None
    url: UrlText | None = None


class PageReference(Out):
    """A link to a page: in the fields of a plugin, or of a node of a tree."""

    kind: Literal["text", "node"]
    page_id: uuid.UUID | None = Field(description="The page that has it; none for a node of a layout or branch block.")
    url: str | None
    title: str = Field(description="Of the page; the name of the layout or branch block where there is none.")
    via: Literal["page", "layout", "branch"] = Field(description="What of the page holds it.")
    plugin_id: uuid.UUID | None = None
    ref: str | None = None


class UrlMapReference(Out):
    id: uuid.UUID
    source: str
    origin: str


class BlogReference(Out):
    kind: Literal["post", "category"]
    id: uuid.UUID
    name: str
    stays: bool = Field(description="False for a post that goes with the page.")


class PageReferences(Out):
    """What leads to pages from elsewhere. Lists hold the first; the counts are of all."""

    links: list[PageReference]
    link_count: int
    in_menu: int = Field(description="How many of the pages menus show.")
    url_maps: list[UrlMapReference]
    url_map_count: int
    blog: list[BlogReference]
    below: int = Field(description="Pages below them in the tree; these stay.")


def stored(settings: PageMeta | PageConfig) -> dict[str, Any]:
    """Settings as they are kept: camelCase, without what says nothing."""
    return settings.model_dump(mode="json", by_alias=True, exclude_none=True)


class PageAddress(Out):
    """Where a page is; none where there is no such page."""

    url: str | None
