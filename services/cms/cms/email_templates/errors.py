"""What can be wrong with templates of emails."""

from collections.abc import Sequence

from cms.email_templates.rendering import Fault
from kit.errors import FieldError, Unprocessable


class EmailTemplateInvalid(Unprocessable):
    """422: a template cannot be read or drawn; ``errors`` and ``faults`` (field, line, column, detail) say where."""

    code = "email_template_invalid"

    def __init__(self, faults: Sequence[Fault], *, prefix: str = "") -> None:
        errors = [FieldError(f"{prefix}{fault['field']}", "liquid", _in_words(fault)) for fault in faults]
        super().__init__("This template has errors.", errors=errors, faults=list(faults))


def _in_words(fault: Fault) -> str:
    if not fault["line"]:
        return fault["detail"]
    return f"Line {fault['line']}, column {fault['column']}: {fault['detail']}"
