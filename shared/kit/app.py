"""Building a service.

For example::

    app = create_service(Settings, routers=[config.router], lifespans=[...], status_sources=[...])

The settings' class is given, not an instance: they are read when the service starts, so that
importing an app needs no environment (tests, OpenAPI and the table of scopes rely on it).
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts

from kit import problems, shortcuts
from kit.audit_routes import audit_log_router
from kit.config import ServiceSettings
from kit.edge import Edge
from kit.event_routes import event_router
from kit.failed_events import failed_events_router
from kit.lifecycle import open_state
from kit.logs import json_logging
from kit.openapi import complete, operation_id
from kit.route import Route, UnguardedRoute
from kit.status import StatusSource, status_router
from kit.watching.sources import GaugeSource

ServiceLifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]

_COPIED = (
    "response_model",
    "status_code",
    "tags",
    "dependencies",
    "summary",
    "description",
    "response_description",
    "responses",
    "deprecated",
    "methods",
    "operation_id",
    "response_model_include",
    "response_model_exclude",
    "response_model_by_alias",
    "response_model_exclude_unset",
    "response_model_exclude_defaults",
    "response_model_exclude_none",
    "include_in_schema",
    "response_class",
    "name",
    "openapi_extra",
    "max_body_size",
)


def create_service(
    settings: type[ServiceSettings],
    routers: Sequence[APIRouter] = (),
    lifespans: Sequence[ServiceLifespan] = (),
    status_sources: Sequence[StatusSource] = (),
    shortcuts_by_path: Mapping[str, shortcuts.Shortcut] | None = None,
    gauge_sources: Sequence[GaugeSource] = (),
) -> FastAPI:
    """A FastAPI app with everything that services share.

    ``lifespans`` are entered in order once ``app.state.kit`` is there. ``status_sources`` are
    coroutine functions from the `KitState` to members of ``GET <prefix>/internal/status``.
    ``shortcuts_by_path`` answer the commonest request of a public GET route: see `kit.shortcuts`.
    ``gauge_sources`` are what the service tells Prometheus beside what all tell, where somebody reads its metrics.
    Raises `UnguardedRoute` for a route that does not say who may call it, ValueError for two
    routes with one operation id.
    """
    app = FastAPI(
        title=f"Pagewright {settings.service}",
        lifespan=_lifespan(settings, lifespans, gauge_sources),
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        generate_unique_id_function=operation_id,
    )
    app.state.settings_class = settings
    app.router.route_class = Route
    problems.install(app)
    event_routers = [event_router(settings)] if settings.event_readers else []
    own = [
        status_router(settings, status_sources),
        failed_events_router(settings),
        audit_log_router(settings),
        *event_routers,
    ]
    for router in (*routers, *own):
        _add_routes(app, router)
    complete(app)
    for path in shortcuts_by_path or {}:
        shortcuts.check(app, path)
    app.add_middleware(Edge, shortcuts=shortcuts_by_path)
    return app


def _lifespan(
    settings_class: type[ServiceSettings],
    lifespans: Sequence[ServiceLifespan],
    gauge_sources: Sequence[GaugeSource],
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Tests set these before the app starts.
        settings = getattr(app.state, "settings", None)
        mounts = getattr(app.state, "mounts", None)
        database = getattr(app.state, "database", None)
        sandboxes = getattr(app.state, "sandboxes", None)
        # `kit.serve` sets it where somebody asks what the process does.
        watch = getattr(app.state, "watch", None)
        async with AsyncExitStack() as stack:
            if settings is None:
                settings = settings_class()
                stack.enter_context(json_logging(settings))
            app.state.kit = await stack.enter_async_context(open_state(settings, mounts, database, watch, sandboxes))
            if watch is not None:
                await stack.enter_async_context(watch.running([app.state.kit], works=False, sources=gauge_sources))
            for enter in lifespans:
                await stack.enter_async_context(enter(app))
            yield

    return lifespan


def _add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add a router's routes one by one instead of including it.

    An included router matches every address twice, and keeps its own route class; a flat list is
    matched once, and all of it is guarded.
    """
    for context in iter_route_contexts(router.routes):
        if context.endpoint is None or not hasattr(context, "response_model"):
            raise UnguardedRoute(f"{context.path}: only API routes can say who may call them")
        app.router.add_api_route(
            context.path or "",
            context.endpoint,
            **{name: getattr(context, name) for name in _COPIED},
        )
