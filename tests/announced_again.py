"""A test of what stays in a cache, beside changes that were made before it."""

from collections.abc import Callable


def in_one_of_three(condition: Callable[[], bool]) -> bool:
    """Whether it is so at the third time at the latest.

    A change that was made earlier may be announced once more meanwhile, which takes what it changed out of a cache again.
    """
    return any(condition() for _ in range(3))
