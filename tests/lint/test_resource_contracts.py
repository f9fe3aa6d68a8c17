"""Each plain resource that a service declares is held to the tests that `kit.testing.contracts` makes of its declaration."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.lint.sources import nodes_of

ROOT = Path(__file__).resolve().parents[2]
Name = tuple[str, str]
"""A module, and what it is called there."""


def declared() -> set[Name]:
    """Where services write ``brands = Resource(…)``."""
    return {
        (".".join(path.relative_to(ROOT / "services").with_suffix("").parts[1:]), target.id)
        for path in ROOT.glob("services/*/*/**/*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if isinstance(node.value.func, ast.Name) and node.value.func.id == "Resource"
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def under_contract() -> Iterator[Name]:
    """What contracts in the tests name as their ``resource``."""
    for path in ROOT.glob("tests/**/test_*.py"):
        nodes = [*nodes_of(path)]
        imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in nodes:
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["resource"]:
                match node.value:
                    case ast.Name(id=name) if name in imported:
                        yield imported[name]
                    case ast.Attribute(value=ast.Name(id=module), attr=name) if module in imported:
                        yield ".".join(imported[module]), name


def test_each_has_one() -> None:
    assert len(declared()) > 10
    assert declared() - {*under_contract()} == set()
