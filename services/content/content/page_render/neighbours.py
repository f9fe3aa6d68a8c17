"""What a page's menu and breadcrumb show, read along with a page that is read whole.

Such a page is mostly the first one after a change, for whose version neither is remembered yet: asked for by themselves
they would be two more statements.
"""

import orjson

from content.address import addresses_above
from content.documents.loading import Row
from content.page_render import breadcrumb, menu
from content.page_render.sources import SourceMemory

_NEVER = -1


def columns_of_neighbours(menu_version: str, above_version: str, above: str) -> str:
    """Columns with the menu and with the pages above, each unless the site has the version that is given for it.

    ``above`` is the parameter with the addresses, the others those with the versions: see `neighbours_known`.
    """
    statements = (
        ("menu", menu_version, menu.STATEMENT),
        ("pages_above", above_version, breadcrumb.STATEMENT.format(urls=above)),
    )
    return "".join(
        f""", CASE WHEN s.version <> {version}::bigint THEN (
            SELECT coalesce(json_agg(each), '[]') FROM ({statement}) each) END::text AS {name}"""  # noqa: S608  # of constants
        for name, version, statement in statements
    )


def neighbours_known(memory: SourceMemory, url: str) -> tuple[int, int, list[str]]:
    """The versions of the site for which a page's menu and the pages above it are remembered, and these pages' addresses."""
    above = addresses_above(url)
    menu_version, _ = memory.known(menu.KEY) or (_NEVER, None)
    above_version, pages = memory.known(breadcrumb.KEY) or (_NEVER, {})
    return menu_version, above_version if all(address in pages for address in above) else _NEVER, above


def remember_neighbours(memory: SourceMemory, row: Row, above: list[str]) -> None:
    """Keep what was read along for the version of the page's row."""
    version: int = row["version"]
    if row["menu"] is not None:
        memory.keep(menu.KEY, version, menu.menu_of(orjson.loads(row["menu"])))
    if row["pages_above"] is not None:
        known_for, pages = memory.known(breadcrumb.KEY) or (_NEVER, {})
        if known_for != version:
            pages = {}
        breadcrumb.add_to(pages, breadcrumb.pages_of(above, orjson.loads(row["pages_above"])))
        memory.keep(breadcrumb.KEY, version, pages)
