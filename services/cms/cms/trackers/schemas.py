"""Trackers on the wire."""

import uuid
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StringConstraints
from pydantic_core import PydanticCustomError

from cms.trackers.models import Category, Place
from cms.trackers.snippets import SnippetInvalid, take_apart
from kit.schemas import Name, Out, RecordIn, RecordOut

_HOST = r"^(\*\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+(:[0-9]{1,5})?$"
Host = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, max_length=260, pattern=_HOST)]
"""A host as a page's policy names it: `stats.example`, or `*.stats.example` for all below it."""


def _check_snippet(html: str) -> str:
    try:
        take_apart(html)
    except SnippetInvalid as error:
        raise PydanticCustomError("snippet_invalid", "{reason}", {"reason": str(error)}) from None
    return html


Html = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=20_000),
    AfterValidator(_check_snippet),
]


class TrackerIn(RecordIn):
    """A tracker's fields.

    ``snippet`` is what a provider says to put into pages. ``hosts`` are those that its scripts load from and send to,
    beside those that the snippet names. Where it is not on all pages, it is on those that have it among their own
    ``trackers``. Of the categories only `necessary` runs without being agreed to.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Visits",
                    "category": "statistics",
                    "place": "head",
                    "snippet": '<script async src="https://stats.example/count.js"></script>',
                    "hosts": ["*.stats.example"],
                    "isOnAllPages": True,
                    "isEnabled": True,
                }
            ]
        }
    )

    name: Name
    category: Category
    place: Place = "head"
    snippet: Html
    hosts: Annotated[list[Host], Field(max_length=20)] = []
    is_on_all_pages: StrictBool = True
    is_enabled: StrictBool = True


class TrackerOut(RecordOut):
    """A tracker."""

    name: str
    category: Category
    place: Place
    snippet: str
    hosts: list[str]
    is_on_all_pages: bool
    is_enabled: bool


class ElementOut(Out):
    """An element of a snippet. A script that was written inline has the address of its file as its ``src``."""

    tag: str
    attributes: dict[str, str]
    text: str


class ActiveTrackerOut(Out):
    """A tracker as pages load it: all of them, or those alone that name it."""

    id: uuid.UUID
    is_on_all_pages: bool
    category: Category
    place: Place
    elements: list[ElementOut]


class ActiveTrackersOut(Out):
    """All trackers that pages load, in the order of their names."""

    trackers: list[ActiveTrackerOut]
