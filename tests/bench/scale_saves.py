"""Saves, and how soon they are seen, as calls whose time might grow with the site."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import httpx

from tests.bench.site import Site
from tests.whole.page_calls import add_plugin, first_text, own_column

_SIZES = (1, 50)
_words = count()


class _Page:
    """A page that is saved again and again."""

    def __init__(self, site: Site, url: str) -> None:
        self._site = site
        self._url = url
        site.create_page(url, "Saves")
        self._state = site.render(url)
        self._plugin, self._column = first_text(self._state), own_column(self._state)
        self._web = httpx.Client(base_url=site.stack.urls["web"])

    def save(self, size: int, words: str = "One more") -> httpx.Response:
        """As many actions as are asked for: a text that changes, and new ones beneath it."""
        fields = {"content": f"<p>{words} {next(_words)}</p>"}
        actions: list[dict[str, Any]] = [{"name": "PLUGIN_UPDATE", "pluginId": self._plugin, "fields": fields}]
        for _ in range(size // 2):
            actions += add_plugin(self._column, "cms.text", {"content": "<p>One more</p>"})
        answer = self._site.client.put(
            f"/client/page-render/{self._state['page']['id']}",
            json={"version": self._state["version"], "actions": actions[:size]},
            headers={"Idempotency-Key": str(uuid.uuid4())},
        )
        answer.raise_for_status()
        self._state = answer.json()
        return answer

    def saved_and_seen(self) -> httpx.Response:
        """A save, and the first answer to a visitor that shows it."""
        words = f"seen {uuid.uuid4().hex}"
        self.save(1, words)
        while words not in (answer := self._web.get(self._url)).text:
            pass
        return answer


def calls(site: Site, size: int) -> Iterator[tuple[str, Callable[[], httpx.Response]]]:
    """Names and calls, on new pages: those of a smaller site have grown by its saves."""
    for actions in _SIZES:
        page = _Page(site, f"/bench-saves-{actions}-at-{size}")
        yield f"save of {actions} action{'s' if actions > 1 else ''}", partial(page.save, actions)
    yield "save until it is seen", _Page(site, f"/bench-seen-at-{size}").saved_and_seen
