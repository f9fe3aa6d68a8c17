"""Types of templates on the wire."""

from collections.abc import Collection
from typing import Annotated, Any

from pydantic import ConfigDict, Field, JsonValue

from kit.schemas import Name, Out, RecordIn, RecordOut


class EmailTemplateTypeIn(RecordIn):
    """A type's name."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Newsletter"}]})

    name: Name
    is_built_in: Annotated[bool | None, Field(description="Ignored: it follows from the name.")] = None
    variables: Annotated[list[JsonValue] | None, Field(max_length=1_000, description="Ignored.")] = None
    sample: Annotated[dict[str, JsonValue] | None, Field(description="Ignored.")] = None

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """The columns that are written."""
        return super().values(exclude={*exclude, "is_built_in", "variables", "sample"})


class VariableOut(Out):
    """What a template can name."""

    name: str
    description: str


class EmailTemplateTypeOut(RecordOut):
    """What templates are for, what those of this type can name, and data to look at them with."""

    name: str
    is_built_in: bool = Field(description="Whether a part of the site knows it by its name, which it keeps.")
    variables: list[VariableOut]
    sample: dict[str, Any]
