"""Queries about the audit log."""

import uuid

from sqlalchemy import Select, or_

from auth.audit.actions import Action
from kit.audit import AuditEntry
from kit.repository import Repository


class AuditRepository(Repository[AuditEntry]):
    """Entries of the audit log."""

    model = AuditEntry

    def search(self, action: Action | None, user_id: uuid.UUID | None) -> Select[AuditEntry]:
        """The entries of one action, or of what one user did or what was done to them."""
        query = self.base()
        if action is not None:
            query = query.where(AuditEntry.action == action)
        if user_id is not None:
            query = query.where(or_(AuditEntry.actor_id == user_id, AuditEntry.subject_id == user_id))
        return query
