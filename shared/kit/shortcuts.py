"""A public route's commonest request, answered without the layers that serve every route.

Finding the route, its dependencies and its answer cost several times what a hot read itself does. A shortcut stands
beside its route and gives the same answer to one plain form of request; whatever else is asked goes through the route.
"""

from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Scope

from kit.auth import Anonymous, table_of_guards
from kit.route import UnguardedRoute

Shortcut = Callable[[FastAPI, bytes], Awaitable[Response | None]]
"""From the app and the query to the answer, or None for a query that it leaves to the route.

It never learns who asks, and answers as to somebody who is not logged in. It fails as its route does.
"""

# All that may be said along with a request, of which no answer depends. What says who asks is not among it.
_SAYS_NOTHING = frozenset(
    {
        b"host", b"connection", b"x-request-id", b"traceparent", b"tracestate", b"accept", b"accept-encoding",
        b"user-agent",
    }
)  # fmt: skip


def is_plain(scope: Scope) -> bool:
    """Whether a request is a GET that brings neither a body nor anything that says who asks, or for whom."""
    return scope["method"] == "GET" and all(name in _SAYS_NOTHING for name, _ in scope["headers"])


def check(app: FastAPI, path: str) -> None:
    """Raise `UnguardedRoute` unless ``path`` is that of a GET route which is open to all."""
    guards = [guard for method, route, guard in table_of_guards(app) if (method, route) == ("GET", path)]
    if not guards or not guards[0].passes(Anonymous()):
        raise UnguardedRoute(f"{path}: a shortcut needs a GET route that is open to all")
