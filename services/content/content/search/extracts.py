"""Extracts of texts around the words that were looked for.

They are parts of plain text with a mark at each: what draws them needs no HTML, so neither a page nor a query can
bring any.
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from content.search.folding import words_of

LENGTH = 220
"""Characters of an extract, about."""
MAX_MARKED_WORDS = 2_000
_BEFORE = 60
_WORD = re.compile(r"[^\W_]+")
_SPACE = re.compile(r"\s+")


class Part(NamedTuple):
    text: str
    is_match: bool


def candidates(texts: Iterable[str], wanted: Collection[str]) -> set[str]:
    """The words of some texts that may be forms of the wanted ones: they begin alike."""
    beginnings = tuple({word[:2] for word in wanted})
    found = {word for text in texts for word in set(_WORD.findall(text)) if _key(word).startswith(beginnings)}
    return set(sorted(found)[:MAX_MARKED_WORDS])


def _key(word: str) -> str:
    return word.lower() if word.isascii() else " ".join(words_of(word))


def marked(text: str, matches: Collection[str]) -> list[Part]:
    """The whole text with the matching words marked."""
    return _parts(text, [found.span() for found in _WORD.finditer(text) if found[0] in matches])


def extract(text: str, matches: Collection[str]) -> list[Part]:
    """What stands around most matching words, or the beginning of a text that has none."""
    spans = [found.span() for found in _WORD.finditer(text) if found[0] in matches]
    begin = _best(spans)
    start = _at_word(text, begin - _BEFORE) if begin > _BEFORE else 0
    end = len(text) if len(text) <= start + LENGTH else _at_word(text, start + LENGTH)
    inside = [(first - start, last - start) for first, last in spans if start <= first and last <= end]
    parts = _parts(text[start:end], inside)
    if parts and start > 0:
        parts[0] = parts[0]._replace(text="…" + parts[0].text.lstrip())
    if parts and end < len(text):
        parts[-1] = parts[-1]._replace(text=parts[-1].text.rstrip() + "…")
    return parts


def _best(spans: list[tuple[int, int]]) -> int:
    """Where the stretch begins that holds most matches; the first of several."""
    best, most, last = 0, 0, 0
    for index, (begin, _) in enumerate(spans):
        last = max(last, index)
        while last < len(spans) and spans[last][1] <= begin + LENGTH - _BEFORE:
            last += 1
        if last - index > most:
            best, most = begin, last - index
    return best


def _at_word(text: str, position: int) -> int:
    """The beginning of a word near a position, or the position itself within a very long one."""
    space = _SPACE.search(text, position, position + _BEFORE // 2)
    return space.end() if space else position


def _parts(text: str, spans: list[tuple[int, int]]) -> list[Part]:
    parts: list[Part] = []
    at = 0
    for begin, end in spans:
        parts += [Part(_SPACE.sub(" ", text[at:begin]), False), Part(text[begin:end], True)]
        at = end
    parts.append(Part(_SPACE.sub(" ", text[at:]), False))
    return [part for part in parts if part.text]
