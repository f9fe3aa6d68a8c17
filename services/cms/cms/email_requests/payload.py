"""Judges what somebody wants sent: a list of emails and files, within bounds, by the rules of the specification."""

import logging
import mimetypes
import re
from typing import Any

from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile

from cms.email_requests.schemas import EMAILS, MOST_EMAILS, EmailIn
from cms.emails.attachment_names import attachment_name
from cms.emails.attachments import MOST_BYTES, Upload
from kit.body import parse_json
from kit.errors import FieldError, InvalidJson, PayloadTooLarge, ValidationFailed
from kit.problems import field_errors

log = logging.getLogger(__name__)

FIELD = "emails"
MAX_JSON = 2 * 1024 * 1024
MAX_BODY = MOST_BYTES + 2 * MAX_JSON
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9][\w.+-]{0,60}/[A-Za-z0-9][\w.+-]{0,80}")
# Their contents are encoded in a way of their own, which an attachment cannot have.
_COMPOSITE = ("multipart/", "message/")
_UNKNOWN_TYPE = "application/octet-stream"


def emails_in(form: FormData) -> Any:
    """What the form has in its field for emails. Raises ValidationFailed, InvalidJson."""
    values = [value for value in form.getlist(FIELD) if isinstance(value, str)]
    if len(values) != 1:
        fault = FieldError(FIELD, "missing", "Send the emails as JSON, in one field.")
        raise ValidationFailed("The form has no field emails.", errors=[fault])
    return parse_json(values[0].encode())


def files_in(form: FormData) -> list[Upload]:
    """The files that the form brought, each with a name. Raises PayloadTooLarge."""
    files = []
    for _, value in form.multi_items():
        if not isinstance(value, UploadFile):
            continue
        name = attachment_name(value.filename or "")
        if not name:
            log.warning("an attached file without a name was skipped")
            continue
        files.append(Upload(name, _media_type(value, name), value.size or 0, value.file))
    if sum(file.size for file in files) > MOST_BYTES:
        most = MOST_BYTES // (1024 * 1024)
        raise PayloadTooLarge(f"The attached files are too large: together {most} MB at most.", limit=MOST_BYTES)
    return files


def _media_type(file: UploadFile, name: str) -> str:
    said = (file.content_type or "").partition(";")[0].strip().lower()
    if not _MEDIA_TYPE.fullmatch(said) or said.startswith(_COMPOSITE):
        said = mimetypes.guess_type(name)[0] or _UNKNOWN_TYPE
    return _UNKNOWN_TYPE if said.startswith(_COMPOSITE) else said


def checked(value: Any) -> list[EmailIn]:
    """The emails, a single one as a list of one. Raises ValidationFailed, in the words of the specification."""
    listed = value if isinstance(value, list) else [value]
    if not 0 < len(listed) <= MOST_EMAILS:
        detail = f"Send 1 to {MOST_EMAILS} emails."
        raise ValidationFailed(detail, errors=[FieldError(FIELD, "too_many" if listed else "missing", detail)])
    faults = [fault for index, email in enumerate(listed) for fault in _missing(index, email)]
    if faults:
        raise ValidationFailed(faults[0].detail, errors=faults)
    try:
        return EMAILS.validate_python(listed)
    except ValidationError as refusal:
        raise ValidationFailed("These emails cannot be sent.", errors=field_errors(refusal, FIELD)) from None


def _missing(index: int, email: Any) -> list[FieldError]:
    if not isinstance(email, dict):
        raise InvalidJson(f"[{index}]: An email has to be an object.")
    template = email.get("template")
    has_template = isinstance(template, dict) and bool(template.get("id"))
    required = {"recaptcha": ("a recaptcha", email.get("recaptcha")), "template.id": ("a template.id", has_template)}
    return [
        FieldError(f"{FIELD}.{index}.{field}", "missing", f"[{index}]: An email must specify {words} value")
        for field, (words, value) in required.items()
        if not value
    ]
