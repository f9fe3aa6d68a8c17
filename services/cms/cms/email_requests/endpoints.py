"""``POST /cms/emails``: have emails written and sent."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from cms.email_requests import payload, service
from cms.email_requests.recipients import is_staff
from cms.email_requests.schemas import MOST_EMAILS, EmailIn, EmailsAccepted
from cms.emails.tasks import MAILING_TIMEOUT
from kit.auth import Caller, Public
from kit.db import Session
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.preconditions import OptionalIdempotencyKey

router = APIRouter(prefix="/cms/emails", tags=["emails"])


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
    caller: Annotated[Caller, Public],
    idempotency_key: OptionalIdempotencyKey = None,
) -> Response:
    """Have emails written by templates and sent, a message to each recipient.

    Editors name the recipients. What visitors send goes to whom the template names, or to the site's contact address, once
    a captcha is solved: 503 `captcha_not_configured`, 422 `captcha_failed`. With `Prefer: respond-async` the answer does not
    wait until they are sent.
    """
    async with payload.read(request) as given:
        written = await service.write(session, caller, payload.checked(given.emails), given.files, idempotency_key)
    if not is_staff(caller):
        return JSONResponse(EmailsAccepted(accepted=written.accepted).model_dump(by_alias=True), 202)
    return JobResponse(written.job, request, address="/cms/jobs", wait=MAILING_TIMEOUT)
