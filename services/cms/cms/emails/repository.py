"""Reading emails."""

from sqlalchemy import select

from cms.emails.errors import EmailNotFound
from cms.emails.models import Email
from kit.repository import Repository


class EmailRepository(Repository[Email]):
    """Emails, by id and by key."""

    model = Email
    missing = EmailNotFound

    async def by_key(self, key: str) -> Email:
        """The email that was asked for with this key."""
        return (await self.session.scalars(select(Email).where(Email.idempotency_key == key))).one()
