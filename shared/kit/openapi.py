"""What OpenAPI says beyond FastAPI's own: problems, who may call, stable operation ids."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from kit.auth import INTERNAL, guards_of

_PROBLEM = {
    "type": "object",
    "description": "RFC 9457. A problem may carry further members, named by its code.",
    "required": ["type", "title", "status", "detail", "code", "requestId", "errors"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:pagewright:problem:page_not_found"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "examples": ["page_not_found"]},
        "instance": {"type": "string"},
        "requestId": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {
                    "field": {"type": "string", "examples": ["actions.3.nodeId"]},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
    },
    "additionalProperties": True,
}
_SECURITY_SCHEMES = {
    "session": {"type": "apiKey", "in": "cookie", "name": "pagewright_session"},
    "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    "internal": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
}


def operation_id(route: Any) -> str:
    """``<noun>_<verb>``: the route's tag, or else the endpoint's package, and its function.

    So ``config_list`` for ``cms.config.endpoints.list``.
    """
    if route.tags:
        return f"{route.tags[0].replace(' ', '_')}_{route.name}"
    parts = route.endpoint.__module__.split(".")
    room = parts[-2] if len(parts) > 2 else parts[-1]
    return f"{room}_{route.name}".strip("_")


def complete(app: FastAPI) -> None:
    """Set every route's tag and summary, refuse double operation ids, and complete ``app.openapi()``.

    A docstring's first line is the summary, the rest of it the description.
    """
    seen: dict[str, str] = {}
    for route in _routes(app):
        route.tags = route.tags or [route.unique_id.removesuffix(f"_{route.name}")]
        first_line, _, rest = route.description.partition("\n")
        route.summary = route.summary or first_line.rstrip(".") or route.unique_id.replace("_", " ").capitalize()
        route.description = rest.strip()
        if route.unique_id in seen:
            raise ValueError(f"{route.path} and {seen[route.unique_id]} share the operation id {route.unique_id}")
        seen[route.unique_id] = route.path

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend it


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    schemas["Problem"] = _PROBLEM
    components["securitySchemes"] = _SECURITY_SCHEMES
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    components["responses"] = {"Problem": {"description": "Any failure", "content": content}}
    for route in _routes(app):
        if not route.include_in_schema:
            continue
        label = next(guards_of(route.dependant)).label
        for method in route.methods or ():
            operation = document["paths"][route.path_format][method.lower()]
            operation["responses"].pop("422", None)
            operation["responses"]["default"] = {"$ref": "#/components/responses/Problem"}
            operation["security"] = _security(label)
            operation["x-scope"] = label
    return document


def _security(label: str) -> list[dict[str, list[str]]]:
    if label.startswith(INTERNAL):
        return [{"internal": []}]
    people: list[dict[str, list[str]]] = [{"session": []}, {"bearer": []}]
    return [{}, *people] if label == "public" else people


def _routes(app: FastAPI) -> list[APIRoute]:
    return [route for route in app.routes if isinstance(route, APIRoute)]
