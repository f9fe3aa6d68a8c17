"""Reading emails."""

from datetime import datetime

from sqlalchemy import Select, or_

from cms.emails.errors import EmailNotFound
from cms.emails.models import Email, State
from kit.repository import Repository


class EmailRepository(Repository[Email]):
    """Emails, by id and by key."""

    model = Email
    missing = EmailNotFound

    def search(self, text: str | None, state: State | None, written: tuple[datetime, datetime] | None) -> Select[Email]:
        """Emails with the text in subject or recipient, in this state, written from a moment on and before another."""
        query = self.base()
        if text:
            columns = (Email.subject, Email.to_name, Email.to_address)
            query = query.where(or_(*(column.icontains(text, autoescape=True) for column in columns)))
        if state is not None:
            query = query.where(Email.state == state)
        if written is not None:
            query = query.where(Email.created_at >= written[0], Email.created_at < written[1])
        return query
