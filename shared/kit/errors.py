"""Named failures. Each one becomes an ``application/problem+json`` answer (RFC 9457).

A room subclasses the class whose status fits and gives it a stable code::

    class PageNotFound(NotFound):
        code = "page_not_found"

    raise PageNotFound(detail="No page answers at /about.")
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault in a payload. ``field`` is the dotted path as sent, such as ``actions.3.nodeId``."""

    field: str
    code: str
    detail: str


class DomainError(Exception):
    """The base of every failure that a caller is meant to see.

    ``extensions`` become further members of the problem, so they need JSON values and camelCase
    names; ``headers`` are added to the answer.
    """

    status: ClassVar[int] = 500
    code: str = "internal_error"

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **extensions: Any,
    ) -> None:
        super().__init__(detail or self.code)
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.extensions = extensions

    @property
    def title(self) -> str:
        """The code in words: ``page_not_found`` is "Page not found"."""
        return self.code.replace("_", " ").capitalize()

    def problem(self, *, request_id: str, instance: str | None = None) -> dict[str, Any]:
        """The problem document of this failure."""
        document: dict[str, Any] = {
            "type": f"urn:pagewright:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail or f"{self.title}.",
            "code": self.code,
            "requestId": request_id,
            "errors": [asdict(error) for error in self.errors],
        }
        if instance is not None:
            document["instance"] = instance
        # The standard members win: an extension can add to a problem, never disguise it.
        return {**self.extensions, **document}


class BadRequest(DomainError):
    """400: the request cannot be understood at all."""

    status = 400
    code = "bad_request"


class Unauthorized(DomainError):
    """401: nobody is logged in, or the credential is not good (any more)."""

    status = 401
    code = "unauthorized"


class Forbidden(DomainError):
    """403: the caller is known and may not do this."""

    status = 403
    code = "forbidden"


class NotFound(DomainError):
    """404: no such record, or none that the caller may see."""

    status = 404
    code = "not_found"


class RouteNotFound(NotFound):
    """404: no route serves this address."""

    code = "route_not_found"


class MethodNotAllowed(DomainError):
    """405: the address exists, the method does not."""

    status = 405
    code = "method_not_allowed"


class Conflict(DomainError):
    """409: the request contradicts the present state."""

    status = 409
    code = "conflict"


class Duplicate(Conflict):
    """409: a record with this unique value exists."""

    code = "duplicate"


class Gone(DomainError):
    """410: it was there, and will not be again."""

    status = 410
    code = "gone"


class PreconditionFailed(DomainError):
    """412: ``If-Match`` names a version that is no longer the present one."""

    status = 412
    code = "precondition_failed"


class PreconditionRequired(DomainError):
    """428: the resource is versioned and ``If-Match`` is missing."""

    status = 428
    code = "precondition_required"


class PayloadTooLarge(DomainError):
    """413: the body is longer than this route takes."""

    status = 413
    code = "payload_too_large"


class UnsupportedMediaType(DomainError):
    """415: the body is not of the kind that this route takes."""

    status = 415
    code = "unsupported_media_type"


class Unprocessable(DomainError):
    """422: the payload's shape or values are wrong."""

    status = 422
    code = "unprocessable"


class ValidationFailed(Unprocessable):
    """422: fields break the request's schema; ``errors`` names each of them."""

    code = "validation_failed"


class InvalidJson(Unprocessable):
    """422: the body is not JSON, or holds what JSON or the database cannot."""

    code = "invalid_json"


class TooManyRequests(DomainError):
    """429: the caller is over a limit. Give ``headers={"Retry-After": seconds}``."""

    status = 429
    code = "too_many_requests"


class InternalError(DomainError):
    """500: our fault. The answer has nothing about it but the request id."""


class Unavailable(DomainError):
    """503: something that this answer needs cannot be reached now."""

    status = 503
    code = "unavailable"


class DatabaseUnavailable(Unavailable):
    """503: Postgres cannot be reached, or was too slow."""

    code = "database_unavailable"


class InsufficientStorage(DomainError):
    """507: there is no room left for what is to be kept."""

    status = 507
    code = "insufficient_storage"


BY_STATUS: Mapping[int, type[DomainError]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: MethodNotAllowed,
    409: Conflict,
    410: Gone,
    412: PreconditionFailed,
    413: PayloadTooLarge,
    415: UnsupportedMediaType,
    422: Unprocessable,
    428: PreconditionRequired,
    429: TooManyRequests,
    503: Unavailable,
    507: InsufficientStorage,
}
"""The class for a status that arrives from outside, such as another service's answer."""
