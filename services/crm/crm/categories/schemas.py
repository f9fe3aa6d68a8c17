"""Categories on the wire."""

from pydantic import ConfigDict

from kit.schemas import Name, RecordIn, RecordOut


class CategoryIn(RecordIn):
    """A category's fields."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Interests"}]})

    name: Name


class CategoryOut(RecordOut):
    """What tags are sorted into."""

    name: str
