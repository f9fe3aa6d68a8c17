"""The home page that a new site begins with: a finished page whose words and pictures are replaced one by one."""

from dataclasses import dataclass, field
from typing import Any

from content.address import STARTING_FILES
from content.setup.first_words import Words

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


def home(words: Words) -> list[Row]:
    """The rows of the page, from top to bottom."""
    parts = (_hero, _features, _story, _testimonial, _steps, _call_to_action)
    return [part(words) for part in parts]


def _hero(words: Words) -> Row:
    text = (
        f"<h1>{words.hero}</h1><p>{words.hero_text_html}</p>"
        f'<p><a class="button" href="#contact">{words.get_in_touch}</a>'
        f' <a class="button button-outline" href="#about">{words.learn_more}</a></p>'
    )
    picture = f'<p><img src="{STARTING_FILES}coast-1.svg" alt="" width="960" height="880"></p>'
    return Row([Column([_text(text)], ["middle"]), Column([_text(picture)], ["middle"])], "plain")


def _features(words: Words) -> Row:
    heading = f'<h2 class="align-center">{words.features.title}</h2><p class="align-center">{words.features.text}</p>'
    cards = [
        Column([_text(f"{_mark(picture)}<h3>{card.title}</h3><p>{card.text}</p>")], ["card"])
        for picture, card in zip(("fruit", "arches", "leaf"), words.feature_cards, strict=True)
    ]
    return Row([Column([Row([Column([_text(heading)])]), Row(cards)])], "tint")


def _story(words: Words) -> Row:
    fields = {
        "heading": words.story,
        "text": "".join(f"<p>{paragraph}</p>" for paragraph in words.story_paragraphs),
        "picture": {"address": f"{STARTING_FILES}tiles-1.svg", "width": 960, "height": 720},
    }
    return Row([Column([("cms.textImage", fields)])], "plain", "about")


def _testimonial(words: Words) -> Row:
    text = f"<blockquote><p>{words.quote}</p><p><cite>{words.quote_source}</cite></p></blockquote>"
    return Row([Column([_text(text)])], "dark")


def _steps(words: Words) -> Row:
    heading = f"<h2>{words.process.title}</h2><p>{words.process.text}</p>"
    steps = "".join(f"<li><strong>{step.title}</strong><br>{step.text}</li>" for step in words.steps)
    return Row([Column([_text(heading)]), Column([_text(f"<ol>{steps}</ol>")])], "plain")


def _call_to_action(words: Words) -> Row:
    text = (
        f'<h2 class="align-center">{words.closing.title}</h2><p class="align-center">{words.closing.text}</p>'
        f'<p class="align-center"><a class="button" href="mailto:hello@example.com">{words.write_to_us}</a></p>'
    )
    return Row([Column([_text(text)])], "accent", "contact")


def _mark(picture: str) -> str:
    return f'<p><img src="{STARTING_FILES}{picture}-1.svg" alt="" width="64" height="64"></p>'


def _text(content: str) -> Content:
    return "cms.text", {"content": content}
