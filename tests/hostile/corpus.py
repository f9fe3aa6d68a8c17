"""A site with the hostile texts in all its strings: pages of plugins, of rows, with hostile titles, and records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, TypeVar

import httpx

from tests.hostile.payloads import PAYLOADS, case
from tests.hostile.strings import FieldString, action_strings, field_strings
from tests.whole.page_calls import create_page, new_id, put_actions, render

T = TypeVar("T")
LISTS = ("cms.sitemap", "cms.relativeNavigation", "cms.menu", "cms.blogMenu", "cms.blogPostMenu", "cms.breadcrumb")
"""Plugins that show titles and labels of other pages."""
MOST_INSTANCES = 400
"""Plugins on a page: their actions fit in one save."""


@dataclass
class Corpus:
    """What was sent, and where to look at what of it was stored."""

    names: dict[int, str] = field(default_factory=dict)
    """For each number of a case, the string and the text that it was."""
    refused: int = 0
    pages: list[str] = field(default_factory=list)
    """Addresses of pages with plugins or rows."""
    posts: list[str] = field(default_factory=list)
    blog: str = ""
    """The page with the lists of the posts, and of all pages."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def case(self, string: str, payload: str) -> str:
        number = next(self._numbers)
        self.names[number] = f"{string}: {payload!r}"
        return case(number, payload)

    def texts(self, resource: str, strings: Sequence[str], turn: int) -> dict[str, str]:
        """Another text for each of the strings of a record."""
        taken = {string: PAYLOADS[(turn + offset) % len(PAYLOADS)] for offset, string in enumerate(strings)}
        return {string: self.case(f"{resource} {string}", payload) for string, payload in taken.items()}


def store_plugins(client: httpx.Client, corpus: Corpus) -> None:
    """Puts each text into each string of each plugin's fields, and those that are accepted on pages."""
    for batch in _batches(_instances(corpus), MOST_INSTANCES):
        state = render(client, create_page(client, "Plugins", newLayout=True)["url"])
        column = next(iter(state["page"]["blocks"]))
        actions: list[dict[str, Any]] = []
        for ref, fields in batch:
            plugin = new_id()
            place = {"parentId": column, "index": 9999, "nodeId": new_id(), "pluginId": plugin}
            actions.append({"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": ref, "fields": fields})
            actions.append({"name": "BLOCK_ADD_PLUGIN_NODE", **place})
        _save(client, state, actions)
        corpus.pages.append(state["page"]["url"])


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    waiting = iter(items)
    while batch := list(islice(waiting, size)):
        yield batch


def _instances(corpus: Corpus) -> Iterator[tuple[str, dict[str, Any]]]:
    """The refs and fields of plugins; those that follow one another are of all plugins."""
    by_ref: dict[str, list[FieldString]] = {}
    for string in field_strings():
        by_ref.setdefault(string.ref, []).append(string)
    for turn in range(len(PAYLOADS)):
        for ref, strings in by_ref.items():
            for fields in _fields(corpus, strings, turn):
                yield ref, fields


def _fields(corpus: Corpus, strings: Sequence[FieldString], turn: int) -> list[dict[str, Any]]:
    """Fields of as few plugins as hold them, with another text in each string that accepts it."""
    all_fields: list[dict[str, Any]] = []
    for offset, string in enumerate(strings):
        text = corpus.case(f"{string.ref} {string.path}", PAYLOADS[(turn + offset) % len(PAYLOADS)])
        if not string.accepts(text):
            corpus.refused += 1
            continue
        for fields in all_fields:
            merged = _merged(fields.get(string.name), string.build(text))
            if string.takes(merged):
                fields[string.name] = merged
                break
        else:
            all_fields.append({string.name: string.build(text)})
    return all_fields


def _merged(value: Any, further: Any) -> Any:
    """A further string in the same object, or in the same item of a list."""
    if value is None:
        return further
    return {**value, **further} if isinstance(value, dict) else [{**value[0], **further[0]}]


def store_actions(client: httpx.Client, corpus: Corpus) -> None:
    """Puts each text into each string of each action, and does what is accepted to rows of its own."""
    accepted: list[list[dict[str, Any]]] = []
    state = render(client, create_page(client, "Actions", newLayout=True)["url"])
    column = next(iter(state["page"]["blocks"]))
    for string in action_strings():
        for payload in PAYLOADS:
            text = corpus.case(string.name, payload)
            if not string.accepts(text):
                corpus.refused += 1
            elif "fields" not in string.path:
                accepted.append([*_on_row(column, string.build(text))])
    for batch in _batches(accepted, 300):
        _save(client, state, [action for actions in batch for action in actions])
        state = render(client, state["page"]["url"])
    corpus.pages.append(state["page"]["url"])


def _on_row(column: str, action: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """An action of the vectors on a row of its own, or with a block of its own."""
    if "nodeId" not in action:
        # The plugins in the block of the vector are not on this page.
        yield {**action, "blockId": new_id(), "block": {"nodes": [_column()]}}
        return
    row, inner = new_id(), _column()
    wrap = {"rowId": new_id(), "colId": new_id()}
    node = {"id": row, "type": "row", "block": {"nodes": [inner]}}
    yield {"name": "NODE_CREATE", "parentId": column, "index": 9999, "node": node, "wrapBefore": wrap}
    more = {"blockId": new_id()} if "blockId" in action else {}
    yield {**action, "nodeId": row, **more}


def _column() -> dict[str, Any]:
    return {"id": new_id(), "type": "col", "block": {"nodes": []}}


def store_titles(client: httpx.Client, corpus: Corpus) -> None:
    """Makes pages of hostile titles, labels and descriptions: the posts of a blog, in menus."""
    blog = _page_of(client, "Blog", f"/blog-{new_id()}", "cms.blogList", {"displayMode": "list", "count": 100})
    strings = ("title", "displayTitle", "config.menu.label", "meta.title", "meta.description")
    for turn in range(0, len(PAYLOADS), 12):
        url = f"{blog}/post-{turn}"
        valid = {"title": f"Post {turn}", "url": url, "config": {"menu": {"visible": True}}}
        post_record(client, "/client/pages", valid, corpus.texts("page", strings, turn), corpus)
        _add(client, url, "cms.blogPost", {})
        corpus.posts.append(url)
    for ref in LISTS:
        _add(client, blog, ref, {})
    corpus.blog = blog


def _page_of(client: httpx.Client, title: str, url: str, ref: str, fields: dict[str, Any]) -> str:
    create_page(client, title, url=url)
    _add(client, url, ref, fields)
    return url


def _add(client: httpx.Client, url: str, ref: str, fields: dict[str, Any]) -> None:
    state, plugin = render(client, url), new_id()
    place = {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": next(iter(state["page"]["blocks"])), "index": 9}
    create = {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": ref, "fields": fields}
    _save(client, state, [create, {**place, "nodeId": new_id(), "pluginId": plugin}])


def post_record(
    client: httpx.Client, path: str, valid: Mapping[str, Any], texts: dict[str, str], corpus: Corpus
) -> dict[str, Any]:
    """Posts a valid body with texts at paths in it; the record, which has none of those that were refused."""
    while True:
        body = with_texts(valid, texts)
        # Lone surrogates are sent, too.
        answer = client.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
        if answer.is_success:
            stored: dict[str, Any] = answer.json()
            return stored
        refused = _refused(answer, texts)
        assert refused, (path, body, answer.text)
        corpus.refused += len(refused)
        for name in refused:
            del texts[name]


def _refused(answer: httpx.Response, texts: Mapping[str, str]) -> list[str]:
    """The paths of the texts that an answer says are wrong."""
    assert answer.status_code in {409, 422}, answer.text
    if answer.json()["code"] == "invalid_json":
        return [path for path, text in texts.items() if re.search("[\x00\ud800-\udfff]", text)]
    faults = [fault["field"] for fault in answer.json().get("errors", [])]
    return [
        path
        for path in texts
        if any(f"{path}.".startswith(f"{field}.") or field.startswith(f"{path}.") for field in faults)
    ]


def with_texts(valid: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    body = deepcopy(dict(valid))
    for path, text in texts.items():
        *steps, name = path.split(".")
        holder = body
        for step in steps:
            holder = holder.setdefault(step, {})
        holder[name] = text
    return body


def _save(client: httpx.Client, state: dict[str, Any], actions: list[dict[str, Any]]) -> None:
    key = new_id()
    # The gateway may have said that it takes too long: the same key is answered by what became of it.
    while (answer := put_actions(client, state, actions, key)).status_code == httpx.codes.GATEWAY_TIMEOUT:
        pass
    assert answer.status_code == 200, answer.text
