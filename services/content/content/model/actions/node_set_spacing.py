"""NODE_SET_SPACING: replaces the widths, the inner spacing and the gap of a row, or the inner spacing of a column."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict

from content.model.actions.base import NodeSetter, NullForEmpty
from content.model.values import RowWidth, SpaceStep
from kit.schemas import Schema


class Spacing(Schema):
    model_config = ConfigDict(serialize_by_alias=True)

    inner_spacing: Annotated[SpaceStep | None, NullForEmpty] = None
    width: Annotated[RowWidth | None, NullForEmpty] = None
    content_width: Annotated[RowWidth | None, NullForEmpty] = None
    gap: Annotated[SpaceStep | None, NullForEmpty] = None


class NodeSetSpacing(NodeSetter):
    KEYS = ("spacing", *(field.alias or name for name, field in Spacing.model_fields.items()))

    name: Literal["NODE_SET_SPACING"]
    spacing: Spacing | None

    def values(self) -> dict[str, Any]:
        return {} if self.spacing is None else self.spacing.model_dump(exclude_none=True)
