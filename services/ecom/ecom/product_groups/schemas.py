"""The fields of product groups on the wire; their records, with their products, are `ecom.catalogue.schemas`."""

import uuid
from typing import Annotated, Any

from pydantic import Field, StrictBool, StringConstraints

from ecom.pictures import Picture
from ecom.tax_classes import TaxClass
from kit.schemas import Name, OneLine, RecordIn, RecordOut, Schema, Text

MAX_OPTIONS = 10
MAX_VALUES = 200
MAX_IMAGES = 50

OptionText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), OneLine]
Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), OneLine]


class Option(Schema):
    """Something that products of a group differ by."""

    name: OptionText
    values: Annotated[list[OptionText], Field(min_length=1, max_length=MAX_VALUES)]


class GroupFieldsIn(RecordIn):
    """A group's own fields."""

    name: Name
    code: Code | None = Field(default=None, description="The shopkeeper's own; no two groups have the same.")
    summary: Text = ""
    description: Annotated[str, StringConstraints(max_length=100_000)] = Field(
        default="", description="HTML; disallowed elements are removed."
    )
    brand_id: uuid.UUID | None = None
    category_ids: Annotated[list[uuid.UUID], Field(max_length=50)] = []
    tax_class: TaxClass | None = Field(default="standard", description="Null: it is not taxed.")
    is_published: StrictBool = False
    is_listed: StrictBool = Field(default=True, description="False: it can be bought, but appears in no list.")
    is_featured: StrictBool = False
    options: Annotated[list[Option], Field(max_length=MAX_OPTIONS)] = []
    images: Annotated[list[Picture], Field(max_length=MAX_IMAGES)] = []
    seo_title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine] = ""
    seo_description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), OneLine] = ""


class GroupFieldsOut(RecordOut):
    """A group's own fields."""

    name: str
    code: str | None
    summary: str
    description: str
    brand_id: uuid.UUID | None
    category_ids: list[uuid.UUID]
    tax_class: str | None
    is_published: bool
    is_listed: bool
    is_featured: bool
    options: list[dict[str, Any]]
    images: list[dict[str, Any]]
    seo_title: str
    seo_description: str
