"""The cache while nobody stands behind it."""

import signal

import httpx
import pytest

from tests.composed.behind_cache.visits import hit, settled, write
from tests.composed.site import ComposedSite
from tests.waiting import eventually
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("composed site")


class TestWhileTheSiteIsAway:
    def test_pages_are_shown_and_are_new_once_it_is_back(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "Shown meanwhile")["url"]
        before = settled(visitor, url)
        site.container("web").stop(signal.SIGKILL)
        write(owner, url, "Written meanwhile")
        assert visitor.get(url).headers["ETag"] == before.headers["ETag"]
        away = visitor.get("/not-kept")
        assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
        site.restart("web")
        eventually(lambda: "Written meanwhile" in visitor.get(url).text)
        hit(visitor, url)
