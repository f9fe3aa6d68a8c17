"""Reading emails."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Row, Select, func, or_, select
from sqlalchemy.orm import defer, joinedload

from cms.emails.errors import EmailNotFound
from cms.emails.models import Email, Mailing, State
from kit.repository import Repository
from kit.search import matches


class EmailRepository(Repository[Email]):
    """Emails, by id and by key."""

    model = Email
    missing = EmailNotFound

    def base(self) -> Select[Email]:
        """Emails with their mailings."""
        return super().base().options(joinedload(Email.mailing))

    def search(
        self, q: str | None, state: State | None, written: tuple[datetime | None, datetime | None]
    ) -> Select[Email]:
        """Emails with the words in subject, recipient or reason, in this state, written from a moment on and before another.

        Without their HTML, which lists do not show.
        """
        mailing = joinedload(Email.mailing).options(
            defer(Mailing.html, raiseload=True), defer(Mailing.text, raiseload=True)
        )
        query = self.base().options(mailing, defer(Email.html, raiseload=True))
        query = query.where(*matches(q, Email.subject, Email.to_name, Email.to_address, Email.reason))
        if state is not None:
            query = query.where(Email.state == state)
        first, end = written
        if first is not None:
            query = query.where(Email.created_at >= first)
        if end is not None:
            query = query.where(Email.created_at < end)
        return query

    async def to_follow(self, address: str, link: str, states: Collection[State]) -> Sequence[Row[Email, Mailing]]:
        """The emails to an address in one of these states that say a link, with their mailings, locked until the commit.

        Without those of which nobody knows whether they have arrived.
        """
        says = or_(Mailing.text.contains(link, autoescape=True), Mailing.html.contains(link, autoescape=True))
        query = select(Email, Mailing).join(Mailing, Email.mailing_id == Mailing.id)
        query = query.where(Email.state.in_(states), Email.handed_over_at.is_(None))
        query = query.where(func.lower(Email.to_address) == address.lower(), says)
        return (await self.session.execute(query.order_by(Email.id).with_for_update())).all()
