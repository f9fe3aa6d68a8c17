import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Query, Request, Response

from content.page_render import conflicts, service
from content.page_render.errors import PageConflict
from content.page_render.open_pages import first_open_page
from content.page_render.parts import is_last
from content.page_render.plugin_data import data_of
from content.page_render.responses import page_response, render_response
from content.page_render.save import SaveRequest, keep_part, save
from content.page_render.schemas import (
    BlockRender,
    EditedPluginAnswer,
    EditedPluginAnswers,
    PageRedirect,
    PageRender,
    Save,
)
from content.page_render.site_images import site_with_images
from content.page_render.sources import SourceMemory
from content.page_render.sources_of_plugins import SOURCES
from content.page_render.viewer import ViewAs, viewer_of
from content.pages.schemas import PageAddress
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session, pool
from kit.networks import client_address
from kit.plugin_data import PluginQuestion
from kit.preconditions import IdempotencyKey
from kit.state import state_of

router = APIRouter(prefix="/client/page-render")
plugin_data_router = APIRouter(prefix="/client/plugin-data")
private_router = APIRouter(prefix="/private/pages")
site_router = APIRouter(prefix="/private/site-images")


@asynccontextmanager
async def source_memory(app: FastAPI) -> AsyncIterator[None]:
    """What plugins' data sources gave last, for as long as the app runs."""
    app.state.sources = SourceMemory(SOURCES, app.state.search_limits)
    yield


PREFETCH = "prefetch"
Purpose = Annotated[
    str | None,
    Header(
        max_length=100,
        description=f"`{PREFETCH}` for a page that nobody has asked for yet: a URL map that is followed counts no hit.",
    ),
]
_PAGE_ANSWERS: dict[int | str, dict[str, Any]] = {
    401: {"description": "Log in"},
    410: {"description": "A page was here and has been removed"},
}


@router.get("", response_model=PageRender | PageRedirect, responses=_PAGE_ANSWERS)
async def get(
    url: Annotated[str, Query(max_length=10_000)],
    request: Request,
    caller: Annotated[Caller, Public],
    css: Annotated[
        bool, Query(description="Without it `template.inlineCSS` is empty: for who has this version of it already.")
    ] = True,
    view_as: ViewAs = None,
    purpose: Purpose = None,
) -> Response:
    """A page with all that the caller may see of it, or that those may see whom an editor views it as.

    Where a URL map applies to the address, the answer is where it leads.
    """
    viewer = viewer_of(caller, view_as)._replace(address=client_address(request))
    hits = None if purpose == PREFETCH else request.app.state.url_map_hits
    return await page_response(state_of(request), viewer, url, request.app.state.sources, hits, with_css=css)


_SAVED_VERSION = "Saved-Version"
_SAVE_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "headers": {
            _SAVED_VERSION: {
                "description": "The site version that this save made; left out when it changed nothing.",
                "schema": {"type": "integer"},
            }
        }
    },
    202: {"description": "The part is stored; the last one applies all of them"},
}


@router.put("/{id}", response_model=PageRender, responses=_SAVE_ANSWERS, max_body_size=DOCUMENT_MAX_BODY)
async def update(
    id: uuid.UUID,
    data: Save,
    request: Request,
    principal: Annotated[Principal, requires("editor")],
    idempotency_key: IdempotencyKey,
) -> Response:
    """Apply actions to a page, all or none, or keep a part of a save until its last part comes."""
    state = state_of(request)
    wanted = SaveRequest(str(id), idempotency_key, await request.body())
    if data.part is not None and not is_last(data.part):
        async with state.database.transaction() as session:
            await keep_part(session, principal, data.part, wanted)
        return Response(status_code=202)
    try:
        # Not the request's session: names are asked for over HTTP, once the site's row is free again.
        saved = await save(state, principal, data, wanted, request.app.state.sources)
    except PageConflict as conflict:
        await conflicts.add_names(state, conflict.extensions["conflicts"])
        raise
    response = render_response(saved.render)
    if saved.version is not None:
        response.headers[_SAVED_VERSION] = str(saved.version)
    return response


@router.get("/{id}/blocks/{block_id}", response_model=BlockRender)
async def get_block(
    id: uuid.UUID,
    block_id: uuid.UUID,
    request: Request,
    caller: Annotated[Caller, Public],
    view_as: ViewAs = None,
) -> Response:
    """A branch block with all that the caller may see of it; editors get those that the page does not show too."""
    viewer = viewer_of(caller, view_as)._replace(address=client_address(request))
    block = await service.block(pool(request), str(id), str(block_id), viewer, request.app.state.sources)
    return render_response(block)


@plugin_data_router.post("", max_body_size=DOCUMENT_MAX_BODY)
async def get_plugin_data(
    data: PluginQuestion, request: Request, principal: Annotated[Principal, requires("editor")]
) -> EditedPluginAnswers:
    """Get the data of plugins as they are in the editor, saved or not. Visitors' comes with the page."""
    answers, files = await data_of(pool(request), data, viewer_of(principal), request.app.state.sources)
    plugins = {id: EditedPluginAnswer(data=answer.data, tags=sorted(answer.tags)) for id, answer in answers.items()}
    for id, shown in files.items():
        plugins.setdefault(id, EditedPluginAnswer(data=None, tags=[])).files = {**shown}
    return EditedPluginAnswers(plugins=plugins, is_cacheable=False)


@private_router.get("/with-plugin", include_in_schema=False)
async def with_plugin(
    session: Session,
    caller: Annotated[str, Internal("cms", "web")],
    ref: Annotated[str, Query(max_length=200)],
) -> PageAddress:
    """The address of the first page on which anyone sees such a plugin, for links to it."""
    return PageAddress(url=await first_open_page(session, ref))


@site_router.get("", include_in_schema=False)
async def get_site_images(request: Request, caller: Annotated[str, Internal("web")]) -> Response:
    """The site's name, language and images."""
    return render_response(await site_with_images(pool(request)))
