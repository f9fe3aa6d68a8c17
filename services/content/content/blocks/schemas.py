import uuid
from typing import Annotated

from pydantic import Field

from content.model.types import Block
from kit.schemas import Moment, Name, Out, Schema


class BranchIn(Schema):
    name: Name


class BranchCreate(BranchIn):
    """A new branch block: one empty column, or a copy of another block with its plugins."""

    copy_of: Annotated[uuid.UUID | None, Field(description="The branch block to copy.")] = None


class BranchInList(Out):
    """A branch block without its tree, which may be long and which lists do not show."""

    id: uuid.UUID
    name: str
    page_count: int = Field(description="How many pages show it, themselves, by their layout or in another block.")
    version: int
    created_at: Moment
    updated_at: Moment


class BranchOut(BranchInList):
    block: Block
