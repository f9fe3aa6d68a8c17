"""Types of templates on the wire."""

from typing import Any

from pydantic import ConfigDict, Field

from kit.schemas import Name, Out, RecordIn, RecordOut


class EmailTemplateTypeIn(RecordIn):
    """A type's name."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Newsletter"}]})

    name: Name


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
