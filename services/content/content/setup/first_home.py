"""The home page that a new site begins with: a finished page whose words and pictures are replaced one by one."""

import html
from dataclasses import dataclass, field
from typing import Any

from content.address import STARTING_FILES

Content = tuple[str, dict[str, Any]]
"""A plugin's ref and fields."""


@dataclass(frozen=True)
class Column:
    """Plugins below one another, or rows."""

    content: list["Content | Row"]
    classes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """Columns side by side; ``band`` names how a row that reaches the edges is coloured, ``anchor`` what links name."""

    columns: list[Column]
    band: str | None = None
    anchor: str | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its node."""
        ids = {} if self.anchor is None else {"ids": [self.anchor]}
        if self.band is None:
            return ids
        return {**ids, "classNames": [f"band-{self.band}"], "innerSpacing": "large", "width": "full"}


_FEATURES = (
    ("Click and type", "Press Edit, then click into any text on the page. What you see is what visitors get."),
    ("Add and arrange", "Add sections or single plugins from the palette, and drag things into place."),
    ("Save when ready", "Visitors see nothing until you save, and you can undo every step."),
)
_STEPS = (
    ("Ask", "People write or call, and hear from you within a day."),
    ("Agree", "You say what it takes, what it costs and when it is done."),
    ("Enjoy", "They get what they came for, and tell others."),
)


def home(site_name: str) -> list[Row]:
    """The rows of the page, from top to bottom."""
    return [_hero(html.escape(site_name)), _features(), _story(), _testimonial(), _steps(), _call_to_action()]


def _hero(name: str) -> Row:
    words = (
        f"<h1>Welcome to {name}</h1>"
        "<p>Say in one sentence what you do and what people gain by it. This page is live already: press <strong>Edit</strong> in the"
        " bar above, click into this text and start typing.</p>"
        '<p><a class="button" href="#contact">Get in touch</a>'
        ' <a class="button button-outline" href="#about">Learn more</a></p>'
    )
    picture = f'<p><img src="{STARTING_FILES}coast-1.svg" alt="" width="960" height="880"></p>'
    return Row([Column([_text(words)], ["middle"]), Column([_text(picture)], ["middle"])], "plain")


def _features() -> Row:
    heading = (
        '<h2 class="align-center">Three things you are good at</h2>'
        '<p class="align-center">Visitors skim. Give them three short reasons to stay, each with a heading of its own.</p>'
    )
    cards = [Column([_text(f"<h3>{title}</h3><p>{words}</p>")], ["card"]) for title, words in _FEATURES]
    return Row([Column([Row([Column([_text(heading)])]), Row(cards)])], "tint")


def _story() -> Row:
    text = (
        "<p>A paragraph or two about yourself says more than a slogan. What did you begin with, and what do people"
        " come back for?</p><p>Choose a picture of your own in the settings of this text and image pair.</p>"
    )
    fields = {
        "heading": "Tell your story",
        "text": text,
        "image": f"{STARTING_FILES}tiles-1.svg",
        "imageWidth": 960,
        "imageHeight": 720,
    }
    return Row([Column([("cms.textImage", fields)])], "plain", "about")


def _testimonial() -> Row:
    words = (
        "<blockquote><p>“A sentence from somebody you have worked with convinces better than ten of your own.”</p>"
        "<p><cite>Alex Example, Example Street Bakery</cite></p></blockquote>"
    )
    return Row([Column([_text(words)])], "dark")


def _steps() -> Row:
    heading = "<h2>How it works</h2><p>Tell people what happens once they get in touch.</p>"
    steps = "".join(f"<li><strong>{name}</strong><br>{words}</li>" for name, words in _STEPS)
    return Row([Column([_text(heading)]), Column([_text(f"<ol>{steps}</ol>")])], "plain")


def _call_to_action() -> Row:
    words = (
        '<h2 class="align-center">Ready when you are</h2>'
        '<p class="align-center">Say what happens next: a call, a visit, an order.</p>'
        '<p class="align-center"><a class="button" href="mailto:hello@example.com">Write to us</a></p>'
    )
    return Row([Column([_text(words)])], "accent", "contact")


def _text(content: str) -> Content:
    return "cms.text", {"content": content}
