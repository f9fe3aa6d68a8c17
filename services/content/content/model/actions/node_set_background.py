"""NODE_SET_BACKGROUND: replaces every background field of a node."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict

from content.model.actions.base import NodeSetter, NullForEmpty
from content.model.values import Colour, MediaAddress, Position, TextShadow
from kit.schemas import Schema


class Background(Schema):
    model_config = ConfigDict(serialize_by_alias=True)

    allow_background: bool | None = None
    background_text_colour: Annotated[Colour | None, NullForEmpty] = None
    background_text_shadow: Annotated[TextShadow | None, NullForEmpty] = None
    background_mask_text: bool | None = None
    background_mask_position_x: Annotated[Position | None, NullForEmpty] = None
    background_mask_position_y: Annotated[Position | None, NullForEmpty] = None
    background_colour: Annotated[Colour | None, NullForEmpty] = None
    background_image: Annotated[MediaAddress | None, NullForEmpty] = None
    background_video_mp4: Annotated[MediaAddress | None, NullForEmpty] = None
    background_video_loop: bool | None = None
    background_video_url: Annotated[MediaAddress | None, NullForEmpty] = None
    background_mobile_image: Annotated[MediaAddress | None, NullForEmpty] = None
    background_parallax: bool | None = None


class NodeSetBackground(NodeSetter):
    KEYS = (
        "background",
        *(field.alias or name for name, field in Background.model_fields.items()),
    )

    name: Literal["NODE_SET_BACKGROUND"]
    background: Background | None

    def values(self) -> dict[str, Any]:
        return {} if self.background is None else self.background.model_dump(exclude_none=True)
