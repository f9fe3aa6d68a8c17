"""The content service: ``uvicorn content.app:app``."""

from content.config import Settings
from content.links.questions import questions
from content.page_render import shortcut_endpoints as shortcut
from content.page_render.endpoints import source_memory
from content.routers import ROUTERS
from content.search.limits import search_limits
from content.url_maps.hits import hit_counter
from kit.app import create_service

app = create_service(
    Settings,
    routers=ROUTERS,
    lifespans=[search_limits, source_memory, hit_counter, questions],
    shortcuts_by_path={shortcut.PATH: shortcut.page_for_anybody},
)
