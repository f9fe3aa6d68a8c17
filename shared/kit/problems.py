"""Every failure as ``application/problem+json``, whatever raised it."""

import logging
from collections.abc import Iterable
from typing import Any

import asyncpg
import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm.exc import StaleDataError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kit.errors import (
    BY_STATUS,
    Conflict,
    DatabaseUnavailable,
    DomainError,
    Duplicate,
    FieldError,
    InternalError,
    MethodNotAllowed,
    RouteNotFound,
    Unprocessable,
    ValidationFailed,
)
from kit.failures import DRIVER_ERRORS
from kit.logs import request_id
from kit.validation_words import in_words

log = logging.getLogger(__name__)

_MAX_FIELD_ERRORS = 100
_CODES = {"missing": "required", "extra_forbidden": "unknown_field"}


class StillReferenced(Conflict):
    """409: other records point at this one."""

    code = "still_referenced"


class WriteConflict(Conflict):
    """409: two writes met in the database; trying again is safe."""

    code = "write_conflict"


class ValueRefused(Unprocessable):
    """422: a value that the database's column cannot hold."""

    code = "value_refused"


def problem_response(error: DomainError, instance: str | None = None) -> Response:
    """The answer for ``error``."""
    return Response(
        orjson.dumps(error.problem(request_id=request_id.get(), instance=instance), default=str),
        status_code=error.status,
        headers=error.headers,
        media_type="application/problem+json",
    )


FAILURES = (DomainError, DBAPIError, PoolTimeout, StaleDataError, *DRIVER_ERRORS)
"""What a route's own code fails with."""


def install(app: FastAPI) -> None:
    """Have ``app`` answer every known kind of failure as a problem."""
    for kind in FAILURES:
        app.add_exception_handler(kind, _on_failure)
    app.add_exception_handler(RequestValidationError, _on_validation_error)
    app.add_exception_handler(HTTPException, _on_http_exception)


def failure_response(error: Exception, instance: str) -> Response:
    """The answer for one of `FAILURES`, which is logged where it is no fault of the caller's."""
    if isinstance(error, DomainError):
        if error.status >= 500:
            log.error("%s: %s", error.code, error, exc_info=error.__cause__)
        return problem_response(error, instance)
    failure = unexpected(error)
    if failure.status >= 500:
        log.error("database: %s", error, exc_info=error)
    return problem_response(failure, instance)


def unexpected(error: Exception) -> DomainError:  # noqa: PLR0911  # a table, one line a kind
    """The failure that an exception from the database stands for; `InternalError` for any other."""
    if isinstance(error, PoolTimeout):
        return DatabaseUnavailable()
    if isinstance(error, StaleDataError):
        return WriteConflict()
    driver = _driver_error(error)
    match driver:
        case asyncpg.UniqueViolationError():
            return Duplicate("Another record has this value already.")
        case asyncpg.ForeignKeyViolationError():
            return StillReferenced("Other records refer to this one.")
        case asyncpg.SerializationError() | asyncpg.DeadlockDetectedError() | asyncpg.LockNotAvailableError():
            return WriteConflict()
        case asyncpg.QueryCanceledError():
            return DatabaseUnavailable("The database took too long.")
        case asyncpg.DataError():
            return ValueRefused("A value is too long, too large or of the wrong kind.")
        case (
            asyncpg.PostgresConnectionError()
            | asyncpg.OperatorInterventionError()
            | asyncpg.InsufficientResourcesError()
            | asyncpg.InterfaceError()
            | asyncpg.InternalClientError()
        ):
            return DatabaseUnavailable()
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return DatabaseUnavailable()
    return InternalError()


def _driver_error(error: BaseException) -> BaseException | None:
    """asyncpg's own exception, which SQLAlchemy wraps twice."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, DRIVER_ERRORS):
            return seen
        seen = getattr(seen, "orig", None) or seen.__cause__
    return None


async def _on_failure(request: Request, error: Exception) -> Response:
    return failure_response(error, request.url.path)


async def _on_http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return problem_response(RouteNotFound("No route serves this address."), request.url.path)
    if error.status_code == 405:
        allow = (error.headers or {}).get("Allow", "")
        return problem_response(MethodNotAllowed(f"Use {allow}.", headers={"Allow": allow}), request.url.path)
    kind = BY_STATUS.get(error.status_code, InternalError)
    return problem_response(kind(error.detail, headers=error.headers), request.url.path)


async def _on_validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # The first step says where it was: in the body, the query, the path, the headers.
    errors = [_field_error(fault, fault["loc"][1:]) for fault in error.errors()[:_MAX_FIELD_ERRORS]]
    failure = ValidationFailed("The request is not valid.", errors=errors)
    return problem_response(failure, request.url.path)


def field_errors(refusal: ValidationError, under: str) -> list[FieldError]:
    """What a model refuses of the field ``under``: ``("actions", 3, "node_id")`` is ``under.actions.3.nodeId``."""
    faults = refusal.errors(include_url=False, include_input=False)
    return [_field_error(fault, (under, *fault["loc"])) for fault in faults[:_MAX_FIELD_ERRORS]]


def _field_error(fault: Any, path: Iterable[str | int]) -> FieldError:
    code = _CODES.get(fault["type"], fault["type"])
    return FieldError(".".join(_spell(step) for step in path), code, in_words(fault))


def _spell(part: str | int) -> str:
    return to_camel(part) if isinstance(part, str) and "_" in part else str(part)
