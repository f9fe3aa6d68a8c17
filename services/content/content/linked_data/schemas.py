from collections.abc import Collection
from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue
from pydantic.config import JsonDict

from content.linked_data.rules import types_of
from kit.schemas import Name, RecordIn, RecordOut

_ORGANIZATION: JsonDict = {"@type": "Organization", "name": "{{site.name}}", "url": "{{site.url}}"}


class LinkedDataIn(RecordIn):
    """A JSON-LD object with a name for editors."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Our organization", "data": _ORGANIZATION}]})

    name: Name
    data: Annotated[
        dict[str, JsonValue],
        Field(
            description="A JSON-LD object with `@type`; without `@context` it is given https://schema.org."
            " Its texts may have placeholders such as {{page.title}}, which each page fills."
        ),
    ]
    types: Annotated[list[str] | None, Field(description="Ignored: it follows from the data.")] = None
    page_count: Annotated[int | None, Field(description="Ignored.")] = None

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """The columns that are written."""
        return {**super().values(exclude={*exclude, "page_count"}), "types": types_of(self.data)}


class LinkedDataOut(RecordOut):
    """A JSON-LD object, and how many pages have it."""

    name: str
    data: dict[str, Any]
    types: list[str] = Field(description="What `@type` says.")
    page_count: int = Field(description="How many pages it is attached to.")
