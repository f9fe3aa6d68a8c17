"""The route class of every service: the caller is authorised first, then the body is read.

FastAPI alone reads and parses the body before any dependency runs, so that an anonymous caller
could make a service parse 10 MB, and would learn from a 422 what a 401 should have hidden.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import params
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from kit.auth import admit, guards_of
from kit.body import DEFAULT_MAX_BODY, limited, read_json


class UnguardedRoute(TypeError):
    """A route does not say who may call it, or says it twice."""


class Route(APIRoute):
    """An `APIRoute` that admits the caller, bounds the body and parses JSON strictly."""

    def __init__(
        self, path: str, endpoint: Callable[..., Any], *, max_body_size: int | None = None, **options: Any
    ) -> None:
        # Not handed to FastAPI: its own limit would answer before the caller is known.
        self.body_limit = DEFAULT_MAX_BODY if max_body_size is None else max_body_size
        super().__init__(path, endpoint, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler behind our guard."""
        guards = list(guards_of(self.dependant))
        if len(guards) != 1:
            raise UnguardedRoute(
                f"{self.path} ({self.endpoint.__module__}.{self.endpoint.__qualname__}) names {len(guards)} callers: "
                "use exactly one of requires(…), Public, Internal(…)"
            )
        guard = guards[0]
        handle = super().get_route_handler()
        takes_json = self.body_field is not None and not isinstance(self.body_field.field_info, params.Form)
        body_limit = self.body_limit

        async def handler(request: Request) -> Response:
            await admit(guard, request)
            bounded = Request(request.scope, limited(request.headers, request.receive, body_limit))
            if takes_json:
                # FastAPI asks for request.json(), which gives what is kept here.
                bounded._json = await read_json(bounded)  # noqa: SLF001  # where Request itself keeps it
            return await handle(bounded)

        return handler
