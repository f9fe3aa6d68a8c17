"""A save is seen through the cache, which keeps all else; and nobody but the site purges it."""

import os
import signal
import time
from functools import partial
from itertools import count

import httpx
import pytest

from tests.announced_again import in_one_of_three
from tests.composed.behind_cache.visits import hit, settled, shows, write
from tests.composed.site import ComposedSite
from tests.waiting import eventually
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("composed site")


class TestASave:
    def test_is_seen_for_good(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Saved")["url"]
        for turn in range(10):
            hit(visitor, url)
            write(owner, url, f"Turn {turn} of it")
            eventually(partial(shows, visitor, url, f"Turn {turn} of it"))
        # For good: no copy of an older one came after it.
        assert "Turn 9 of it" in hit(visitor, url).text

    def test_leaves_other_pages_in_the_cache(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        saved, other = (create_page(owner, title)["url"] for title in ("Changed", "Unchanged"))
        turns = count()

        def is_left() -> bool:
            settled(visitor, saved)
            settled(visitor, other)
            words = f"Changed words {next(turns)}"
            write(owner, saved, words)
            eventually(lambda: words in visitor.get(saved).text)
            return visitor.get(other).headers["X-Cache"] == "hit"

        assert in_one_of_three(is_left)

    def test_is_seen_by_those_who_are_asking_all_the_time(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        """The page is asked for while it is saved: what was rendered before the save must not be kept after it."""
        url = create_page(owner, "Asked for all the time")["url"]
        for turn in range(20):
            write(owner, url, f"Round {turn} of it")
            visitor.get(f"{url}?utm={turn}")
        eventually(lambda: "Round 19 of it" in visitor.get(url).text)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            assert "Round 19 of it" in visitor.get(url).text

    def test_does_not_wait_for_a_cache_that_hangs(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "While the cache hangs")["url"]
        process = site.container("cache").process
        assert process is not None
        hit(visitor, url)
        os.killpg(process.pid, signal.SIGSTOP)
        try:
            write(owner, url, "Words meanwhile")
            # The save was answered, and the cache still answers nobody.
            with pytest.raises(httpx.ReadTimeout):
                visitor.get(url, timeout=0.5)
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        eventually(lambda: "Words meanwhile" in visitor.get(url).text)

    def test_reaches_a_cache_that_was_away(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "While the cache is away")["url"]
        assert site.container("cache").stop() is not None
        write(owner, url, "Words without a cache")
        site.restart("cache")
        assert "Words without a cache" in hit(visitor, url).text
        write(owner, url, "Words with it again")
        # The host may wait for some seconds until it tries again.
        eventually(lambda: "Words with it again" in visitor.get(url).text)

    def test_is_not_needed_to_clear_the_cache(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Cleared")["url"]
        hit(visitor, url)
        owner.delete("/client/api/cache").raise_for_status()
        eventually(lambda: visitor.get(url).headers.get("X-Cache") == "miss")

    def test_is_not_purged_by_visitors(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Not purged")["url"]

        def is_left() -> bool:
            settled(visitor, url)
            for method in ("POST", "PURGE", "BAN"):
                visitor.request(method, url, headers={"Surrogate-Key": "everything", "xkey": "everything"})
            return visitor.get(url).headers["X-Cache"] == "hit"

        assert in_one_of_three(is_left)
