"""What visitors get through the cache, and what is changed behind it."""

import time
from typing import Any

import httpx

from tests.whole.page_calls import first_text, put_actions, render, set_text

_SEEN_SECONDS = 60.0
"""Within which a change is seen, which without a purge it would not be for an hour. The benchmark measures the true figure."""


def hit(visitor: httpx.Client, url: str, **headers: str) -> httpx.Response:
    """The page, once it comes from the cache."""
    until = time.monotonic() + _SEEN_SECONDS
    while True:
        answer = visitor.get(url, headers=headers)
        assert answer.status_code == 200, answer.text
        if answer.headers.get("X-Cache") == "hit":
            return answer
        assert time.monotonic() < until, answer.headers
        time.sleep(0.05)


def settled(visitor: httpx.Client, url: str) -> httpx.Response:
    """The page, once it stays in the cache: keys are purged again half a second after each change."""
    until = time.monotonic() + _SEEN_SECONDS
    while int((kept := hit(visitor, url)).headers["Age"]) < 2:
        assert time.monotonic() < until, kept.headers
        time.sleep(0.05)
    return kept


def write(owner: httpx.Client, url: str, words: str) -> None:
    state = render(owner, url)
    saved = put_actions(owner, state, [set_text(first_text(state), f"<p>{words}</p>")])
    assert saved.is_success, saved.text


def restrict(owner: httpx.Client, page: dict[str, Any], scopes: list[str]) -> None:
    body = {"title": page["title"], "url": page["url"], "config": {"scopeWhitelist": scopes}}
    owner.put(f"/client/pages/{page['id']}", json=body, headers={"If-Match": "*"}).raise_for_status()


def shows(visitor: httpx.Client, url: str, words: str) -> bool:
    return words in visitor.get(url).text


def is_kept(visitor: httpx.Client, url: str, **headers: str) -> bool:
    """Whether the cache has kept what it was asked for: it says so of all that it may keep."""
    return any("X-Cache" in visitor.get(url, headers=headers).headers for _ in range(3))
