"""``POST /cms/emails``: have emails written and sent."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from cms.email_requests import payload, service
from cms.email_requests.recipients import is_staff
from cms.email_requests.schemas import MOST_EMAILS, EmailIn, EmailsAccepted
from cms.emails.attachments import MOST, Upload
from cms.emails.tasks import MAILING_TIMEOUT
from kit.auth import Caller, PublicWrite
from kit.body import limited, read_json
from kit.db import Session
from kit.errors import FieldError, UnsupportedMediaType, ValidationFailed
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.preconditions import OptionalIdempotencyKey

router = APIRouter(prefix="/cms/emails", tags=["emails"])

_MOST_FIELDS = 20


def _schema() -> dict[str, Any]:
    """The schema of an email, whole: FastAPI knows the models of bodies that it reads itself."""
    schema = EmailIn.model_json_schema()
    definitions = schema.pop("$defs", {})

    def whole(part: Any) -> Any:
        if isinstance(part, list):
            return [whole(each) for each in part]
        if not isinstance(part, dict):
            return part
        if reference := part.get("$ref"):
            return whole(definitions[reference.rpartition("/")[2]])
        return {name: whole(value) for name, value in part.items()}

    found: dict[str, Any] = whole(schema)
    return found


_EMAIL = _schema()
_LIST = {"type": "array", "items": _EMAIL, "minItems": 1, "maxItems": MOST_EMAILS}
_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": [payload.FIELD],
                "properties": {
                    payload.FIELD: {"type": "string", "description": "The emails as JSON: one, or a list."},
                    "attachments": {"type": "array", "items": {"type": "string", "format": "binary"}, "maxItems": 20},
                },
            }
        },
        "application/json": {"schema": {"anyOf": [_LIST, _EMAIL]}},
    },
}


@router.post(
    "",
    status_code=202,
    max_body_size=payload.MAX_BODY,
    responses={
        200: {"model": EmailsAccepted, "description": "Tried to the end; to those who run the site alone"},
        202: {"model": JobOut | EmailsAccepted, "description": "Written; a visitor hears no more than that"},
    },
    openapi_extra={"requestBody": _BODY},
)
async def create(
    request: Request,
    session: Session,
    caller: Annotated[Caller, PublicWrite],
    idempotency_key: OptionalIdempotencyKey = None,
) -> Response:
    """Have emails written by templates and sent, a message to each recipient.

    Editors name the recipients. What visitors send goes to whom the template names, or to the site's contact address, once
    a captcha is solved: 503 `captcha_not_configured`, 422 `captcha_failed`. With `Prefer: respond-async` the answer does not
    wait until they are sent.
    """
    async with _payload(request) as (emails, files):
        written = await service.write(session, caller, payload.checked(emails), files, idempotency_key)
    if not is_staff(caller):
        return JSONResponse(EmailsAccepted(accepted=written.accepted).model_dump(by_alias=True), 202)
    return JobResponse(written.job, request, address="/cms/jobs", wait=MAILING_TIMEOUT)


@asynccontextmanager
async def _payload(request: Request) -> AsyncIterator[tuple[Any, Sequence[Upload]]]:
    """The emails and the files of a body, be it JSON or a form. The files are on the disk as long as the block runs.

    Raises ValidationFailed, InvalidJson, PayloadTooLarge, UnsupportedMediaType.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type.endswith("json"):
        # Without files there is nothing to be large.
        bounded = Request(request.scope, limited(request.headers, request.receive, payload.MAX_JSON))
        yield await read_json(bounded), ()
        return
    if media_type != "multipart/form-data":
        raise UnsupportedMediaType("Send a form (multipart/form-data) with the field emails, or JSON.")
    form = await _form(request)
    try:
        yield payload.emails_in(form), payload.files_in(form)
    finally:
        await form.close()


async def _form(request: Request) -> FormData:
    try:
        return await request.form(max_files=MOST, max_fields=_MOST_FIELDS, max_part_size=payload.MAX_JSON)
    except HTTPException as error:
        # Starlette's: too many parts, one too long, or what is no form.
        raise ValidationFailed(str(error.detail), errors=[FieldError("", "form_invalid", str(error.detail))]) from None
