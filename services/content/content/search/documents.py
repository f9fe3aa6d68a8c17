"""The documents of a page: its text, apart for each set of whitelists that keep it to some."""

from collections.abc import Container, Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

import orjson

from content.fields.texts import Piece, pieces_of
from content.model.types import Page
from content.model.visibility import Placed, placed_plugins, whitelist_key
from content.search.folding import words_of

MAX_BYTES = 100_000
"""Of a page's text that counts. A tsvector holds 1 MB, and what members see of a page is put together into one."""
_MAX_PLACES = 5_000
_MAX_AUDIENCES = 50

Audience = frozenset[tuple[str, ...]]


class Words(NamedTuple):
    """The folded words of a document, from those that count most to those that count least."""

    title: str
    headings: str
    description: str
    body: str


class PageText(NamedTuple):
    """One document. `body` stands on the page itself, `shared` is there by its layout."""

    audience: str
    body: str
    shared: str
    words: Words


def documents_of(page: Page, plugins: Mapping[str, Any]) -> list[PageText]:
    """A page's documents, first the one with its title, which has the widest audience."""
    places = _by_audience(page)
    meta = page["meta"]
    titles = [page["title"], page.get("displayTitle", ""), meta.get("title", "")]
    budget = _Budget()
    found = []
    for number, (audience, placed) in enumerate(places.items()):
        own = _pieces(plugins, (place.plugin_id for place in placed if not place.is_shared))
        shared = _pieces(plugins, (place.plugin_id for place in placed if place.is_shared))
        if number and not own and not shared:
            continue
        headings = " ".join(piece.text for piece in own if piece.is_heading)
        body, below = _text(own, without=titles), _text(shared)
        words = Words(
            budget.words(" ".join(titles) if number == 0 else ""),
            budget.words(headings),
            budget.words(meta.get("description", "") if number == 0 else ""),
            budget.words(f"{_text(own)} {below}"),
        )
        found.append(PageText(_spelt(audience), body[:MAX_BYTES], below[:MAX_BYTES], words))
    return found


def audience_of(spelt: str) -> list[list[str]]:
    """The whitelists of a document that all have to let somebody through."""
    whitelists: list[list[str]] = orjson.loads(spelt)
    return whitelists


def _by_audience(page: Page) -> dict[Audience, list[Placed]]:
    """Where plugins stand, each once for all who see it alike."""
    whitelist = page["config"].get("scopeWhitelist")
    of_page: Audience = frozenset({whitelist_key(whitelist)} if whitelist else ())
    places: dict[Audience, list[Placed]] = {of_page: []}
    seen: set[tuple[str, Audience]] = set()
    for place in islice(placed_plugins(page), _MAX_PLACES):
        audience = of_page | place.whitelists
        # More of them are on no page that somebody has made by hand; what would be left out is found by nobody.
        if audience not in places and len(places) >= _MAX_AUDIENCES:
            continue
        if (place.plugin_id, audience) not in seen:
            seen.add((place.plugin_id, audience))
            places.setdefault(audience, []).append(place)
    return places


def _pieces(plugins: Mapping[str, Any], plugin_ids: Iterable[str]) -> list[Piece]:
    shown = (plugins[plugin_id] for plugin_id in plugin_ids if plugin_id in plugins)
    return [piece for plugin in shown for piece in pieces_of(plugin["ref"], plugin["fields"]) if piece.text]


def _text(pieces: Iterable[Piece], *, without: Container[str] = ()) -> str:
    """The pieces in lines of their own; `without` are headings that an extract need not repeat."""
    return "\n".join(piece.text for piece in pieces if not (piece.is_heading and piece.text in without))


def _spelt(audience: Audience) -> str:
    return orjson.dumps(sorted(audience)).decode()


class _Budget:
    """How much of a page's text may still count."""

    def __init__(self) -> None:
        self._left = MAX_BYTES

    def words(self, text: str) -> str:
        """The folded words of a text, as far as they fit."""
        words = " ".join(words_of(text[: self._left]))
        if len(words.encode()) > self._left:
            words = words.encode()[: self._left].decode(errors="ignore").rpartition(" ")[0]
        self._left -= len(words.encode())
        return words
