"""The body of every published item of somebody else's site, put through a cms.text and served to visitors."""

from __future__ import annotations

import time

import httpx

from tests.real_pages import executable_parts, published_items, visible_text
from tests.whole.page_calls import create_page, element_of, first_text, put_actions, render, set_text

# Text parts of an HTML document that browsers never show, whatever stands in them.
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)><a href='java\tscript:alert(1)'>x</a><svg onload=alert(1)><style>*{display:none}</style>"

SEEN_WITHIN = 60.0


def served_body(visitor: httpx.Client, url: str, plugin: str, text: str) -> str:
    """What a visitor gets for the plugin: once it has the saved text, or at the latest after `SEEN_WITHIN` seconds."""
    end = time.monotonic() + SEEN_WITHIN
    while True:
        served = element_of(visitor.get(url).text, plugin)
        if visible_text(served) == text or time.monotonic() > end:
            return served
        time.sleep(0.005)


def test_every_published_body_keeps_its_text_and_loses_what_could_run(
    owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    page = create_page(owner_client, "Bodies of others")
    state = render(owner_client, page["url"])
    plugin = first_text(state)
    items = published_items()
    assert len(items) > 60
    lost, dangerous = [], []
    for item in items:
        answer = put_actions(owner_client, state, [set_text(plugin, item.body + HOSTILE)])
        assert answer.status_code == 200, f"{item.title}: {answer.text}"
        state = answer.json()
        text = visible_text(item.body + HOSTILE)
        served = served_body(visitor_client, page["url"], plugin, text)
        if visible_text(served) != text:
            lost.append(item.title)
        dangerous += [f"{item.title}: {part}" for part in executable_parts(served)]
    assert lost == []
    assert dangerous == []
