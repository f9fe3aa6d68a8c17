"""``/ecom/dashboard``."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query

from ecom.dashboard import service
from ecom.dashboard.schemas import DashboardOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.schemas import Timezone

router = APIRouter(prefix="/ecom/dashboard")


@router.get("")
async def get(
    session: Session,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    timezone: Annotated[
        Timezone | None, Query(description="Whose clocks the days go by; left out, the caller's own.")
    ] = None,
) -> DashboardOut:
    """Get how the shop does: its sales by day, what waits for somebody, and what is not set up."""
    return await service.get(session, timezone or principal.timezone, datetime.now(UTC))
