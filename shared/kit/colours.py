"""Colours that people may put into style rules. All patterns are linear."""

import re

MAX_COLOUR = 64

_NUMBER = r"[+-]?(?:[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_CHANNEL = rf"(?:none|{_NUMBER}(?:%|deg|rad|grad|turn)?)"
COLOUR_PATTERN = (
    r"(?:#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})|[a-zA-Z]{3,24}"
    rf"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\( ?{_CHANNEL}(?: ?[ ,/] ?{_CHANNEL}){{2,3}} ?\))"
)
_COLOUR = re.compile(COLOUR_PATTERN)


def is_colour(colour: str) -> bool:
    """A hex value, a colour's name, or a colour function with numbers."""
    return len(colour) <= MAX_COLOUR and bool(_COLOUR.fullmatch(colour))
