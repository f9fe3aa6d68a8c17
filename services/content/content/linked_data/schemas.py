from collections.abc import Collection
from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue
from pydantic.config import JsonDict

from content.linked_data.declaration import names_in
from kit.schemas import Name, Out, RecordIn, RecordOut

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
    warnings: Annotated[list[JsonValue] | None, Field(description="Ignored: they follow from the data.")] = None

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """The columns that are written."""
        return {**super().values(exclude={*exclude, "page_count", "warnings"}), "types": names_in(self.data)}


class LinkedDataWarning(Out):
    """What search engines would miss in an object, or not understand."""

    field: str = Field(description="The path of the member that it is about, such as data.offers.price.")
    code: str
    detail: str


class LinkedDataOut(RecordOut):
    """A JSON-LD object, and how many pages have it."""

    name: str
    data: dict[str, Any]
    types: list[str] = Field(description="What `@type` says.")
    page_count: int = Field(description="How many pages it is attached to.")
    warnings: list[LinkedDataWarning] = Field(
        description="Types that are not known, and members that search engines require or recommend and that are missing."
    )
