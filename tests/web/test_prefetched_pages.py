"""Pages that a browser fetches before anybody has asked for them, and a visitor who searches all the time."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice

import httpx
import pytest

from tests.stack import Stack
from tests.web.plugin_pages import page_with

pytestmark = pytest.mark.xdist_group("site of the web host")


def _missed(editor: httpx.Client, word: str) -> set[str]:
    answer = editor.get("/cms/url-maps/missing", params={"q": word, "limit": 100}).raise_for_status()
    return {each["url"] for each in answer.json()["results"]}


@pytest.mark.parametrize("header", ["Sec-Purpose", "Purpose"])
def test_are_not_in_the_log_of_missing_addresses(host: httpx.Client, owner_client: httpx.Client, header: str) -> None:
    word = uuid.uuid4().hex
    assert host.get(f"/ahead-{word}", headers={header: "prefetch"}).status_code == 404
    asked = {f"/asked-{word}", f"/asked-later-{word}"}
    for address in sorted(asked):
        assert host.get(address).status_code == 404
    end = time.monotonic() + 90
    while not (missed := _missed(owner_client, word)) >= asked:
        assert time.monotonic() < end, f"of these alone was told: {missed}"
        time.sleep(0.1)
    assert missed == asked


def test_a_visitor_who_searches_all_the_time_waits_and_others_do_not(
    stack: Stack, host: httpx.Client, owner_cookies: httpx.Cookies
) -> None:
    url, _ = page_with(stack, owner_cookies, "cms.search")

    def is_limited(address: str, query: str) -> bool:
        answer = host.get(url, params={"query": query}, headers={"X-Forwarded-For": address})
        assert answer.status_code == 200
        return "Too many searches" in answer.text

    # At once: one after another they may come no faster than is allowed.
    with ThreadPoolExecutor(32) as pool:
        words = (f"word {number}" for number in range(2_000))
        while not any(pool.map(partial(is_limited, "192.0.2.7"), islice(words, 128))):
            assert next(words, None), "nobody is limited"
    assert not is_limited("192.0.2.8", "word")
