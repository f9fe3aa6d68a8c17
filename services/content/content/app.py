"""The content service: ``uvicorn content.app:app``."""

from content.away import endpoints as away
from content.blocks import endpoints as blocks
from content.config import Settings
from content.layouts import endpoints as layouts
from content.page_render import endpoints as page_render
from content.page_render import shortcut
from content.pages import endpoints as pages
from content.plugins import endpoints as plugins
from content.site import endpoints as site
from content.templates import endpoints as templates
from kit.app import create_service
from kit.job_routes import jobs_router

app = create_service(
    Settings,
    routers=[
        page_render.router,
        pages.router,
        pages.private_router,
        templates.router,
        templates.private_router,
        blocks.router,
        layouts.router,
        plugins.router,
        site.private_router,
        away.router,
        jobs_router("/client", "editor"),
    ],
    lifespans=[page_render.source_memory],
    shortcuts_by_path={shortcut.PATH: shortcut.page_for_anybody},
)
