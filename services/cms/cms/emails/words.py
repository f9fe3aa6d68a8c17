"""The words of emails in the site's language: catalogues in .po files beside the templates, English in the templates."""

from datetime import datetime
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).with_name("words")
ENGLISH = "en"
_MOMENTS = {ENGLISH: "d MMMM y 'at' HH:mm", "de": "d. MMMM y 'um' HH:mm 'Uhr'"}
LANGUAGES = tuple(_MOMENTS)
"""Those that emails are written in; the web has the same (`web/app/words/languages.ts`)."""


class Words(NullTranslations):
    """One language's catalogue; what it lacks is English."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self._words.get(message) or message


def language_for(tag: str | None) -> str:
    """The language whose catalogue serves a language tag: `de` for `de-AT`, and English where there is none."""
    base = (tag or "").partition("-")[0].lower()
    return base if base in LANGUAGES else ENGLISH


@cache
def words_of(language: str) -> Words:
    """The words of one of `LANGUAGES`."""
    if language == ENGLISH:
        return Words({})
    return Words(read(CATALOGUES / f"{language}.po"))


def read(path: Path) -> dict[str, str]:
    """The messages of a catalogue with their translations; those without have an empty one."""
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def moment_in_words(moment: datetime, timezone: str, tag: str | None) -> str:
    """As people read it where they are: `4 March 2026 at 09:05 (Europe/London)`."""
    language = language_for(tag)
    there = moment.astimezone(ZoneInfo(timezone))
    return f"{format_datetime(there, _MOMENTS[language], locale=language)} ({timezone})"
