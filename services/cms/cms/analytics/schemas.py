"""The site's analytics on the wire."""

from datetime import date
from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from kit.schemas import Moment, Out, Schema

Code = Annotated[str, StringConstraints(min_length=1, max_length=2_000, pattern=r"^[\x21-\x7e]+$")]


class GoogleAuthorisation(Schema):
    """What Google has given the browser, as it came back to ``/oauth2/callback/google``."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": "4/0AVG7fiQ…", "state": "k1.gAAAAABm…"}]})

    code: Code
    state: Code


class GoogleConsentOut(Out):
    """The address to send the browser to, to connect the site. It is valid for ten minutes, for this person."""

    address: str


class GoogleStateOut(Out):
    """How far the site is with its analytics."""

    is_configured: bool = Field(description="Whether it has a client ID, its secret and the property's number.")
    is_connected: bool = Field(description="Whether a Google account is connected.")
    redirect_address: str = Field(description="What the client at Google has to allow as an authorised redirect URI.")


class Counts(Out):
    """What was counted. A visitor of several days is counted once."""

    visitors: int
    views: int


class CountedDay(Counts):
    """One day, by the clocks of the Analytics property."""

    date: date


class CountedPage(Counts):
    """One page, by the path of its address."""

    path: str


class CountedSource(Counts):
    """Where visitors came from: a site's name, `google`, `(direct)`."""

    name: str


class ReportOut(Out):
    """Who visited the site. Days without visitors are there with zeros; pages and sources are the first 20."""

    start_date: date
    end_date: date
    path: str | None = Field(description="The page that it is about, or those below `/path/*`; null for all.")
    time_zone: str | None = Field(description="Of the Analytics property: its days are counted by it.")
    totals: Counts
    before: Counts = Field(description="The same number of days right before.")
    days: list[CountedDay]
    pages: list[CountedPage]
    sources: list[CountedSource]
    made_at: Moment | None = Field(
        default=None, description="When Google was asked. Answers are kept for five minutes."
    )
