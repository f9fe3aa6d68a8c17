"""Categories on the wire."""

from pydantic import ConfigDict

from kit.schemas import Name, Text
from kit.trees import TreeIn, TreeOut


class CategoryIn(TreeIn):
    """A category's fields."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Baskets", "parentId": None}]})

    name: Name
    description: Text = ""


class CategoryOut(TreeOut):
    """What products are sorted into."""

    name: str
    description: str
