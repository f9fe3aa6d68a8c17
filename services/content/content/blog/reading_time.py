"""How long the text of a post's page takes to read. Pure.

What counts are the words of the page's own columns that everybody sees: nothing that the layout shares, nothing in parts
that are kept to some, and nothing that is said of images of the library, of which some are for few. So the number tells
nobody about text that they may not read.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from math import floor
from typing import Any, NamedTuple

from content.fields.signs import SIGNS
from content.fields.texts import pieces_of
from content.model.visibility import placed_plugins

_WORDS_A_MINUTE = 230
_SIGNS_A_MINUTE = 500
_LETTERS_A_MINUTE = 1_000
"""As many as 230 words have in languages with spaces, where these part no words: of Thai, Lao, Burmese and Khmer."""
_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_SIGN = re.compile(rf"[{SIGNS}]")
_LETTER = re.compile(rf"[{_LETTERS}]")
# With the marks of scripts that have some within words, and with apostrophes and hyphens.
_WORD = re.compile(rf"[^\s{SIGNS}{_LETTERS}]+")
_MAX_PLACES = 1_000
"""Plugins of a page that are looked at."""


class Amount(NamedTuple):
    """How much text there is, by how its script parts words."""

    words: int = 0
    signs: int = 0
    letters: int = 0


def minutes_on(page: Any, plugins: Mapping[str, Any], known: dict[str, Amount]) -> int:
    """How long the page takes to read, in whole minutes: 0 where it says nothing, else at least 1.

    `known` has the amounts of plugins that were counted before, and gets those of the others.
    """
    places = islice(placed_plugins(page), _MAX_PLACES)
    own = [place.plugin_id for place in places if not place.is_shared and not place.whitelists]
    known.update({id: amount_in(plugins.get(id)) for id in own if id not in known})
    return minutes_of(known[id] for id in own)


def minutes_of(amounts: Iterable[Amount]) -> int:
    """How long these take together, to the nearest minute, halves upwards: 0 for nothing, else at least 1."""
    words, signs, letters = (sum(each) for each in zip(*amounts, Amount(), strict=True))
    minutes = words / _WORDS_A_MINUTE + signs / _SIGNS_A_MINUTE + letters / _LETTERS_A_MINUTE
    # `round` would make two minutes of two and a half, and four of three and a half.
    return max(floor(minutes + 0.5), 1) if minutes else 0


def amount_in(plugin: Mapping[str, Any] | None) -> Amount:
    """How much a plugin says."""
    if plugin is None:
        return Amount()
    return amount_of("\n".join(each.text for each in pieces_of(plugin["ref"], plugin["fields"]) if not each.said_of))


def amount_of(text: str) -> Amount:
    """How much there is in a text. Signs that are no part of a word or a number, such as dashes, are none."""
    words = sum(any(map(str.isalnum, word)) for word in _WORD.findall(text))
    return Amount(words, len(_SIGN.findall(text)), len(_LETTER.findall(text)))
