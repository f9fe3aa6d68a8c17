"""What an HTML email says in plain text, for the part that programs without HTML show."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "div",
        "dl",
        "dt",
        "dd",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "thead",
        "tfoot",
        "ul",
    ]
)
_PARAGRAPHS = frozenset(["blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "table", "ul"])
_UNSEEN = frozenset({"head", "script", "style", "template", "title"})
_CELLS = frozenset({"td", "th"})
_SPACES = re.compile(r"[ \t\r\n\f]+")


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen = 0
        self._cells = 0
        self._links: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "br":
            self.parts.append("\n")
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag in _CELLS:
            if self._cells:
                self.parts.append(" | ")
            self._cells += 1
        elif tag == "a":
            self._links.append((dict(attrs).get("href") or "", len(self.parts)))
        elif tag == "tr":
            self._cells = 0
            self.parts.append("\n")
        else:
            self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(self._unseen - 1, 0)
        elif tag == "a" and self._links:
            href, start = self._links.pop()
            shown = "".join(self.parts[start:]).strip()
            if href.startswith(("http://", "https://")) and href != shown:
                self.parts.append(f" <{href}>")
        else:
            self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(_SPACES.sub(" ", data))

    def _break(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.parts.append("\n\n" if tag in _PARAGRAPHS else "\n")


def plain_text(html: str) -> str:
    """The words of the document, a paragraph or a row of a table a line, with the addresses of links behind them."""
    reader = _Text()
    reader.feed(html)
    reader.close()
    lines = [_SPACES.sub(" ", line).strip() for line in "".join(reader.parts).split("\n")]
    kept: list[str] = []
    for line in lines:
        # Of several empty lines one is enough.
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()
