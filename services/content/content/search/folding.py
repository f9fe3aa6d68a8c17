"""Words as the index has them: without case and accents, the same for what is written and for what is looked for."""

import re
import unicodedata

from content.fields.signs import SIGNS

_MARKS = re.compile("[\u0300-\u036f]")
# Letters that Unicode does not take apart.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"})
# Each sign is a word, and a run of them a phrase.
_WORD = re.compile(rf"[{SIGNS}]|[^\W_{SIGNS}]+")


def fold(text: str) -> str:
    """The text in lower case and without accents: `Müller` as `muller`, `Straße` as `strasse`."""
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFKD", text)))
        text = text.translate(_LETTERS)
    return text


def words_of(text: str) -> list[str]:
    """The folded words of a text. What is no letter and no digit only parts them, so that no query has operators."""
    return _WORD.findall(fold(text))
