"""The first words of a post's page, which stand for its description where nobody has written one. Pure.

They are words that everybody sees without logging in, of the page's own columns: nothing that a layout or a shared block
shows, nothing in parts that are kept to some, nothing that is said of images, and nothing at all of a page that is kept to
some. So it does not matter who is shown them.

What they rest on are the page, its layout (which may keep a column to some) and the plugins of the page. Each has the version
of the site at which it was changed last, and the site has the version up to which the excerpts are kept
(`Site.excerpts_version`): a release that knows of them counts both up, an earlier one the version alone. What was changed
later than that has no excerpt until the worker has looked.
"""
# ruff: noqa: S608  # statements are made of constants

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from content.fields.catalogue import manifest_of
from content.fields.texts import pieces_of
from content.model.visibility import placed_plugins

MOST_CHARACTERS = 200
_LEAST_CHARACTERS = 160
"""An excerpt is cut at a word where one ends behind these: else in it, as in languages that part no words."""
_MAX_PLACES = 1_000
"""Plugins of a page that are looked at."""
_MORE = "…"
# Soft hyphens, breaks and marks of direction: of these one that is cut off would turn what stands behind the excerpt.
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_ODD_BEFORE_MORE = frozenset({"Pc", "Pd", "Pi", "Po", "Ps", "Zs"})
"""Categories of signs that begin or part something."""
_JOINERS = frozenset({"\u200d", "\u0e33", "\u0eb3", *map(chr, range(0x1F3FB, 0x1F400))})
"""Characters that are drawn with the one before them, beside marks."""

_SITE_KEEPS_ALL = "(SELECT excerpts_version = version FROM site)"
_KEPT = "(SELECT excerpts_version FROM site)"


def is_kept(page: str) -> str:
    """A condition: what the excerpt of the page of this alias rests on was changed by no release that keeps none."""
    # The first part is all that is asked, unless an earlier release has changed something since the worker looked.
    return f"""({_SITE_KEEPS_ALL} OR ({page}.version <= {_KEPT}
        AND NOT EXISTS (SELECT FROM layouts WHERE id = {page}.layout_id AND version > {_KEPT})
        AND NOT EXISTS (SELECT FROM plugins WHERE id = ANY ({page}.plugin_ids) AND version > {_KEPT})))"""


def excerpt_on(page: Any, plugins: Mapping[str, Any], known: dict[str, str]) -> str:
    """The first words of a page; none where it has a description or is kept to some.

    `known` has what was read of plugins before, and gets what is read of others.
    """
    if (page["meta"].get("description") or "").strip() or page["config"].get("scopeWhitelist"):
        return ""
    return shortened(_openings(page, plugins, known))


def _openings(page: Any, plugins: Mapping[str, Any], known: dict[str, str]) -> Iterator[str]:
    places = islice(placed_plugins(page), _MAX_PLACES)
    for id in dict.fromkeys(place.plugin_id for place in places if place.is_own and not place.whitelists):
        if id not in known:
            known[id] = opening_in(plugins.get(id))
        yield known[id]


def opening_in(plugin: Mapping[str, Any] | None) -> str:
    """The first words of a plugin that shows its fields alone. What a form says is no part of a post."""
    manifest = plugin and manifest_of(plugin["ref"])
    if not plugin or not manifest or manifest.get("dataFrom") or manifest.get("query"):
        return ""
    pieces = pieces_of(plugin["ref"], plugin["fields"])
    return _joined(each.text for each in pieces if not (each.is_heading or each.is_of_image or each.said_of))


def _joined(texts: Iterable[str]) -> str:
    """As many of the texts as an excerpt may need, in one line."""
    found, length = [], 0
    for text in texts:
        # Enough for the characters that are left out, and no more: texts are long.
        words = " ".join(_UNSEEN.sub("", text[: 4 * MOST_CHARACTERS]).split())
        if words:
            found.append(words)
            length += len(words) + 1
        if length > MOST_CHARACTERS + 1:
            break
    return " ".join(found)


def shortened(texts: Iterable[str]) -> str:
    """The beginning of these texts: as it is where it is short, else cut at a word and with an ellipsis."""
    text = _joined(texts)
    if len(text) <= MOST_CHARACTERS:
        return text
    end = text.rfind(" ", _LEAST_CHARACTERS, MOST_CHARACTERS)
    if end < 0:
        end = MOST_CHARACTERS - 1
        while end > 1 and _is_within(text, end):
            end -= 1
    while end > 1 and unicodedata.category(text[end - 1]) in _ODD_BEFORE_MORE and text[end - 1] != "%":
        end -= 1
    return text[:end] + _MORE


def _is_within(text: str, end: int) -> bool:
    """Whether a cut would part what is drawn as one character."""
    after = text[end]
    return after in _JOINERS or text[end - 1] == "\u200d" or unicodedata.category(after).startswith("M")
