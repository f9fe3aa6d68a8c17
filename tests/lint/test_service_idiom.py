"""One idiom for the rules of a room, so that routes, jobs and subscribers call the same functions.

Each rule keeps out one of the three ways in which services were once written: classes made for a request, functions that
took the request apart, and functions whose parameters came in any order.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MODULES = sorted((ROOT / "services").rglob("service.py"))
FIRST = ("session", "principal", "data")
OTHER_WORDS = {"by", "whoever", "form", "body", "change", "payload", "told", "request"}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT / "services").parent)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_services_know_nothing_of_the_web_framework(path: Path) -> None:
    """A function that needs a request can be called by no job."""
    imported = [
        module
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    ]
    assert [module for module in imported if module.partition(".")[0] in {"fastapi", "starlette"}] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_services_are_functions(path: Path) -> None:
    """A class made for each request hides what its methods need; values in a NamedTuple or a dataclass are no service."""
    classes = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
    assert [
        each.name
        for each in classes
        if any(isinstance(node, ast.FunctionDef) and node.name == "__init__" for node in each.body)
    ] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_parameters_have_one_name_and_one_order(path: Path) -> None:
    """`session`, `principal`, `data`, as far as a function has them, and then the others."""
    for function in functions(path):
        names = parameters(function)
        known = [name for name in FIRST if name in names]
        assert not OTHER_WORDS.intersection(names), f"{function.name} has other words for principal or data"
        if "session" in names:
            assert names[: len(known)] == known, f"{function.name}({', '.join(names)})"
