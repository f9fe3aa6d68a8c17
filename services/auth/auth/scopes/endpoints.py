"""Reading scopes."""

from typing import Annotated

from fastapi import APIRouter

from auth.scopes.models import Scope
from auth.scopes.repository import ScopeRepository
from auth.scopes.schemas import ScopeOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable

router = APIRouter(prefix="/auth/scopes", tags=["scopes"])

_order = sortable(name=Scope.name, createdAt=Scope.created_at, default="name")


@router.get("", response_model=Page[ScopeOut])
async def list(
    # Editors name scopes where they say who may see a part of a page.
    principal: Annotated[Principal, requires("editor")],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
) -> Slice[Scope]:
    """The scopes that there are, built in or the site's own."""
    return await ScopeRepository(session).page(page, order)
