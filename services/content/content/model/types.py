"""Shapes of the page model, as they are on the wire and in the stored documents: plain dicts in camelCase.

web/app/page/types.ts says what each part means. pydantic validates the same TypedDicts where they come in
from outside (``Node``, ``Block``), so that a tree is never copied into objects and back.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from content.model.values import Id

MAX_DEPTH = 12
MAX_NODES = 5000
MAX_COLUMNS = 6

FieldLevel = Literal["site", "page"]

COLUMNS: frozenset[str] = frozenset({"col", "col-unique", "col-shared"})
ROWS: frozenset[str] = frozenset({"row", "row-branch"})

_STRICT = ConfigDict(extra="forbid")


@with_config(_STRICT)
class Block(TypedDict):
    nodes: list["Node"]


@with_config(_STRICT)
class BlockNode(TypedDict):
    id: Id
    type: Literal["root", "layout", "row", "col", "col-shared"]
    block: Block


@with_config(_STRICT)
class UniqueColumnNode(TypedDict):
    id: Id
    type: Literal["col-unique"]


@with_config(_STRICT)
class BranchNode(TypedDict):
    id: Id
    type: Literal["row-branch"]
    blockId: Id


@with_config(_STRICT)
class PluginNode(TypedDict):
    id: Id
    type: Literal["plugin"]
    pluginId: Id


Node = Annotated[BlockNode | UniqueColumnNode | BranchNode | PluginNode, Field(discriminator="type")]


class Branch(TypedDict):
    id: str
    name: str
    block: Block


class NodeLink(TypedDict):
    href: str
    targetBlank: bool


class FocalPoint(TypedDict):
    x: float
    y: float


class ShownFile(TypedDict):
    """A file of the library, as a page shows it."""

    id: str
    address: str
    name: str
    mimeType: str
    size: int
    width: int | None
    height: int | None
    hasSizes: bool
    alt: str
    title: str
    focalPoint: FocalPoint


ShownFiles = dict[str, ShownFile | None]
"""By what fields have of them: an id, or an address. Editors get None for a file that is gone."""


class PluginInstance(TypedDict):
    id: str
    ref: str
    fields: dict[str, Any]
    version: int
    isCacheable: NotRequired[bool]
    data: NotRequired[Any]
    files: NotRequired[ShownFiles]


class LayoutDocument(TypedDict):
    id: str
    name: str
    block: Block


class PluginPlace(TypedDict):
    ref: str
    pluginId: str


NodeFields = dict[str, Any]
NodeFieldLevels = dict[str, NodeFields]


class Page(TypedDict):
    id: str
    url: str
    title: str
    displayTitle: NotRequired[str]
    templateId: str
    layoutId: str
    meta: dict[str, Any]
    config: dict[str, Any]
    trackers: list[Any]
    linkedData: list[Any]
    layout: LayoutDocument
    blocks: dict[str, Block]
    branches: dict[str, Branch]
    nodeFields: dict[str, NodeFieldLevels]
    links: dict[str, NodeLink]
    plugins: list[PluginPlace]
    hasScopeWhitelist: bool
    updatedAt: str
    files: NotRequired[ShownFiles]


class PageState(TypedDict):
    """What the actions work on."""

    page: Page
    plugins: dict[str, PluginInstance]
