"""Mailing lists on the wire."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from cms.mailing_lists.models import ListProvider
from kit.schemas import Key, Name, RecordIn, RecordOut

# Part of an address at the provider: nothing in it may lead elsewhere.
ExternalId = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100, pattern=r"^[A-Za-z0-9]*$")]


class MailingListIn(RecordIn):
    """A list's fields. ``externalId`` is Mailchimp's audience id, or Campaign Monitor's list id."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"key": "news", "name": "News", "provider": "mailchimp", "externalId": "a6b5da1054"}]
        }
    )

    key: Key
    name: Name
    provider: ListProvider = "site"
    external_id: Annotated[ExternalId, Field(validate_default=True)] = ""

    @field_validator("external_id")
    @classmethod
    def _names_the_list(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("provider", "site") == "site":
            return ""
        if not value:
            raise PydanticCustomError("external_id", "Enter the provider's ID of the list.")
        return value


class MailingListOut(RecordOut):
    """A mailing list."""

    key: str
    name: str
    provider: ListProvider
    external_id: str
