"""One idiom for the rules of a room, so that routes, jobs and subscribers call the same functions.

Each rule keeps out one of the ways in which services were once written: classes made for a request, functions that
took the request apart, and functions whose parameters came in any order. The layout that the names of files come from is
decision 0113.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lint.sources import nodes_of, tree_of

ROOT = Path(__file__).parents[2]

MODULES = sorted((ROOT / "services").rglob("service.py"))
BELOW_ENDPOINTS = [
    path
    for path in sorted((ROOT / "services").rglob("*.py"))
    if "migrations" not in path.parts and not path.stem.endswith("endpoints") and path.stem != "dependencies"
]
"""All modules but those of routes, and of what FastAPI hands to routes."""
ENDPOINTS = sorted((ROOT / "services").rglob("*endpoints.py"))
OF_A_REQUEST = {"Request", "HTTPConnection", "WebSocket"}
WHOLE_FRAMEWORKS = {"fastapi", "starlette", "fastapi.requests", "starlette.requests"}
"""Modules by which a request could be had without importing its name."""
OF_THE_PROCESS = {"AsyncSession", "KitState"}
OF_A_CONNECTION = {"AsyncSession", "Session", "ReadingSession"}
"""A session by its own name, and as routes are given it."""
TAKE_A_CONNECTION = ("transaction", "reading", "write_at_once")
"""Of a `Database`: each takes one of the connections that sessions have."""
FIRST = ("session", "principal", "data")
OTHER_WORDS = {"actor", "by", "whoever", "form", "body", "change", "payload", "told", "question", "request"}


KEEP_THE_STATE = {
    # Each is one long attempt with transactions of its own, and with what it has done so far.
    "cms/backups/creation.py": {"ArchiveMaker"},
    "cms/backups/importing.py": {"Importing"},
    "cms/backups/watching.py": {"Watch"},
    "cms/emails/delivery.py": {"Delivery"},
    # Another company's interface, behind a protocol that several have.
    "cms/subscribers/providers/campaign_monitor.py": {"CampaignMonitor"},
    "cms/subscribers/providers/mailchimp.py": {"Mailchimp"},
    "ecom/payments/providers/paypal.py": {"PayPal"},
    "ecom/payments/providers/stripe.py": {"Stripe"},
}
"""Classes that keep the state; all others are values, and functions are given the state."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    """A module's functions that others may call, and the methods of its classes."""
    for node in (*tree_of(path).body, *(each for cls in classes(path) for each in cls.body)):
        if isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def classes(path: Path) -> list[ast.ClassDef]:
    """All classes but repositories, which are made for a session and for nothing else."""
    return [node for node in nodes_of(path) if isinstance(node, ast.ClassDef) and not node.name.endswith("Repository")]


def kept(cls: ast.ClassDef) -> set[str]:
    """The types of what an object of a class keeps: by its fields, and by what its ``__init__`` is given."""
    fields = [node.annotation for node in cls.body if isinstance(node, ast.AnnAssign)]
    made = [node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    given = [each.annotation for function in made for each in arguments(function)]
    return {name for annotation in (*fields, *given) for name in type_names(annotation)}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT / "services").parent)


def imported_names(path: Path) -> set[str]:
    """What a module imports by name, as it is called where it comes from, and the modules that it imports whole."""
    tree = nodes_of(path)
    names = {each.name for node in tree if isinstance(node, ast.ImportFrom) for each in node.names}
    return names | {each.name for node in tree if isinstance(node, ast.Import) for each in node.names}


def type_names(annotation: ast.expr | None) -> set[str]:
    """The names that an annotation is made of: both of ``AsyncSession | None``, also where it is written as text."""
    if annotation is None:
        return set()
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    nodes = [*ast.walk(annotation)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def arguments(function: Function) -> list[ast.arg]:
    """What a function is given, without the object that a method is of."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return given[1:] if given and given[0].arg in {"self", "cls"} else given


def annotations(function: Function) -> list[str]:
    return ["" if each.annotation is None else ast.unparse(each.annotation) for each in arguments(function)]


def parameters(function: Function) -> list[str]:
    return [each.arg for each in arguments(function)]


def of_the_process(function: Function) -> list[int]:
    """Which of its parameters are the session or the state: by their type, or by their name where they have none."""
    return [
        place
        for place, each in enumerate(arguments(function))
        if OF_THE_PROCESS & type_names(each.annotation)
        or (each.annotation is None and each.arg in {"session", "state"})
    ]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_services_know_nothing_of_the_web_framework(path: Path) -> None:
    """A function that needs a request can be called by no job."""
    imported = [
        module
        for node in nodes_of(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    ]
    assert [module for module in imported if module.partition(".")[0] in {"fastapi", "starlette"}] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_services_are_functions(path: Path) -> None:
    """A class made for each request hides what its methods need; values in a NamedTuple or a dataclass are no service."""
    assert [
        each.name
        for each in classes(path)
        if any(
            isinstance(node, ast.AsyncFunctionDef) or (isinstance(node, ast.FunctionDef) and node.name == "__init__")
            for node in each.body
        )
    ] == []


def test_no_object_keeps_a_session() -> None:
    """It would keep a transaction, and callers of its methods would not see in which transaction they are."""
    found = [(path, cls.name) for path in BELOW_ENDPOINTS for cls in classes(path) if "AsyncSession" in kept(cls)]
    assert found == []


def test_what_keeps_the_state_is_named() -> None:
    """A dataclass of the state or a session, with whom it is for, and methods is a service that looks like a value."""
    found: dict[str, set[str]] = {}
    for path in BELOW_ENDPOINTS:
        for cls in classes(path):
            if "KitState" in kept(cls):
                found.setdefault("/".join(path.relative_to(ROOT / "services").parts[1:]), set()).add(cls.name)
                assert "Principal" not in kept(cls), f"{path}: {cls.name} keeps whom it is for, too"
    assert found == KEEP_THE_STATE


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_parameters_have_one_name_and_one_order(path: Path) -> None:
    """`session`, `principal`, `data`, as far as a function has them, and then the others."""
    for function in functions(path):
        names = parameters(function)
        known = [name for name in FIRST if name in names]
        assert not OTHER_WORDS.intersection(names), f"{function.name} has other words for principal or data"
        if "session" in names:
            assert names[: len(known)] == known, f"{function.name}({', '.join(names)})"


@pytest.mark.parametrize("path", ENDPOINTS, ids=lambda path: str(path.relative_to(ROOT / "services")))
def test_routes_call_what_they_are_sent_as_services_do(path: Path) -> None:
    """`data`: what a route gives on has one name from the wire to the rule."""
    found = {function.name: {*parameters(function)} & (OTHER_WORDS - {"request"}) for function in functions(path)}
    assert {name: words for name, words in found.items() if words} == {}


def test_requests_are_taken_apart_by_endpoints() -> None:
    """What is below them takes parts of a body, a device, an address: a job has no request to give."""
    assert [path for path in BELOW_ENDPOINTS if (OF_A_REQUEST | WHOLE_FRAMEWORKS) & imported_names(path)] == []


def test_the_app_is_known_to_what_runs_with_it_alone() -> None:
    """What hangs on ``app.state`` is there in the app and in no worker: endpoints give it to the functions that need it."""
    for path in BELOW_ENDPOINTS:
        for function in nodes_of(path):
            if isinstance(function, Function) and "FastAPI" in annotations(function):
                decorators = {ast.unparse(each) for each in function.decorator_list}
                assert "asynccontextmanager" in decorators, f"{path}: {function.name} is no lifespan"


def test_functions_have_the_session_or_the_state() -> None:
    """A session brings its transaction, and knows the state. The state alone says that a function opens its own, or none.

    With both of them nobody could tell whether an outside call is allowed. Whichever it is comes first.
    """
    for path in BELOW_ENDPOINTS:
        for function in functions(path):
            names = parameters(function)
            said = f"{path}: {function.name}({', '.join(names)})"
            places = of_the_process(function)
            if not places:
                continue
            assert places == [0], said
            first = arguments(function)[0].annotation
            # Without a type nothing says which it is; one that may be None leaves it to each caller.
            assert (first and ast.unparse(first)) in OF_THE_PROCESS, said
            known = [name for name in FIRST[1:] if name in names]
            assert names[1 : 1 + len(known)] == known, said


def calls_of(node: ast.AST, *names: str) -> list[ast.Call]:
    """The calls of what has one of these names, by itself or as an attribute."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).rpartition(".")[2] in names]


def blocks_of(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The statements below a statement, block by block: of each branch by themselves."""
    for name in ("body", "orelse", "finalbody"):
        yield getattr(node, name, [])
    for branch in (*getattr(node, "handlers", []), *getattr(node, "cases", [])):
        yield branch.body


def own_parts(statement: ast.stmt) -> list[ast.AST]:
    """What belongs to a statement itself: not the blocks below it."""
    below = (ast.stmt, ast.ExceptHandler, ast.match_case)
    return [each for each in ast.iter_child_nodes(statement) if not isinstance(each, below)]


def asks(node: ast.AST, sessions: set[str]) -> bool:
    """Whether a session may have a connection after this. To be asked for its state, it needs none."""
    known = {id(each) for call in calls_of(node, "state_of") for each in call.args}
    return any(isinstance(each, ast.Name) and each.id in sessions and id(each) not in known for each in ast.walk(node))


def takes_a_second(node: ast.AST, sessions: set[str], *, is_released: bool) -> bool:
    """Whether a connection is taken below a statement while a session has one; none that it has released just before."""
    for block in blocks_of(node):
        free = is_released
        for statement in block:
            if isinstance(statement, ast.Expr) and calls_of(statement, "release_connection"):
                free = True
                continue
            if isinstance(statement, Function):
                continue
            parts = own_parts(statement)
            if not free and any(calls_of(each, *TAKE_A_CONNECTION) for each in parts):
                return True
            free = free and not any(asks(each, sessions) for each in parts)
            if takes_a_second(statement, sessions, is_released=free):
                return True
            free = free and not asks(statement, sessions)
    return False


def second_connections(tree: ast.Module) -> list[str]:
    """The functions that are given a session and take one more connection without having given back the session's."""
    found = []
    for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
        sessions = {each.arg for each in arguments(function) if OF_A_CONNECTION & type_names(each.annotation)}
        if sessions and takes_a_second(function, sessions, is_released=False):
            found.append(function.name)
    return found


def test_nobody_waits_for_a_second_connection_with_the_first_in_hand() -> None:
    """Requests that do, as many as the pool has connections, wait for one another, and all others wait for them.

    So did refreshes with a credential that was used before: ten of them, and nobody could log in.
    """
    modules = [path for path in sorted((ROOT / "services").rglob("*.py")) if "migrations" not in path.parts]
    found = {str(path.relative_to(ROOT)): second_connections(tree_of(path)) for path in modules}
    assert {path: names for path, names in found.items() if names} == {}


TAKE = "async with state.database.transaction() as own:\n        pass"
RELEASE = "await release_connection(session)"


@pytest.mark.parametrize(
    ("body", "is_seen"),
    [
        ([TAKE], True),
        ([TAKE, RELEASE], True),
        ([RELEASE, TAKE], False),
        ([RELEASE, "state = state_of(session)", TAKE], False),
        # It has one again.
        ([RELEASE, "user = await session.get(User, data)", TAKE], True),
        ([RELEASE, "user = await UserRepository(session).get(data)", TAKE], True),
        # In one of two branches alone.
        ([f"if data:\n        {RELEASE}", TAKE], True),
        ([RELEASE, f"if data:\n        {TAKE.replace('    ', '        ')}"], False),
    ],
)
def test_a_second_connection_is_seen(body: list[str], is_seen: bool) -> None:
    lines = "\n    ".join(body)
    found = second_connections(ast.parse(f"async def take(session: Session, data: int) -> None:\n    {lines}"))
    assert found == (["take"] if is_seen else [])
