"""Folders of the library that are the administrators' alone."""

PROTECTED = frozenset({"backups"})
"""Folders at the top of the library that only administrators see and change, with all below them."""


def is_protected(folder: str) -> bool:
    """Whether the folder of this path is one of `PROTECTED` or below one."""
    return folder.partition("/")[0] in PROTECTED
