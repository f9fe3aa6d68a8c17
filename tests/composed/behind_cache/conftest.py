"""A site with the cache in front: Varnish itself, with the rules and settings that `--profile cache` gives it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.composed.site import ComposedSite, composed_site
from tests.composed.visits import logged_in
from tests.stack_fixtures import set_up_site
from tests.varnish import require


@pytest.fixture(scope="package")
def site() -> Iterator[ComposedSite]:
    require()
    with composed_site(COMPOSE_PROFILES="cache", CACHE_PURGE_URL="http://cache:8081", SETUP_CODE="open-sesame") as site:
        set_up_site(site)
        yield site


@pytest.fixture
def owner(site: ComposedSite) -> Iterator[httpx.Client]:
    """Somebody who may do everything, past the cache."""
    with logged_in(site) as client:
        yield client


@pytest.fixture
def visitor(site: ComposedSite) -> Iterator[httpx.Client]:
    """Anybody, through the cache. It takes no compressed form: the first of those is kept briefly."""
    address = f"http://{site.addresses['cache']}:8080"
    with httpx.Client(base_url=address, headers={"Accept-Encoding": "identity"}, timeout=30) as client:
        yield client
