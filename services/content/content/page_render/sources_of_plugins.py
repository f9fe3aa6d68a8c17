"""Every source there is."""

from content.page_render.blog import BLOG
from content.page_render.breadcrumb import BREADCRUMB
from content.page_render.members import MEMBERS
from content.page_render.menu import MENU
from content.page_render.search import SEARCH

SOURCES = [*BLOG, BREADCRUMB, MENU, SEARCH, *MEMBERS]
