import uuid
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from content.link_targets import MAX_ADDRESS
from content.links.verdicts import Reason, State
from kit import outbound
from kit.schemas import Moment, Out, Schema

CheckState = Literal["running", "done", "cancelled", "failed"]


class ExternalStatus(Out):
    """What an address answers."""

    url: str = Field(description="Where redirects have led; the address itself where it did not answer.")
    status: int | None = Field(description="The HTTP status; none where there was no answer.")
    reason: outbound.Reason | Literal["not_checked", "redirect_loop"] | None = Field(
        description="Why there was none. Addresses within the network are not asked, nor the site's own files and calls."
    )


class CheckOut(Out):
    """The latest check of all links; `job` is where its progress is followed as events by who began it."""

    id: uuid.UUID
    state: CheckState
    progress: float
    message: str | None
    job: str
    started_at: Moment
    finished_at: Moment | None
    pages: int | None = Field(description="How many pages were read; none before the end.")
    links: int | None = Field(description="How many addresses they lead to; none before the end.")


class LatestCheckOut(Out):
    check: CheckOut | None = Field(description="None before the first one.")


class LinkOut(Out):
    """An address that pages link to, and the result of its last check."""

    id: uuid.UUID
    address: str
    is_internal: bool
    state: State
    reason: Reason | None
    status: int | None
    destination: str | None = Field(description="Where it has moved to, for one that has.")
    is_ignored: bool
    first_seen_at: Moment
    last_checked_at: Moment | None
    use_count: int = Field(description="In how many places it is used.")


class LinkUseOut(Out):
    """A place where an address is used."""

    id: uuid.UUID
    link: LinkOut
    page_id: uuid.UUID
    page_title: str
    page_url: str
    page_count: int = Field(
        description="How many pages show it. A use in a layout or a branch block counts on every page that shows that."
    )
    holder: Literal["page", "layout", "branch"]
    holder_name: str | None = Field(description="Of the layout or the branch block.")
    part: Literal["plugin", "node", "link"]
    part_id: uuid.UUID
    label: str | None = Field(description="What the plugin is called.")
    field: str
    written: str
    kind: Literal["link", "image"]
    text: str = Field(description="What the link says, or what its field is called.")


class IgnoredIn(Schema):
    is_ignored: bool


class ReplacementIn(Schema):
    """Another address for those places where one stands: on one page, in one place, or everywhere."""

    to: Annotated[
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_ADDRESS)] | None,
        Field(description="The new address; null removes the link and leaves its text."),
    ]
    page_id: uuid.UUID | None = None
    use_id: uuid.UUID | None = None
    fix_id: Annotated[
        uuid.UUID | None, Field(description="Of an answer with `remaining`: goes on with that replacement.")
    ] = None


class Skipped(Out):
    """A place that was left as it is."""

    page_id: uuid.UUID
    page_title: str
    detail: str


class ReplacementOut(Out):
    """What was changed by one request."""

    fix_id: uuid.UUID
    changed: int = Field(description="In how many places.")
    skipped: list[Skipped]
    remaining: int = Field(description="Places that are still to be changed: ask again with `fixId`.")


class UndoOut(Out):
    changed: int = Field(description="In how many places the former address is back.")
    skipped: list[Skipped]
    next: int | None = Field(description="What to give as `start` for the pages that follow; null after the last.")
