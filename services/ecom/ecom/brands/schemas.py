"""Brands on the wire."""

from pydantic import ConfigDict

from kit.schemas import Name, RecordIn, RecordOut, Text, Url


class BrandIn(RecordIn):
    """A brand's fields."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"name": "Willow", "description": "Baskets.", "website": "https://willow.example"}]
        }
    )

    name: Name
    description: Text = ""
    website: Url | None = None


class BrandOut(RecordOut):
    """Who makes a product."""

    name: str
    description: str
    website: str | None
