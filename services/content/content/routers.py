"""The rooms that answer requests, in the order of the documentation."""

from content import backup
from content.away import endpoints as away
from content.blocks import endpoints as blocks
from content.blog import endpoints as blog
from content.file_uses import endpoints as file_uses
from content.layouts import endpoints as layouts
from content.linked_data import endpoints as linked_data
from content.links import endpoints as links
from content.notifications import endpoints as notifications
from content.page_render import endpoints as page_render
from content.pages import endpoints as pages
from content.plugins import endpoints as plugins
from content.search import endpoints as search
from content.setup import endpoints as setup
from content.templates import endpoints as templates
from content.url_maps import endpoints as url_maps
from kit.job_routes import jobs_router

ROUTERS = [
    page_render.router,
    page_render.plugin_data_router,
    page_render.private_router,
    pages.router,
    pages.private_router,
    templates.router,
    templates.private_router,
    blocks.router,
    layouts.router,
    blog.router,
    blog.private_router,
    plugins.router,
    plugins.private_router,
    linked_data.router,
    url_maps.router,
    url_maps.destination_router,
    url_maps.private_router,
    links.external_router,
    links.router,
    search.router,
    file_uses.private_router,
    setup.private_router,
    away.router,
    backup.router,
    jobs_router("/client", "editor"),
    notifications.router,
]
