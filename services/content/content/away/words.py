"""The words of the page that stands in for every other while the web host is away."""

from typing import NamedTuple

from content.languages import words_in


class Words(NamedTuple):
    language: str
    title: str
    text: str
    retry: str


_LANGUAGES = {
    "en": Words(
        language="en",
        title="Back in a moment",
        text="This site is being restarted. That takes a few seconds, and this page asks again by itself.",
        retry="Try again now",
    ),
    "de": Words(
        language="de",
        title="Gleich wieder da",
        text="Diese Website wird neu gestartet. Das dauert einige Sekunden; diese Seite versucht es von selbst erneut.",
        retry="Jetzt erneut versuchen",
    ),
}


def words_for(tag: str) -> Words:
    """The words for a language tag."""
    return words_in(_LANGUAGES, tag)
