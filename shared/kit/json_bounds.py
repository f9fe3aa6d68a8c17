"""How large and how deep JSON may be that people hand in, and which names it may use."""

from typing import Any

from kit.errors import FieldError

Path = tuple[str | int, ...]

FORBIDDEN_NAMES = frozenset(["__proto__", "constructor", "prototype"])
"""What browsers' objects have already: setting one by a path would reach into all of them."""

_LONGEST_PATH = 300


def joined(root: str, path: Path) -> str:
    """A path as faults name it: ``data.address.town``, at most 300 characters."""
    return ".".join([root, *map(str, path)])[:_LONGEST_PATH]


def check_bounds(value: Any, root: str, *, max_depth: int, max_values: int) -> FieldError | None:
    """What is wrong with the shape of a JSON value called ``root``, if anything.

    ``max_depth`` counts objects and lists within each other, ``max_values`` all values.
    """
    level: list[tuple[Path, Any]] = [((), value)]
    seen = 0
    for _ in range(max_depth + 1):
        below: list[tuple[Path, Any]] = []
        for path, item in level:
            if isinstance(item, dict):
                for name in item.keys() & FORBIDDEN_NAMES:
                    return FieldError(joined(root, (*path, name)), "name_forbidden", f"A name cannot be {name}.")
                below.extend(((*path, name), inner) for name, inner in item.items())
            elif isinstance(item, list):
                below.extend(((*path, index), inner) for index, inner in enumerate(item))
        if not below:
            return None
        seen += len(below)
        if seen > max_values:
            return FieldError(root, "too_many_values", f"This can have at most {max_values} values.")
        level = below
    return FieldError(root, "too_deep", f"This can be nested at most {max_depth} levels deep.")


def count_values(value: Any) -> int:
    """How many values there are in a JSON value, itself among them."""
    pending, count = [value], 0
    while pending:
        item = pending.pop()
        count += 1
        if isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return count
