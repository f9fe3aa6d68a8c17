"""From a kind of email and its data to subject, text and HTML, in the site's language.

The templates are Liquid. What goes into HTML is escaped; what goes into a subject or a text is one line each, so
that no value can begin a header or a paragraph of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from liquid import CachingFileSystemLoader, Environment, StrictUndefined
from liquid.extra import BlockTag, ExtendsTag, Translate
from liquid.extra.tags import TranslateTag

from cms.emails.one_line import one_line
from cms.emails.words import language_for, moment_in_words, words_of

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Rendered:
    """An email's words."""

    subject: str
    text: str
    html: str


def render(kind: str, values: Mapping[str, str | list[str]], language: str | None = None) -> Rendered:
    """The email of this kind, in the site's language or in English.

    A value that a template names and ``values`` lacks is an UndefinedError.
    """
    spoken = language_for(language)
    lines = {name: _lines(value) for name, value in values.items()}
    plain, escaping = environment(spoken, autoescape=False), environment(spoken, autoescape=True)
    subject = one_line(plain.get_template(f"{kind}.subject.liquid").render(**lines))
    text = plain.get_template(f"{kind}.text.liquid").render(**lines)
    html = escaping.get_template(f"{kind}.html.liquid").render(**lines, subject=subject)
    return Rendered(subject, text.strip() + "\n", html.strip() + "\n")


def _lines(value: str | list[str]) -> str | list[str]:
    return one_line(value) if isinstance(value, str) else [one_line(line) for line in value]


@cache
def environment(language: str, *, autoescape: bool) -> Environment:
    """What reads the templates of one language. Its words are global: a part that is rendered apart has them too."""
    made = Environment(
        loader=CachingFileSystemLoader(TEMPLATES, auto_reload=False),
        undefined=StrictUndefined,
        autoescape=autoescape,
        globals={"translations": words_of(language), "language": language},
    )
    for tag in (BlockTag, ExtendsTag, TranslateTag):
        made.add_tag(tag)
    made.add_filter(Translate.name, Translate(autoescape_message=autoescape))
    made.add_filter("moment", partial(_moment, language))
    return made


def _moment(language: str, at: str, timezone: str) -> str:
    """Writes the filter's value, RFC 3339, as the language has it: ``{{ at | moment: timezone }}``."""
    return moment_in_words(datetime.fromisoformat(at), timezone, language)
