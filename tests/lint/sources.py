"""The syntax of our own code, read once for all rules that look through it."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """A module's syntax tree, which nobody changes."""
    return ast.parse(path.read_text())


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module."""
    return (*ast.walk(tree_of(path)),)
