"""Cleaning texts without keeping others waiting: short ones at once, long ones in a thread.

The cleaner of rich text works outside Python's lock; what is in Python gives way every five milliseconds.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

QUICK = 20_000
"""Characters of rich text that are cleaned in a few milliseconds; the most that a field may have take half a second."""


async def clean_aside(texts: Any, clean: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``clean`` gives, called in a thread where the ``texts``, a value as JSON has it, are long together.

    Call it before a row is locked: while that is held, nobody else can save.
    """
    if _is_quick(texts):
        return clean(*args, **kwargs)
    return await asyncio.to_thread(clean, *args, **kwargs)


def _is_quick(texts: Any) -> bool:
    """Whether cleaning these texts is over so soon that nobody else has to wait for it."""
    total = 0
    for length in _lengths(texts):
        total += length
        if total > QUICK:
            return False
    return True


def _lengths(texts: Any) -> Iterator[int]:
    waiting = [texts]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield len(item)
        elif isinstance(item, Mapping):
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
