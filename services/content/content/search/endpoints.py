import uuid
from typing import Annotated

from fastapi import APIRouter, Request

from content.audience import scopes_of
from content.blog.categories import post_pages
from content.search import service
from content.search.schemas import SearchQuery, SearchResult
from kit.auth import Caller, Public
from kit.db import pool
from kit.networks import client_address
from kit.pagination import Page, PageParams, Slice

router = APIRouter(prefix="/cms/search")


@router.get("", response_model=Page[SearchResult])
async def list(
    request: Request, page: PageParams, caller: Annotated[Caller, Public], query: SearchQuery
) -> Slice[service.Found]:
    """Search the pages that the caller may see; the best results come first."""
    async with request.app.state.search_limits.slot(client_address(request)):
        return await service.search(pool(request), query, page, scopes_of(caller))


@router.get("/blog-categories/{id}", response_model=Page[SearchResult])
async def list_of_blog_category(
    id: uuid.UUID, request: Request, page: PageParams, caller: Annotated[Caller, Public], query: SearchQuery
) -> Slice[service.Found]:
    """Search the pages of the posts of a category and of those below it, as far as the caller may see them."""
    connection, scopes = pool(request), scopes_of(caller)
    async with request.app.state.search_limits.slot(client_address(request)):
        page_ids = await post_pages(connection, id, scopes)
        return await service.search(connection, query, page, scopes, page_ids=page_ids)
