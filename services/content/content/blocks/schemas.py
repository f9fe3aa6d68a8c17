import uuid

from content.model.types import Block
from kit.schemas import Moment, Name, Out, Schema


class BranchIn(Schema):
    name: Name


class BranchOut(Out):
    id: uuid.UUID
    name: str
    block: Block
    version: int
    created_at: Moment
    updated_at: Moment
