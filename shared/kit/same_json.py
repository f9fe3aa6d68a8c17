"""JSON values compared as JSON has them: Python's own ``==`` takes 1 and True, 0 and False, for the same."""

from typing import Any


def same_json(left: Any, right: Any) -> bool:
    """Whether two JSON values are equal, whatever the order of their keys."""
    # A comparison of large documents ends here for most of their parts.
    if left is right:
        return True
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)
