"""The routes of a plain resource: see `kit.crud`."""

import inspect
import uuid
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Response

from kit.auth import Caller, Principal, Public, requires
from kit.crud import Resource
from kit.db import Base, Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

M = TypeVar("M", bound=Base)
_MOST_VALUES = 50
Endpoint = Callable[..., Awaitable[Any]]
Operation = Literal["list", "create", "get", "update", "delete"]


def crud_router(resource: Resource[Any], prefix: str, *, without: Collection[Operation] = ()) -> APIRouter:
    """``GET`` (list) and ``POST`` at ``prefix``; ``GET``, ``PUT`` and ``DELETE`` at ``prefix/{id}``.

    ``without`` the operations that have a rule: the room adds its own endpoints for these to the router.
    """
    router = APIRouter(prefix=prefix)
    words = resource.name.replace("_", " ")
    out = resource.out
    for method, path, endpoint, summary, options in (
        ("GET", "", _list(resource), f"List {words} records.", {"response_model": Page[out]}),  # type: ignore[valid-type]
        ("POST", "", _create(resource), f"Add a {words}.", {"response_model": out, "status_code": 201}),
        ("GET", "/{id}", _get(resource), f"Get one {words}.", {"response_model": out}),
        ("PUT", "/{id}", _update(resource), f"Replace the fields of a {words}.", {"response_model": out}),
        ("DELETE", "/{id}", _delete(resource), f"Delete a {words}.", {"status_code": 204}),
    ):
        if endpoint.__name__ in without:
            continue
        # Operation ids and tags are made from the room that an endpoint stands in.
        endpoint.__module__ = resource.model.__module__
        router.add_api_route(path, endpoint, methods=[method], summary=summary, **options)
    return router


def _reader(resource: Resource[Any]) -> Any:
    return Public if resource.read is None else requires(*resource.read)


def _list(resource: Resource[Any]) -> Endpoint:
    async def list(  # endpoints are bare verbs
        session: Session,
        caller: Annotated[Caller, _reader(resource)],
        page: PageParams,
        order: Annotated[Order, sortable(default=resource.default_sort, **resource.sort)],
        filters: Annotated[dict[str, Any], Depends(_filters(resource))],
        q: SearchText = None,
    ) -> Slice[Any]:
        return await resource.list(session, caller, page, order, q, filters)

    return _without(list, "q") if not resource.search else list


def _get(resource: Resource[Any]) -> Endpoint:
    async def get(
        id: uuid.UUID, session: Session, caller: Annotated[Caller, _reader(resource)], response: Response
    ) -> Any:
        row = await resource.get(session, caller, id)
        tag_version(response, row.version)
        return row

    return get


def _create(resource: Resource[Any]) -> Endpoint:
    async def create(
        session: Session,
        principal: Annotated[Principal, requires(*resource.write)],
        data: resource.data,  # type: ignore[name-defined]  # a class at run time, which is when FastAPI reads it
        response: Response,
    ) -> Any:
        row = await resource.create(session, principal, data)
        tag_version(response, row.version)
        return row

    return create


def _update(resource: Resource[Any]) -> Endpoint:
    async def update(
        id: uuid.UUID,
        session: Session,
        principal: Annotated[Principal, requires(*resource.write)],
        data: resource.data,  # type: ignore[name-defined]  # as above
        response: Response,
        if_match: IfMatch = None,
    ) -> Any:
        row = await resource.update(session, principal, id, data, if_match)
        tag_version(response, row.version)
        return row

    return update


def _delete(resource: Resource[Any]) -> Endpoint:
    async def delete(
        id: uuid.UUID,
        session: Session,
        principal: Annotated[Principal, requires(*resource.write)],
        if_match: IfMatch = None,
    ) -> None:
        await resource.delete(session, principal, id, if_match)

    return delete


def _filters(resource: Resource[Any]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """A dependency that has one query parameter, which may be repeated, for each filter, typed as its column."""

    async def chosen(**values: Any) -> dict[str, Any]:
        # Python's names of parameters allow less than those of queries do, so they are numbers here.
        given = (values[f"filter_{number}"] for number in range(len(resource.filters)))
        return {name: value for name, value in zip(resource.filters, given, strict=True) if value}

    parameters = [
        _filter(f"filter_{number}", name, column.type.python_type)
        for number, (name, column) in enumerate(resource.filters.items())
    ]
    chosen.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what FastAPI reads
    return chosen


def _filter(parameter: str, name: str, kind: type[Any]) -> inspect.Parameter:
    query = Query(alias=name, max_length=_MOST_VALUES, description="Any of these values.")
    annotation = Annotated[list[kind] | None, query]  # type: ignore[valid-type]  # a class at run time
    return inspect.Parameter(parameter, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _without(endpoint: Endpoint, name: str) -> Endpoint:
    """``endpoint`` without one of its parameters."""
    signature = inspect.signature(endpoint)
    left = [parameter for parameter in signature.parameters.values() if parameter.name != name]
    endpoint.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]  # what FastAPI reads
    return endpoint
