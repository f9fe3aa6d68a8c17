"""One idiom for the rules of a room, so that routes, jobs and subscribers call the same functions.

Each rule keeps out one of the ways in which services were once written: classes made for a request, functions that
took the request apart, and functions whose parameters came in any order. The layout that the names of files come from is
decision 0113.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MODULES = sorted((ROOT / "services").rglob("service.py"))
BELOW_ENDPOINTS = [
    path
    for path in sorted((ROOT / "services").rglob("*.py"))
    if "migrations" not in path.parts and not path.stem.endswith("endpoints") and path.stem != "dependencies"
]
"""All modules but those of routes, and of what FastAPI hands to routes."""
OF_A_REQUEST = {"Request", "HTTPConnection", "WebSocket"}
OF_THE_PROCESS = {"AsyncSession", "KitState"}
FIRST = ("session", "principal", "data")
OTHER_WORDS = {"by", "whoever", "form", "body", "change", "payload", "told", "request"}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT / "services").parent)


def imported_names(path: Path) -> set[str]:
    """What a module imports by name, as it is called where it comes from."""
    return {
        each.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }


def annotations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return ["" if each.annotation is None else ast.unparse(each.annotation) for each in arguments]


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


def test_requests_are_taken_apart_by_endpoints() -> None:
    """What is below them takes parts of a body, a device, an address: a job has no request to give."""
    assert [path for path in BELOW_ENDPOINTS if OF_A_REQUEST & imported_names(path)] == []


def test_the_app_is_known_to_what_runs_with_it_alone() -> None:
    """What hangs on ``app.state`` is there in the app and in no worker: endpoints give it to the functions that need it."""
    for path in BELOW_ENDPOINTS:
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and "FastAPI" in annotations(function):
                decorators = {ast.unparse(each) for each in function.decorator_list}
                assert "asynccontextmanager" in decorators, f"{path}: {function.name} is no lifespan"


def test_functions_have_the_session_or_the_state() -> None:
    """A session brings its transaction, and knows the state. The state alone says that a function opens its own, or none.

    With both of them nobody could tell whether an outside call is allowed. Whichever it is comes first.
    """
    for path in BELOW_ENDPOINTS:
        for function in functions(path):
            names, types = parameters(function), annotations(function)
            said = f"{path}: {function.name}({', '.join(names)})"
            if not OF_THE_PROCESS.intersection(types):
                continue
            assert sum(each in OF_THE_PROCESS for each in types) == 1, said
            assert types[0] in OF_THE_PROCESS, said
            known = [name for name in FIRST[1:] if name in names]
            assert names[1 : 1 + len(known)] == known, said
