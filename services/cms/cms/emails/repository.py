"""Reading emails."""

from datetime import datetime

from sqlalchemy import Select
from sqlalchemy.orm import defer

from cms.emails.errors import EmailNotFound
from cms.emails.models import Email, State
from kit.repository import Repository
from kit.search import matches


class EmailRepository(Repository[Email]):
    """Emails, by id and by key."""

    model = Email
    missing = EmailNotFound

    def search(self, q: str | None, state: State | None, written: tuple[datetime, datetime] | None) -> Select[Email]:
        """Emails with the words in subject or recipient, in this state, written from a moment on and before another.

        Without their HTML, which lists do not show.
        """
        query = self.base().options(defer(Email.html, raiseload=True))
        query = query.where(*matches(q, Email.subject, Email.to_name, Email.to_address))
        if state is not None:
            query = query.where(Email.state == state)
        if written is not None:
            query = query.where(Email.created_at >= written[0], Email.created_at < written[1])
        return query
