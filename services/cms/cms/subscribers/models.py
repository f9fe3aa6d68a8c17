"""The table of subscribers."""

import uuid
from datetime import datetime
from typing import Literal

from sqlalchemy import Computed, ForeignKey, Index, String, Text, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

SubscriberState = Literal["pending", "confirmed", "unsubscribed"]
Source = Literal["form", "call", "admin"]
Forwarding = Literal["none", "waiting", "forwarded", "failed"]
UNSUBSCRIPTION = "/cms/newsletter/unsubscription"


def new_key() -> str:
    """What nobody guesses."""
    return uuid.uuid4().hex


class Subscriber(UuidPrimaryKey, Timestamps, Versioned, Base):
    """Somebody who has asked for a list, and what they were asked for it: where, when, and in which words.

    Of a list that a provider keeps, this is what is on its way there: the provider asks for the confirmation.
    """

    __tablename__ = "subscribers"
    __table_args__ = (
        UniqueConstraint("list_id", "email_key"),
        Index("ix_subscribers_list_id_state", "list_id", "state"),
        Index("ix_subscribers_pending", "requested_at", postgresql_where=text("state = 'pending'")),
        Index("ix_subscribers_unsubscribe_token", "unsubscribe_token", unique=True),
    )

    list_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("mailing_lists.id"))
    email_address: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(
        String(254), Computed("lower(email_address)", persisted=True), info={"field": "email_address"}
    )
    """The address whatever its spelling: nobody is on a list twice."""
    name: Mapped[str] = mapped_column(String(200), server_default="", default="")
    state: Mapped[SubscriberState] = mapped_column(String(20))
    source: Mapped[Source] = mapped_column(String(10), default="admin")
    requested_at: Mapped[datetime] = mapped_column(server_default=func.now())
    confirmed_at: Mapped[datetime | None]
    unsubscribed_at: Mapped[datetime | None]
    is_unsubscribed_by_hand: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether an administrator did it, who alone may take it back."""
    page_url: Mapped[str] = mapped_column(String(2048), server_default="", default="")
    page_title: Mapped[str] = mapped_column(String(500), server_default="", default="")
    consent: Mapped[str] = mapped_column(Text, server_default="", default="")
    """What they have agreed to, as they read it."""
    confirmation_key: Mapped[str] = mapped_column(String(32), default=new_key)
    """Signs confirmation links. A subscriber who leaves gets a new key, so that an old link brings nobody back."""
    asked_at: Mapped[datetime | None]
    """When a confirmation was last asked for by email."""
    times_asked: Mapped[int] = mapped_column(server_default="0", default=0)
    unsubscribe_token: Mapped[str] = mapped_column(String(32), default=new_key)
    forwarding: Mapped[Forwarding] = mapped_column(String(10), server_default="none", default="none")
    forwarding_fault: Mapped[str] = mapped_column(String(40), server_default="", default="")
    """Why it was not taken by the provider, or not yet: a code."""
    forwarded_at: Mapped[datetime | None]

    @property
    def unsubscribe_path(self) -> str:
        """Where the person unsubscribes, without the site's address; empty where a provider keeps the list.

        Anybody who has the path can unsubscribe the person, and the path does not expire.
        """
        return "" if self.forwarding != "none" else f"{UNSUBSCRIPTION}?token={self.unsubscribe_token}"

    def renew_confirmation(self) -> None:
        """Make links that were sent before worthless."""
        self.confirmation_key = new_key()
