"""Explains what Liquid cannot read or draw, in words for the author of a template.

Liquid's own messages address readers of its grammar: "expected a primitive expression, found eof". This module matches
them and never shows them: a message that fits none of the patterns is explained by its kind.
"""

import re
from collections.abc import Callable

from liquid.exceptions import (
    ContextDepthError,
    FilterError,
    LiquidError,
    LiquidSyntaxError,
    LiquidTypeError,
    LocalNamespaceLimitError,
    LoopIterationLimitError,
    OutputStreamLimitError,
    ResourceLimitError,
)

TOO_DEEP = "It is nested too deeply."
TOO_MUCH = "The template takes too much time or memory. Shorten its loops and texts."
_UNREADABLE = "This cannot be read. Check its spelling, quotation marks and commas."
_INNER_TAGS = ("else", "elsif", "when")
# A filter or an operator is called what it is written as; anything longer is no name.
_NAME = r"'([^']{1,60})'"


def _of_tag(name: str) -> str:
    if name.startswith("end"):
        return f"“{name}” closes nothing that is open here."
    return f"“{name}” is outside its block." if name in _INNER_TAGS else f"There is no tag “{name}”."


_MEANINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (rf"unexpected tag {_NAME}", lambda found: _of_tag(found[1])),
        (rf"unknown filter {_NAME}", lambda found: f"There is no filter “{found[1]}”."),
        (r"expected \S+ (end[a-z]+), found", lambda found: f"“{found[1]}” is missing."),
        (r"(comment|doc) tag wa[sd] never closed", lambda found: f"“end{found[1]}” is missing."),
        (r"expected '}}'", lambda _: "“{{” is not closed: “}}” is missing."),
        (r"missing tag name", lambda _: "“{%” has no tag after it, or is not closed: “%}” is missing."),
        (r"missing expression", lambda _: "The tag needs something after its name: a value, a condition or a list."),
        (r"found an 'else' tag expression", lambda _: "“else” takes no condition. Use “elsif”."),
        (r"unbalanced parentheses", lambda _: "A bracket is not closed, or was never opened."),
        (rf"(?:unknown operator|unexpected) {_NAME}", lambda found: f"“{found[1]}” cannot stand here."),
        (r"expected 'reversed'", lambda _: "After the list there can only be reversed, offset and limit."),
        (r"comma separated list of arguments", lambda _: "A comma is missing between two values."),
        (r"not supported between", lambda _: "These two values cannot be compared."),
        (r"^([a-z_0-9]{1,40}): can't divide by", lambda found: f"The filter “{found[1]}” cannot divide by 0."),
        (r"^([a-z_0-9]{1,40}): ", lambda found: f"The filter “{found[1]}” cannot take this value."),
        (r"^([a-z_0-9]{1,40}) expected", lambda found: f"The filter “{found[1]}” cannot take this value."),
        (r"range literal length", lambda _: "A range of numbers is too long."),
        (r"found (?:eof|end of expression)|missing or unexpected", lambda _: "Something is missing here."),
    )
)  # fmt: skip
_KINDS: tuple[tuple[type[LiquidError], str], ...] = (
    (LoopIterationLimitError, "Its loops repeat too often. Shorten them."),
    (OutputStreamLimitError, "What it writes is too long."),
    (LocalNamespaceLimitError, "What it assigns and captures is too long."),
    (ContextDepthError, TOO_DEEP),
    (ResourceLimitError, TOO_MUCH),
    (FilterError, "A filter cannot take its value."),
    (LiquidTypeError, "A value is of another type than is needed here."),
    (LiquidSyntaxError, _UNREADABLE),
)


def in_words(error: LiquidError) -> str:
    """What is wrong, in a sentence."""
    message = str(error.message or "")
    if "nesting limit" in message:
        return TOO_DEEP
    for pattern, words in _MEANINGS:
        found = pattern.search(message)
        if found:
            return words(found)
    return next((words for kind, words in _KINDS if isinstance(error, kind)), _UNREADABLE)
