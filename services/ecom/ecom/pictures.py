"""Images of products, as those of pages are: a file of the library, or an address elsewhere."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictInt, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kit.hrefs import is_safe_media_address
from kit.image_crops import WrittenCrop
from kit.schemas import OneLine, Schema

_FILE = r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
_Side = Annotated[StrictInt, Field(ge=1, le=20_000)]


class Picture(Schema):
    """An image: ``file`` is the id of one in the library, ``address`` leads to one that is none of its files."""

    file: Annotated[str, StringConstraints(pattern=_FILE, max_length=36)] | None = None
    address: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2048)] | None = None
    alt: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), OneLine] = Field(
        default="", description="Read out to people who cannot see it, in place of what the library says of it."
    )
    aspect: Literal["1:1", "5:4", "4:3", "3:2", "16:9", "2:1", "4:5", "3:4", "2:3", "9:16"] | None = None
    crop: WrittenCrop | None = Field(default=None, description="The part of a file of the library that is shown.")
    width: _Side | None = None
    height: _Side | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.file is None) == (self.address is None):
            raise PydanticCustomError("not_an_image", "An image has a file or an address, and not both.")
        if self.address is not None and not is_safe_media_address(self.address):
            raise PydanticCustomError("unsafe_address", "Not an http or https address, or a path of this site.")
        if self.address is not None and self.crop is not None:
            raise PydanticCustomError("crop_elsewhere", "Only images of the library can be cropped.")
        return self

    def stored(self) -> dict[str, Any]:
        """The image as the table has it."""
        return self.model_dump(by_alias=True, exclude_none=True)
