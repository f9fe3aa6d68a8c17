"""What somebody looks for, as they typed it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from content.search.folding import words_of

MAX_CHARACTERS = 200
"""Of a query; more than anybody types."""
_SHORTEST_PREFIX = 2

# Each character is looked at once, whatever the query: quotes that are never closed end with it.
_TERM = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))')


class _Term(NamedTuple):
    words: list[str]
    is_excluded: bool
    is_quoted: bool


class Query(NamedTuple):
    """A query in the language of `websearch_to_tsquery`; its words are letters and digits alone."""

    text: str
    """All of it."""
    head: str
    """All but the last word, where that may be the beginning of one."""
    prefix: str
    """The last word as `to_tsquery` reads it, standing for all words that begin with it; empty where it is none."""
    wanted: list[str]
    """The words that results have: none where nothing is looked for."""

    @property
    def any_of(self) -> str:
        """A query for each of the wanted words alone."""
        return " or ".join(f'"{word}"' for word in self.wanted)

    @property
    def has_exclusions(self) -> bool:
        return '-"' in self.text


def parse(text: str, *, with_exclusions: bool = True) -> Query:
    """The query of a text: words, "phrases", -without, and `or` between alternatives.

    Without exclusions, a hyphen before a word only parts it from the one before.
    """
    terms = [term for match in _TERM.finditer(text) if (term := _term_of(match)).words]
    if not with_exclusions:
        terms = [term._replace(is_excluded=False) for term in terms]
    wanted = [word for term in terms if not term.is_excluded and not _is_or(term) for word in term.words]
    last = terms[-1] if terms else None
    has_prefix = last is not None and not (last.is_excluded or last.is_quoted or _is_or(last))
    if last is None or not has_prefix or (len(last.words[-1]) < _SHORTEST_PREFIX and last.words[-1].isascii()):
        return Query(_written(terms), "", "", wanted)
    prefix = " <-> ".join([*(f"'{word}'" for word in last.words[:-1]), f"'{last.words[-1]}':*"])
    return Query(_written(terms), _written(terms[:-1]), prefix, wanted)


def _term_of(match: re.Match[str]) -> _Term:
    phrase = match["phrase"]
    return _Term(words_of(match["word"] if phrase is None else phrase), bool(match["minus"]), phrase is not None)


def _is_or(term: _Term) -> bool:
    return term.words == ["or"] and not term.is_quoted and not term.is_excluded


def _written(terms: Sequence[_Term]) -> str:
    # All in quotes: several words of one term stand together, and a quoted "or" is a word.
    return " ".join("or" if _is_or(term) else _quoted(term) for term in terms)


def _quoted(term: _Term) -> str:
    return f'{"-" if term.is_excluded else ""}"{" ".join(term.words)}"'
