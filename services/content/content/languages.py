"""Words in the languages that Pagewright has words in (`web/app/words/languages.ts`)."""

from collections.abc import Mapping
from typing import TypeVar

Words = TypeVar("Words")

ENGLISH = "en"


def words_in(words: Mapping[str, Words], tag: str) -> Words:
    """Those for a language tag: German for `de-AT`, and English for a language without words."""
    return words.get(tag.partition("-")[0].lower(), words[ENGLISH])
