"""Which passwords are among the first that anybody would try.

zxcvbn brings the lists: the 30,000 most frequent of the passwords that were found in breaches, words,
names. It also knows the usual ways to dress them up: capitals, figures for letters, years, repeats,
rows of keys. What it says is how many guesses a password takes somebody who knows all that. The
phrases beside this file are what it cannot know: many words, and yet everybody's.

Two things about zxcvbn are minded here. `zxcvbn()` puts the words of one call into a dictionary that
all threads share, so its parts are called one by one. And its time grows with the square of the
length, times the ways to read figures as letters: seconds for 72 characters made for it. Hence `_SPAN`.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from zxcvbn import matching, scoring
from zxcvbn.frequency_lists import FREQUENCY_LISTS

ENOUGH_GUESSES = 1e8
"""Where zxcvbn's own scale begins to say "safely unguessable", of passwords that are hashed slowly."""

_SPAN = 32
"""Characters that are looked at together."""

_MOST_READINGS = 64
"""Ways to read figures as letters that are gone through. A word in disguise has few; noise has hundreds."""

_RANK_OF_PHRASES = 1000

_SHORTEST_WORD = 3
_MOST_WORDS = 50


def is_too_common(password: str, words: Iterable[str] = ()) -> bool:
    """Whether somebody who knows these words about the account would guess the password soon.

    Takes milliseconds, a tenth of a second at the worst, of the processor: keep it off the event loop.
    """
    plain = unicodedata.normalize("NFKC", password)
    dictionaries = {"known": _known(), "about": matching.build_ranked_dict(_parts(words))}
    return not all(_is_good(spelling, dictionaries) for spelling in {plain, _joined(plain)})


def _is_good(password: str, dictionaries: dict[str, dict[str, int]]) -> bool:
    # Whoever guesses the whole guesses each part of it, so one good part is enough.
    parts = {password[:_SPAN], password[-_SPAN:]}
    return any(_guesses(part, dictionaries) >= ENOUGH_GUESSES for part in parts)


def _joined(password: str) -> str:
    """The letters and figures alone: zxcvbn makes too much of what stands between two words."""
    return "".join(character for character in password if character.isalnum()) or password


def _guesses(part: str, dictionaries: dict[str, dict[str, int]]) -> float:
    found: list[dict[str, Any]] = []
    for look in _matchers(part):
        found += look(part, _ranked_dictionaries=dictionaries)
    found.sort(key=lambda match: (match["i"], match["j"]))
    return float(scoring.most_guessable_match_sequence(part, found)["guesses"])


def _matchers(part: str) -> list[Any]:
    matchers = [
        matching.dictionary_match,
        matching.reverse_dictionary_match,
        matching.spatial_match,
        matching.repeat_match,
        matching.sequence_match,
        matching.regex_match,
        matching.date_match,
    ]
    readings = 1
    for figures in matching.relevant_l33t_subtable(part, matching.L33T_TABLE).values():
        readings *= len(figures) + 1
    return [*matchers, matching.l33t_match] if readings <= _MOST_READINGS else matchers


@cache
def _known() -> dict[str, int]:
    """The rank of every word of every list. One dictionary for the six: a sixth of the look-ups."""
    ranks: dict[str, int] = {}
    for words in FREQUENCY_LISTS.values():
        for rank, word in enumerate(words, 1):
            ranks[word] = min(rank, ranks.get(word, rank))
    return ranks | {_joined(phrase): _RANK_OF_PHRASES for phrase in _phrases()}


def _phrases() -> list[str]:
    lines = files(__package__).joinpath("known_phrases.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _parts(words: Iterable[str]) -> list[str]:
    """Names and addresses whole and by their parts, in lower case, each once."""
    found: dict[str, None] = {}
    for word in words:
        lower = unicodedata.normalize("NFKC", word).lower()
        letters = "".join(character if character.isalnum() else " " for character in lower)
        for part in (lower, letters.replace(" ", ""), *letters.split()):
            if len(part) >= _SHORTEST_WORD:
                found[part] = None
    return list(found)[:_MOST_WORDS]
