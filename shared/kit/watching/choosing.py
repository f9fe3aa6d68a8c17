"""Which of the traces that begin in a process are sent. `web/server/choosing.ts` does the same."""

import random
import time
from collections.abc import Callable

PER_SECOND = 5
"""So many where no share is asked for: on a quiet site all, on a busy one what costs little."""

_AT_ONCE = 25
"""So many after a while without any: a page is several requests."""


def chooser_of(share: float | None, now: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """What says of each trace that begins whether it is sent: by chance where ``share`` (0 to 1) of them is to be."""
    if share is not None:
        return lambda: random.random() < share  # noqa: S311  # no secret
    left = float(_AT_ONCE)
    last = now()

    def choose() -> bool:
        nonlocal left, last
        time_now = now()
        left = min(_AT_ONCE, left + (time_now - last) * PER_SECOND)
        last = time_now
        if left < 1:
            return False
        left -= 1
        return True

    return choose
