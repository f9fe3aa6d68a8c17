import uuid
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from content.model.types import Block
from content.model.values import bounded_json
from kit.schemas import Moment, Name, Out, Schema


class LayoutCreate(Schema):
    """A new layout: one unique column, or a copy of another layout with its plugins."""

    name: Name
    copy_of: Annotated[uuid.UUID | None, Field(description="The layout to copy.")] = None


class LayoutUpdate(Schema):
    """A layout's name and, when given, its whole tree."""

    name: Name
    block: Annotated[Block, BeforeValidator(bounded_json)] | None = None


class LayoutInList(Out):
    """A layout without its tree, which may be long and which lists do not show."""

    id: uuid.UUID
    name: str
    page_count: int = Field(description="How many pages have it.")
    is_default: bool = Field(description="Whether new pages get it.")
    version: int
    created_at: Moment
    updated_at: Moment


class LayoutOut(LayoutInList):
    block: Block
    node_fields: dict[str, Any] = Field(description="Site-wide fields by node id.")


class NodeData(Out):
    """One node of a layout, with its site-wide fields."""

    id: str
    type: str
    parent_id: str | None
    plugin_id: str | None
    block_id: str | None
    fields: dict[str, Any]
