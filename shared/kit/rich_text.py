"""Cleaning HTML that editors type or paste.

What is not on these lists goes, but the text in it stays: only the contents of scripts, styles and the like, which
no reader sees, go with them.
"""

import re
from collections import Counter

import nh3

from kit.hrefs import is_safe_href

_SECTIONS = {"h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "hr", "br", "wbr", "address", "blockquote", "pre"}
_PHRASES = {"strong", "em", "b", "i", "u", "s", "sub", "sup", "mark", "small", "span", "a", "abbr", "cite", "q", "time"}
_PHRASES |= {"code", "kbd", "samp", "var", "dfn", "bdi", "bdo", "del", "ins", "ruby", "rt", "rp"}
_LISTS = {"ul", "ol", "li", "dl", "dt", "dd", "details", "summary"}
_TABLES = {"table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td"}
_FIGURES = {"figure", "figcaption", "img"}
TAGS = _SECTIONS | _PHRASES | _LISTS | _TABLES | _FIGURES

UNSEEN = {
    "script",
    "style",
    "template",
    "head",
    "title",
    "noscript",
    "iframe",
    "object",
    "embed",
    "noembed",
    "noframes",
}
UNSEEN |= {"svg", "math"}
"""Elements whose contents go with them."""

ATTRIBUTES = {
    "*": {"class", "dir", "lang"},
    "a": {"href", "title", "target", "rel"},
    "abbr": {"title"},
    "blockquote": {"cite"},
    "col": {"span"},
    "colgroup": {"span"},
    "del": {"cite", "datetime"},
    "details": {"open"},
    "dfn": {"title"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "ins": {"cite", "datetime"},
    "li": {"value"},
    "ol": {"start", "type", "reversed"},
    "q": {"cite"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "time": {"datetime"},
}

_CLASS = re.compile(
    r"align-(?:left|center|right)|button(?:-outline)?|language-[A-Za-z0-9_+#-]{1,30}"
    # As WordPress places pictures; the templates that come with Pagewright know these.
    r"|align(?:none|left|center|right|wide|full)|wp-caption(?:-text)?"
)
# Alignment of text by other programs' classes, and former elements, with what is written for them.
_ALIGNMENT = re.compile(r"has-text-(align-(?:left|center|right))")
_FORMER_TAG = re.compile(r"<(/?)(strike|acronym|tt)(?=[\s/>])", re.IGNORECASE)
_SUCCESSORS = {"strike": "s", "acronym": "abbr", "tt": "code"}
_RELATIONS = frozenset(
    {"author", "external", "help", "license", "nofollow", "noopener", "noreferrer", "sponsored", "tag", "ugc"}
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,5}")
_SIGNED_NUMBER = re.compile(r"-?[0-9]{1,6}")
_ONE_OF = {
    "dir": {"ltr", "rtl", "auto"},
    "target": {"_blank"},
    "loading": {"lazy", "eager"},
    "scope": {"row", "col", "rowgroup", "colgroup"},
    "type": {"1", "a", "A", "i", "I"},
}
_MATCHING = {
    "lang": _LANGUAGE,
    "width": _WHOLE_NUMBER,
    "height": _WHOLE_NUMBER,
    "span": _WHOLE_NUMBER,
    "colspan": _WHOLE_NUMBER,
    "rowspan": _WHOLE_NUMBER,
    "start": _SIGNED_NUMBER,
    "value": _SIGNED_NUMBER,
}
# The cleaner writes attributes like this and no other way; text can hold no "<".
_BLANK_LINK = re.compile(r'<a((?: [a-z]+="[^"]*")*)>')
_REL = re.compile(r' rel="([^"]*)"')

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
_CLOSED_BY_OTHERS = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
    | {"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "option", "rt", "rp"}
)
# A parser opens these again in every paragraph that follows, so that many of them make a small text huge.
_FORMATTING = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)
MAX_REOPENED = 200_000
MAX_NESTING = 100


def is_nested_too_deep(html: str) -> bool:
    """Whether tags are left open in such numbers that parsing by the HTML standard would take very long."""
    still_open: Counter[str] = Counter()
    nesting = formatting = reopened = 0
    for closing, tag in _TAG.findall(html):
        name = tag.lower()
        reopened += formatting
        if nesting > MAX_NESTING or reopened > MAX_REOPENED:
            return True
        if name in _CLOSED_BY_OTHERS or (closing and not still_open[name]):
            continue
        step = -1 if closing else 1
        still_open[name] += step
        nesting += step
        formatting += step if name in _FORMATTING else 0
    return nesting > MAX_NESTING


def _attribute(_: str, name: str, value: str) -> str | None:
    """The value to keep; None drops the attribute."""
    if name == "class":
        words = (_ALIGNMENT.sub(r"\1", word) for word in value.split())
        return " ".join(word for word in words if _CLASS.fullmatch(word)) or None
    if name == "rel":
        return " ".join(word for word in value.lower().split() if word in _RELATIONS) or None
    if name == "cite":
        # Of the addresses, the cleaner does not look at this one on every element.
        return value if is_safe_href(value) else None
    if name in _ONE_OF:
        return value if value in _ONE_OF[name] else None
    if name in _MATCHING:
        return value if _MATCHING[name].fullmatch(value.strip()) else None
    return value


def _protect_opener(link: re.Match[str]) -> str:
    attributes = link[1]
    if ' target="_blank"' not in attributes:
        return link[0]
    rel = _REL.search(attributes)
    words = rel[1].split() if rel else []
    if "noopener" not in words:
        words.append("noopener")
    return f'<a{_REL.sub("", attributes)} rel="{" ".join(words)}">'


_CLEANER = nh3.Cleaner(
    tags=TAGS,
    clean_content_tags=UNSEEN,
    attributes=ATTRIBUTES,
    attribute_filter=_attribute,
    url_schemes={"http", "https", "mailto", "tel"},
    link_rel=None,
    strip_comments=True,
)


def clean_rich_text(html: str) -> str:
    """The HTML with allowed elements, attributes and addresses only."""
    html = _FORMER_TAG.sub(lambda tag: f"<{tag[1]}{_SUCCESSORS[tag[2].lower()]}", html)
    return _BLANK_LINK.sub(_protect_opener, _CLEANER.clean(html))
