"""Reading the audit log."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query

from auth.audit.actions import Action
from auth.audit.repository import AuditRepository
from auth.audit.schemas import AuditEntryOut
from kit.audit import AuditEntry
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable

router = APIRouter(prefix="/auth/audit-log", tags=["audit"])

_order = sortable(at=AuditEntry.at, action=AuditEntry.action, actorName=AuditEntry.actor_name, default="-at")


@router.get("", response_model=Page[AuditEntryOut])
async def list(
    principal: Annotated[Principal, requires("admin")],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    action: Action | None = None,
    user_id: Annotated[
        uuid.UUID | None, Query(alias="userId", description="Who did it, or to whom it was done.")
    ] = None,
) -> Slice[AuditEntry]:
    """What was done to identities, and by whom."""
    entries = AuditRepository(session)
    return await entries.page(page, order, entries.search(action, user_id))
