"""Every source there is."""

from content.page_render.blog import BLOG
from content.page_render.breadcrumb import BREADCRUMB
from content.page_render.members import MEMBERS
from content.page_render.menu import MENU
from content.page_render.relative_navigation import RELATIVE_NAVIGATION
from content.page_render.search import SEARCH
from content.page_render.sitemap import SITEMAP

SOURCES = [*BLOG, BREADCRUMB, MENU, RELATIVE_NAVIGATION, SEARCH, SITEMAP, *MEMBERS]
