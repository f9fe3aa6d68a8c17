import pytest

from content.app import app
from kit.testing import ServiceClient, Start
from tests.content.compiler import Compiler
from tests.content.factory import Site
from tests.content.shared_parts.pages import shown


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app, mounts={"http://web.test": Compiler().app})


@pytest.fixture
async def pages(site: Site) -> Site:
    """Two pages of one layout and one template, of which both have been asked for."""
    for url in ("/one", "/two"):
        await site.new_page(url)
        await shown(site, url)
    return site
