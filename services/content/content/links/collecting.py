"""The links of pages: those of their plugins' fields and of their nodes, own and through layouts and branch blocks."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from content.fields.links import Found, links_in
from content.link_targets import Target, target_of
from content.model.types import Page
from content.model.walk import block_of

Holder = Literal["page", "layout", "branch"]
Part = Literal["plugin", "node", "link"]

MEDIA = ("backgroundImage", "backgroundMobileImage", "backgroundVideoMp4", "backgroundVideoUrl")
"""The settings of a node's background that are addresses."""
_HREF = "href"


class Place(NamedTuple):
    """Where an address is stored: once, however many pages show it."""

    holder: Holder
    holder_id: str
    part: Part
    part_id: str
    """Of the plugin, or of the node; a `link` is what the specification calls a page's link of a node."""
    level: str
    """Of a node's setting: `site` or `page`; empty for others."""
    field: str
    written: str


class Use(NamedTuple):
    """An address where it stands, and a page that shows it there."""

    place: Place
    target: Target
    page_id: str
    kind: str
    text: str
    ref: str
    page_count: int


class Collected:
    """The links of all pages that it was given, each place once for each address that it leads to."""

    def __init__(self, public_url: str) -> None:
        self._public_url = public_url
        self._uses: dict[tuple[Place, Target], Use] = {}
        self._in_plugin: dict[str, list[Found]] = {}
        self.ids_by_url: dict[str, frozenset[str]] = {}
        """The ids that links can lead to on each page, by its address."""

    @property
    def uses(self) -> list[Use]:
        return [*self._uses.values()]

    def add(self, page: Page, plugins: Mapping[str, Any]) -> None:
        """Take the links of a page."""
        ids: set[str] = set()
        found: list[tuple[Place, str, str, str]] = []
        for node, holder, holder_id in _nodes(page):
            for level, fields in page["nodeFields"].get(node["id"], {}).items():
                ids.update(fields.get("ids") or ())
                own = (holder, holder_id) if level == "site" else ("page", page["id"])
                for name in (_HREF, *MEDIA):
                    if isinstance(fields.get(name), str):
                        place = Place(*own, "node", node["id"], level, name, fields[name])
                        found.append((place, "link" if name == _HREF else "image", "", ""))
            of_page = page["links"].get(node["id"])
            if of_page:
                found.append(
                    (Place("page", page["id"], "link", node["id"], "", _HREF, of_page["href"]), "link", "", "")
                )
            if node["type"] == "plugin" and node["pluginId"] in plugins:
                plugin = plugins[node["pluginId"]]
                for link in self._links_of(plugin):
                    place = Place(holder, holder_id, "plugin", plugin["id"], "", link.field, link.written)
                    found.append((place, link.kind, link.text, plugin["ref"]))
        self.ids_by_url[page["url"]] = frozenset(ids)
        seen: set[tuple[Place, Target]] = set()
        for place, kind, text, ref in found:
            # A menu of anchors in a layout would be as many addresses as it has pages: only those count that fail.
            if not (place.written.startswith("#") and unquote(place.written[1:]) in ids):
                self._add(page, place, kind, seen, text, ref)

    def _links_of(self, plugin: Mapping[str, Any]) -> list[Found]:
        # A plugin of a layout is on each of its pages.
        known = self._in_plugin.get(plugin["id"])
        if known is None:
            known = self._in_plugin[plugin["id"]] = [*links_in(plugin["ref"], plugin["fields"])]
        return known

    def _add(self, page: Page, place: Place, kind: str, seen: set[tuple[Place, Target]], text: str, ref: str) -> None:
        target = target_of(place.written, page["url"], self._public_url)
        if target is None or (place, target) in seen:
            return
        seen.add((place, target))
        known = self._uses.get((place, target))
        if known is None:
            self._uses[place, target] = Use(place, target, page["id"], kind, text, ref, 1)
        else:
            self._uses[place, target] = known._replace(page_count=known.page_count + 1)


def _nodes(page: Page) -> Iterator[tuple[Any, Holder, str]]:
    """Every node that the page shows, with the document that holds it. A branch inside itself is not entered again."""
    layout = page["layout"]
    stack: list[tuple[Iterator[Any], Holder, str, tuple[str, ...]]] = [
        (iter(layout["block"]["nodes"]), "layout", layout["id"], ())
    ]
    while stack:
        nodes, holder, holder_id, branches = stack[-1]
        for node in nodes:
            yield node, holder, holder_id
            inner: tuple[Holder, str] = (holder, holder_id)
            inside = branches
            if node["type"] == "col-unique":
                inner = ("page", page["id"])
            elif node["type"] == "row-branch":
                if node["blockId"] in branches:
                    continue
                inner, inside = ("branch", node["blockId"]), (*branches, node["blockId"])
            block = block_of(page, node)
            if block:
                stack.append((iter(block["nodes"]), *inner, inside))
                break
        else:
            stack.pop()
