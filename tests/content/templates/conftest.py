import pytest

from content.app import app
from kit.testing import ServiceClient, Start
from tests.content.compiler import Compiler
from tests.content.factory import JSON, Site
from tests.content.templates.calls import SOURCES, create


@pytest.fixture
def compiler() -> Compiler:
    return Compiler()


@pytest.fixture
async def client(start: Start, compiler: Compiler) -> ServiceClient:
    return await start(app, mounts={"http://web.test": compiler.app})


@pytest.fixture
async def template(site: Site) -> JSON:
    made: JSON = (await create(site, **SOURCES)).json()
    return made
