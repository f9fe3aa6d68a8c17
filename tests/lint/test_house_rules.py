"""Rules that no general linter knows. Each says which fault it keeps out."""

import ast
import asyncio
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
from fastapi.routing import APIRoute

from auth.credentials.one_time_tokens import LIFETIMES
from cms.emails.kinds import KINDS
from kit.auth import INTERNAL, table_of_guards
from kit.describe import app_of, events_document, openapi_document, routes_document
from kit.events import declared_by, subscribers_of
from kit.testing.databases import SERVICES
from tests.forks import fork_module
from tests.lint.sources import nodes_of

ROOT = Path(__file__).parents[2]
SERVICE_FILES = sorted((ROOT / "services").rglob("*.py"))
ALL_FILES = [*SERVICE_FILES, *sorted((ROOT / "shared").rglob("*.py")), *sorted((ROOT / "deploy").rglob("*.py"))]
LAYOUT = {
    *("app", "config", "worker", "routers", "backup", "dependencies", "status"),
    *("endpoints", "service", "repository", "models", "schemas", "errors", "events", "tasks", "__init__"),
}
"""Names of files of a service and of a room, which a reader knows before opening it: decision 0113."""
SHORT = 12
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}


def calls(path: Path, *names: str) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def imports(path: Path, module: str, name: str) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module == module and name in {alias.name for alias in node.names}:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def decorators(path: Path) -> Iterator[str]:
    """The names of the decorators that are called in a module."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (
                each.func.id
                for each in node.decorator_list
                if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
            )


def test_services_leave_the_transaction_to_kit() -> None:
    """A commit in the middle of a request leaves half of a change behind when the rest fails."""
    assert [place for path in SERVICE_FILES for place in calls(path, "commit", "rollback")] == []


def test_locks_with_a_name_are_kits() -> None:
    """All services share one space of advisory locks: two that hash their names in two ways may meet, or miss."""
    own = {ROOT / "shared" / "kit" / path for path in ("locks.py", "migrations.py", "backups/gate.py")}
    files = [*SERVICE_FILES, *sorted((ROOT / "shared").rglob("*.py"))]
    assert [path for path in files if path not in own and "pg_advisory" in path.read_text()] == []


def test_lists_are_searched_in_one_way() -> None:
    """Five lists searched by hand found words in any order, or only beside one another."""
    assert [place for path in SERVICE_FILES for place in calls(path, "icontains", "ilike")] == []


def test_connections_are_acquired_where_outside_calls_are_refused() -> None:
    """A transaction on a connection of the raw pool was open during calls of up to an hour, and nothing said so."""
    kit = ROOT / "shared" / "kit"
    own = {"pool.acquire(": ["database.py"], "acquire_across_calls(": ["backups/reading.py", "database.py"]}
    files = [*SERVICE_FILES, *sorted((ROOT / "shared").rglob("*.py"))]
    for call, expected in own.items():
        assert [path for path in files if call in path.read_text()] == [kit / name for name in expected]


def test_all_is_logged_through_one_log() -> None:
    """Three modules had loggers of structlog: no JSON, no request id, whatever LOG_LEVEL says, and words of pages in it."""
    files = [*SERVICE_FILES, *sorted((ROOT / "shared").rglob("*.py"))]
    assert [path for path in files if "structlog" in path.read_text()] == [ROOT / "shared" / "kit" / "logs.py"]


def test_relationships_raise_rather_than_query() -> None:
    """SQLAlchemy's own default queries once for each row, where nobody sees it."""
    assert [place for path in SERVICE_FILES for place in imports(path, "sqlalchemy.orm", "relationship")] == []


def test_endpoints_fail_with_errors_that_have_a_name() -> None:
    """An HTTPException has no code that a program could go by."""
    assert [place for path in SERVICE_FILES for place in imports(path, "fastapi", "HTTPException")] == []


def test_modules_are_named_for_a_concept() -> None:
    """What is called utils collects whatever has no place yet."""
    assert [path for path in ALL_FILES if path.stem in VAGUE] == []


def test_a_short_module_has_a_name_of_the_layout_or_several_users() -> None:
    """What is one constant or one function for one user stands beside it: nobody looks for it elsewhere."""
    graph = grimp.build_graph(*SERVICES, cache_dir=None)
    alone = []
    for path in SERVICE_FILES:
        module = ".".join(path.relative_to(ROOT / "services").with_suffix("").parts[1:])
        is_of_layout = path.stem in LAYOUT or path.stem.endswith("_endpoints") or "actions" in path.parts
        if is_of_layout or module not in graph.modules or sum(map(bool, path.read_text().splitlines())) > SHORT:
            continue
        if len(graph.find_modules_that_directly_import(module)) < 2:
            alone.append(module)
    assert alone == []


def test_files_stay_short() -> None:
    """A file of more than about 300 lines is two."""
    assert [path for path in ALL_FILES if path.read_text().count("\n") > 320] == []


@pytest.mark.parametrize("service", SERVICES)
def test_apps_are_put_together_in_thirty_lines(service: str) -> None:
    """What does not fit there belongs to a room."""
    assert (ROOT / "services" / service / service / "app.py").read_text().count("\n") <= 30


@pytest.mark.parametrize("service", SERVICES)
def test_private_routes_are_for_services_and_no_others(service: str) -> None:
    """The gateway does not route /private: a route there that names no calling service is unreachable or unguarded."""
    for _, path, guard in table_of_guards(app_of(service)):
        assert path.startswith("/private/") == guard.label.startswith(INTERNAL), path


@pytest.mark.parametrize("service", SERVICES)
def test_the_log_of_events_is_open_to_its_subscribers_alone(service: str) -> None:
    """Events say what was done to people's accounts: services that do not subscribe to them must not read them."""
    # Imports the workers, in which subscribers are.
    events_document([*SERVICES])
    readers = {
        package for package in SERVICES for subscriber in subscribers_of(package) if subscriber.publisher == service
    }
    settings = app_of(service).state.settings_class
    said = (
        f"in {service}/config.py, event_readers has to name those whose workers import a subscriber: {sorted(readers)}"
    )
    assert {*settings.event_readers} - {"web"} == readers, said


def test_every_service_lists_its_failed_events_alike() -> None:
    """A service without the routes would lose events that nobody can see or retry."""
    for service in SERVICES:
        own = f"{app_of(service).state.settings_class.prefix}/internal/failed-events"
        guards = {(method, path): guard.label for method, path, guard in table_of_guards(app_of(service))}
        assert guards["GET", own] == guards["POST", f"{own}/retries"] == "admin"


@pytest.mark.parametrize("service", SERVICES)
def test_what_is_changed_by_version_is_deleted_by_version(service: str) -> None:
    """A DELETE without If-Match takes away what somebody has just changed."""
    versioned: defaultdict[str, set[str]] = defaultdict(set)
    routes = [route for route in app_of(service).routes if isinstance(route, APIRoute)]
    for route in routes:
        takes = any(parameter.alias == "If-Match" for parameter in route.dependant.header_params)
        for method in route.methods or ():
            if takes:
                versioned[route.path].add(method)
    lacking = [
        route.path
        for route in routes
        if "DELETE" in (route.methods or ())
        and "PUT" in versioned[route.path]
        and "DELETE" not in versioned[route.path]
    ]
    assert lacking == []


def test_workers_import_what_registers_itself() -> None:
    """A subscriber, task or chore that its service's worker does not import is never run, and nothing says so."""
    graph = grimp.build_graph(*SERVICES, cache_dir=None)
    for path in SERVICE_FILES:
        if {*decorators(path)} & {"task", "chore", "on_event"}:
            module = ".".join(path.relative_to(ROOT / "services").with_suffix("").parts[1:])
            worker = f"{module.partition('.')[0]}.worker"
            assert graph.chain_exists(worker, module), f"{worker} has to import {module}"


@pytest.mark.parametrize("module", [f"{service}.{part}" for service in SERVICES for part in ("app", "worker")])
async def test_each_process_knows_the_tables_that_its_own_refer_to(module: str) -> None:
    """A worker imports other rooms than the app: a foreign key to a table that nobody imported fails at the first write."""
    service, _, part = module.partition(".")
    if not (ROOT / "services" / service / service / f"{part}.py").exists():
        return
    process = await fork_module(["tests.lint.sorted_tables", module, service], {}, [], with_errors=True)
    _, errors = await asyncio.wait_for(process.communicate(), 150)
    assert process.returncode == 0, errors.decode()


def test_the_table_of_routes_is_up_to_date() -> None:
    """Write it with ``python -m kit.describe routes auth cms content crm ecom > docs/routes.md``."""
    assert (ROOT / "docs" / "routes.md").read_text() == routes_document([*SERVICES]), "run make generate"


@pytest.mark.parametrize("service", SERVICES)
def test_openapi_is_the_same_every_time(service: str) -> None:
    """Clients are generated from it; an order that depends on chance would change them at random."""
    first = openapi_document(service)
    app_of(service).openapi_schema = None
    assert openapi_document(service) == first


def test_browsers_make_keys_in_one_way() -> None:
    """Over plain http browsers have no crypto.randomUUID: nothing could be saved, uploaded or bought there."""
    app = ROOT / "web" / "app"
    files = [path for path in app.rglob("*.ts*") if ".test." not in path.name and app / "ssr" not in path.parents]
    assert [path for path in files if "crypto.randomUUID(" in path.read_text()] == []


def test_mails_lapse_with_the_tokens_in_their_links() -> None:
    """cms would send again what auth no longer takes, or blank a link that somebody could still use."""
    assert {purpose: KINDS[purpose].link_lives for purpose in LIFETIMES} == LIFETIMES


def test_the_list_of_events_is_up_to_date() -> None:
    """Write it with ``python -m kit.describe events auth cms content crm ecom > docs/events.md``."""
    assert (ROOT / "docs" / "events.md").read_text() == events_document([*SERVICES]), "run make generate"


def test_what_subscribers_need_is_what_owners_tell() -> None:
    """A member that a subscriber requires and the event does not have would fail each of its events, in production.

    One that is optional would never be there.
    """
    events_document([*SERVICES])
    for service in SERVICES:
        for subscriber in subscribers_of(service):
            declared = {each.name: each for each in declared_by(subscriber.publisher)}
            assert subscriber.event in declared, f"{subscriber.name} waits for an event that nobody declares"
            told = declared[subscriber.event].payload.model_json_schema(by_alias=True)["properties"]
            needed = subscriber.payload.model_json_schema(by_alias=True)["properties"]
            assert {*needed} <= {*told}, f"{subscriber.name} needs members that {subscriber.event} does not have"
