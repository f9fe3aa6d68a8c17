"""Subscribers on the wire."""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, ConfigDict, Field, StringConstraints

from cms.subscribers.models import Forwarding, Source, SubscriberState, new_key
from kit.schemas import EmailAddress, Key, OneLine, Out, RecordIn, RecordOut, Schema

PersonName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine]
_Ignored = Annotated[str | None, Field(max_length=10_000, description="Ignored.")]
_IgnoredTime = Annotated[AwareDatetime | None, Field(description="Ignored.")]
_Proof = Annotated[str, StringConstraints(max_length=10_000)]


class _Editable(RecordIn):
    email_address: EmailAddress
    name: PersonName = ""
    list_id: uuid.UUID
    state: SubscriberState = "confirmed"


class SubscriberIn(_Editable):
    """A subscriber as an administrator adds one.

    ``confirmed`` is for people who have agreed elsewhere; with ``pending`` they are asked by email. Of one that is there,
    the list and the address stay as they are.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "emailAddress": "ada@example.org",
                    "name": "Ada",
                    "listId": "0192f0c1-7b1e-7c6a-9d55-3f1f0a2b4c6d",
                    "state": "confirmed",
                }
            ]
        }
    )

    source: _Ignored = None
    requested_at: _IgnoredTime = None
    confirmed_at: _IgnoredTime = None
    unsubscribed_at: _IgnoredTime = None
    page_url: _Ignored = None
    page_title: _Ignored = None
    consent: _Ignored = None
    forwarding: _Ignored = None
    forwarding_fault: _Ignored = None
    unsubscribe_path: _Ignored = None

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """The columns that are written."""
        own = {*type(self).model_fields} - {*_Editable.model_fields}
        return super().values(exclude={*exclude, *own})


class SubscriberStored(_Editable):
    """What is written of what an administrator saves: a state, and what belongs to it."""

    confirmed_at: datetime | None = None
    unsubscribed_at: datetime | None = None
    is_unsubscribed_by_hand: bool = False
    forwarding: Forwarding = "none"
    confirmation_key: Annotated[str, Field(default_factory=new_key)]


class SubscriberOut(RecordOut):
    """A subscriber, and what was agreed to: when, on which page, and in which words.

    ``unsubscribePath`` is for the emails that are sent to them. ``forwarding`` tells how far it is on its way to the provider
    of the list.
    """

    email_address: str
    name: str
    list_id: uuid.UUID
    state: SubscriberState
    source: Source
    requested_at: AwareDatetime
    confirmed_at: AwareDatetime | None
    unsubscribed_at: AwareDatetime | None
    page_url: str
    page_title: str
    consent: str
    forwarding: Forwarding
    forwarding_fault: str
    unsubscribe_path: str


class SubscriptionIn(Schema):
    """Somebody who wants to be on a list. Visitors add a ticket, and its solution or the value of a captcha."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"emailAddress": "ada@example.org", "listKey": "news"}]})

    email_address: EmailAddress
    list_key: Key | None = None
    name: PersonName = ""
    ticket: _Proof = ""
    solution: _Proof = ""
    captcha: _Proof = ""


class SubscriptionAccepted(Out):
    """The sign-up was accepted. The answer is the same for known addresses."""

    accepted: bool = True


class ListedSubscriberOut(Out):
    """What the provider says of an address. ``state`` is in the provider's own words."""

    email_address: str
    list_key: str
    state: str
