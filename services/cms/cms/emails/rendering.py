"""From a kind of email and its data to subject, text and HTML.

The templates are Liquid. What goes into HTML is escaped; what goes into a subject or a text is one line each, so
that no value can begin a header or a paragraph of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from liquid import CachingFileSystemLoader, Environment, StrictUndefined
from liquid.extra import BlockTag, ExtendsTag

_TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Rendered:
    """An email's words."""

    subject: str
    text: str
    html: str


def render(kind: str, values: Mapping[str, str | list[str]]) -> Rendered:
    """The email of this kind. A value that a template names and ``values`` lacks is an UndefinedError."""
    lines = {name: _lines(value) for name, value in values.items()}
    plain, escaping = _environment(autoescape=False), _environment(autoescape=True)
    subject = one_line(plain.get_template(f"{kind}.subject.liquid").render(**lines))
    text = plain.get_template(f"{kind}.text.liquid").render(**lines)
    html = escaping.get_template(f"{kind}.html.liquid").render(**lines, subject=subject)
    return Rendered(subject, text.strip() + "\n", html.strip() + "\n")


def _lines(value: str | list[str]) -> str | list[str]:
    return one_line(value) if isinstance(value, str) else [one_line(line) for line in value]


def one_line(value: str) -> str:
    """The value without line breaks and other control characters, which could begin a new header."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


@cache
def _environment(*, autoescape: bool) -> Environment:
    environment = Environment(
        loader=CachingFileSystemLoader(_TEMPLATES, auto_reload=False),
        undefined=StrictUndefined,
        autoescape=autoescape,
    )
    environment.add_tag(BlockTag)
    environment.add_tag(ExtendsTag)
    return environment
