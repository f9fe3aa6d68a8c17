import pytest

from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
    id_,
    whitelist,
)
from tests.content.scopes.names import BOTH, tell, told


@pytest.fixture
async def known(site: Site) -> Site:
    """A site that has heard of two scopes."""
    await tell(site.client, told(1, BOTH))
    return site


@pytest.fixture
async def text(known: Site, page: JSON) -> str:
    """A text on the page /about that only the club sees."""
    node_id = id_()
    await known.saved(page, *add_text(column_of(page), "<p>Members</p>", node_id=node_id), whitelist(node_id, ["club"]))
    return node_id
