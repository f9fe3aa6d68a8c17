import re
import uuid
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from content.address import UrlText
from kit.schemas import Count, Moment, Out, RecordIn, RecordOut, Schema

ResponseCode = Literal[301, 302, 307, 308, 410]
Origin = Literal["manual", "page_moved", "page_deleted"]
Outcome = Literal["page", "restricted_page", "feed", "system", "elsewhere", "removed", "nothing"]
"""What visitors of an address come to: what a service or the host answers itself is the system's."""


def _number(value: Any) -> Any:
    """The integer that a string of three digits says."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{3}", value) else value


class UrlMapIn(RecordIn):
    """Where visitors of an address are sent. 410 has no destination, the others need one."""

    source: Annotated[
        UrlText,
        Field(description="A path, without a query; a star matches any characters.", examples=["/old/*"]),
    ]
    destination: Annotated[
        UrlText | None,
        Field(
            description="A path of this site or an http(s) address. Stars are what the source's stars stood for. A page's"
            " address leads to that page, wherever it moves to.",
            examples=["/new/*"],
        ),
    ] = None
    response_code: Annotated[
        ResponseCode,
        BeforeValidator(_number, json_schema_input_type=ResponseCode),
        Field(
            description="301 and 308: moved for good; 302 and 307: for now; 410: gone. A string of digits counts, too."
        ),
    ] = 301
    page_id: Annotated[uuid.UUID | None, Field(description="Ignored: it follows from the destination.")] = None
    origin: Annotated[Origin | None, Field(description="Ignored.")] = None
    hits: Annotated[int | None, Field(description="Ignored.")] = None
    last_hit_at: Annotated[Moment | None, Field(description="Ignored.")] = None


class UrlMapOut(RecordOut):
    source: str
    destination: str | None
    page_id: uuid.UUID | None = Field(description="The page that the map leads to, wherever it moves to.")
    response_code: ResponseCode
    origin: Origin = Field(description="Who wrote it: a person, or a page that left its address.")
    hits: int = Field(description="How often it was followed; counted within seconds.")
    last_hit_at: Moment | None


class UrlMapStep(Out):
    """A URL map that applies on the way."""

    id: uuid.UUID
    source: str
    destination: str | None
    response_code: ResponseCode


class UrlMapMatch(Out):
    """Where an address leads in the end."""

    destination: str | None = Field(description="None for 410.")
    response_code: ResponseCode


class UrlMapDestination(Out):
    match: UrlMapMatch | None = Field(description="None where no URL map applies.")


class UrlMapTrace(Out):
    """What becomes of an address, for the test box."""

    match: UrlMapMatch | None
    steps: list[UrlMapStep]
    outcome: Outcome = Field(description="What visitors come to in the end.")
    page_id: uuid.UUID | None = Field(description="The page that is shown in the end, if there is one.")
    page_title: str | None


class MissingAddressOut(Out):
    """An address that visitors asked for in vain."""

    id: uuid.UUID
    url: str
    hits: int
    referrer: str | None
    first_seen_at: Moment
    last_seen_at: Moment


class MissedAddress(Schema):
    """How often an address was asked for in vain since the last report."""

    url: UrlText
    hits: Count
    referrer: Annotated[str, StringConstraints(max_length=2048)] | None = None


class MissedAddresses(Schema):
    addresses: Annotated[list[MissedAddress], Field(max_length=500)]
