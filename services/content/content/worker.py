"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from content.blocks import tasks as blocks_tasks
from content.blog import tasks as blog_tasks
from content.changes import tasks as changes_tasks
from content.files import events as files_events
from content.files import tasks as files_tasks
from content.links import tasks as links_tasks
from content.page_render import tasks as page_render_tasks
from content.pages import events as pages_events
from content.plugins import tasks as plugins_tasks
from content.scopes import events as scopes_events
from content.search import tasks as search_tasks
from content.site import events as site_events
from content.templates import tasks as templates_tasks

__all__ = [
    "blocks_tasks",
    "blog_tasks",
    "changes_tasks",
    "files_events",
    "files_tasks",
    "links_tasks",
    "page_render_tasks",
    "pages_events",
    "plugins_tasks",
    "scopes_events",
    "search_tasks",
    "site_events",
    "templates_tasks",
]
