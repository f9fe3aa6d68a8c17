"""Which passwords are among the first that anybody would try.

zxcvbn brings the lists: the most frequent of the passwords that were found in breaches, words, names. It also knows the
usual ways to dress them up: capitals, figures for letters, years, repeats, rows of keys. What it says is how many
guesses a password takes somebody who knows all that. The phrases beside this file are what it cannot know: many words,
and yet everybody's.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from threading import Lock

from zxcvbn import zxcvbn

ENOUGH_GUESSES = 1e8
"""Where zxcvbn's own scale begins to say "safely unguessable", of passwords that are hashed slowly."""

_SPAN = 24
"""Characters that are looked at together: zxcvbn's time grows with the square of the length, and more."""

_SHORTEST_WORD = 3
_MOST_WORDS = 50

# zxcvbn keeps the words of a call in a dictionary that all threads share.
_one_at_a_time = Lock()


def is_too_common(password: str, words: Iterable[str] = ()) -> bool:
    """Whether somebody who knows these words about the account would guess the password soon.

    Takes milliseconds, half a second of the processor at the worst: keep it off the event loop.
    """
    plain = unicodedata.normalize("NFKC", password)
    known = [end for word in (*_parts(words), *_phrases()) for end in _ends(word)]
    return not all(_is_good(spelling, known) for spelling in {plain, _joined(plain)})


def _is_good(password: str, known: list[str]) -> bool:
    # To guess the whole is to guess each part of it, so one good part is enough.
    return any(_guesses(part, known) >= ENOUGH_GUESSES for part in _ends(password))


def _ends(text: str) -> set[str]:
    """The beginning and the end of it, or, when it is short, all of it."""
    return {text[:_SPAN], text[-_SPAN:]}


def _guesses(part: str, known: list[str]) -> float:
    with _one_at_a_time:
        return float(zxcvbn(part, user_inputs=known, max_length=_SPAN)["guesses"])


def _joined(password: str) -> str:
    """The letters and figures alone: zxcvbn makes too much of what stands between two words."""
    return "".join(character for character in password if character.isalnum()) or password


@cache
def _phrases() -> list[str]:
    lines = files(__package__).joinpath("known_phrases.txt").read_text("utf-8").splitlines()
    return [_joined(line) for line in lines if line and not line.startswith("#")]


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
