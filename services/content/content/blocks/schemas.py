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


class BranchOut(Out):
    id: uuid.UUID
    name: str
    block: Block
    page_count: int = Field(description="How many pages show it, themselves, by their layout or in another block.")
    version: int
    created_at: Moment
    updated_at: Moment
