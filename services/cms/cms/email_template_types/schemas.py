"""Types of templates on the wire."""

from typing import Any

from pydantic import ConfigDict

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
    variables: list[VariableOut]
    sample: dict[str, Any]
