"""The documents of a page: its text, apart for each set of whitelists that keep it to some."""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import orjson

from content.fields.texts import Piece, pieces_of
from content.model.types import Page
from content.model.visibility import placed_plugins, whitelist_key
from content.search.folding import words_of
from content.search.library import Audience, Library

MAX_BYTES = 100_000
"""Of a page's text that counts. A tsvector holds 1 MB, and what members see of a page is put together into one."""
_MAX_PLACES = 5_000
_MAX_AUDIENCES = 50


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


class _Found(NamedTuple):
    """A piece of text where it stands."""

    piece: Piece
    is_shared: bool


def documents_of(page: Page, plugins: Mapping[str, Any], library: Library) -> list[PageText]:
    """A page's documents, first the one with its title, which has the widest audience."""
    meta = page["meta"]
    titles = [page["title"], page.get("displayTitle", ""), meta.get("title", "")]
    budget = _Budget()
    documents = []
    for number, (audience, found) in enumerate(_by_audience(page, plugins, library).items()):
        own = [piece for piece, is_shared in found if not is_shared]
        shared = [piece for piece, is_shared in found if is_shared]
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
        documents.append(PageText(_spelt(audience), body[:MAX_BYTES], below[:MAX_BYTES], words))
    return documents


def audience_of(spelt: str) -> list[list[str]]:
    """The whitelists of a document that all have to let somebody through."""
    whitelists: list[list[str]] = orjson.loads(spelt)
    return whitelists


def _by_audience(page: Page, plugins: Mapping[str, Any], library: Library) -> dict[Audience, list[_Found]]:
    """What the page says, apart for all who see it alike; what stands in several places is there once for each of these."""
    whitelist = page["config"].get("scopeWhitelist")
    of_page: Audience = frozenset({whitelist_key(whitelist)} if whitelist else ())
    texts: dict[Audience, list[_Found]] = {of_page: []}
    seen: set[tuple[str, Audience]] = set()
    for place in islice(placed_plugins(page), _MAX_PLACES):
        audience = of_page | place.whitelists
        if (place.plugin_id, audience) in seen or place.plugin_id not in plugins:
            continue
        seen.add((place.plugin_id, audience))
        for piece, readers in _pieces(plugins[place.plugin_id], library):
            whole = audience | readers
            # More of them are on no page that somebody has made by hand; what would be left out is found by nobody.
            if whole in texts or len(texts) < _MAX_AUDIENCES:
                texts.setdefault(whole, []).append(_Found(piece, place.is_shared))
    return texts


def _pieces(plugin: Mapping[str, Any], library: Library) -> Iterator[tuple[Piece, Audience]]:
    """What a plugin says, each with the whitelists of the images that it is said of; nothing of those that are gone."""
    for piece in pieces_of(plugin["ref"], plugin["fields"], library.alt_of):
        readers = library.readers_of(piece.said_of) if piece.text else None
        if readers is not None:
            yield piece, readers


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
