from typing import Annotated

from fastapi import APIRouter, Request

from content.audience import scopes_of
from content.search import service
from content.search.schemas import SearchQuery, SearchResult
from kit.auth import Caller, Public
from kit.db import pool
from kit.pagination import Page, PageParams, Slice

router = APIRouter(prefix="/cms/search")


@router.get("", response_model=Page[SearchResult])
async def list(
    request: Request, page: PageParams, caller: Annotated[Caller, Public], query: SearchQuery
) -> Slice[service.Found]:
    """Search the pages that the caller may see; the best results come first."""
    return await service.search(pool(request), query, page, scopes_of(caller))
