"""Judges what a visitor has answered by the form as it is stored."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pydantic import TypeAdapter, ValidationError

from cms.contact_forms.form import GIVEN, MEGABYTE, Form, Question, shown
from cms.emails.attachments import MOST, MOST_BYTES, Upload
from kit.errors import FieldError
from kit.schemas import EmailAddress

LONGEST_LINE = 300
LONGEST_TEXT = 10_000
_PHONE = re.compile(r"\+?[0-9 ()./-]{5,40}")
_FEWEST_DIGITS = 5
_MOST_FILES = 5
_ADDRESS: TypeAdapter[str] = TypeAdapter(EmailAddress)


@dataclass(frozen=True, slots=True)
class Submitted:
    """Submitted texts and files by the name of their question."""

    texts: Mapping[str, Sequence[str]]
    files: Mapping[str, Sequence[Upload]]


@dataclass(slots=True)
class Answers:
    """The answers to the questions that are asked, in their order, or what is wrong with them."""

    values: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, list[Upload]] = field(default_factory=dict)
    faults: list[FieldError] = field(default_factory=list)

    @property
    def uploads(self) -> list[Upload]:
        """All files."""
        return [upload for uploads in self.files.values() for upload in uploads]


def judge(form: Form, submitted: Submitted) -> Answers:
    """The answers as they are taken. What is answered to a question that is not asked does not count."""
    answers = Answers()
    known = form.by_name
    for name in (*submitted.texts, *submitted.files):
        if name not in known:
            answers.faults.append(FieldError(name[:100], "unknown_field", "The form has no such field."))
    present = {**submitted.texts, **{name: [each.name for each in files] for name, files in submitted.files.items()}}
    asked = shown(form.questions, present)
    for question in form.questions:
        if question.name in asked:
            _take(question, submitted, answers)
    _check_sum(form, answers)
    return answers


def _take(question: Question, submitted: Submitted, answers: Answers) -> None:
    if question.kind == "file":
        files = list(submitted.files.get(question.name, ()))
        answers.files[question.name] = files
        fault = (
            ("wrong_type", "Choose a file.") if any(submitted.texts.get(question.name, ())) else _files(question, files)
        )
        values = [file.name for file in files]
    else:
        values = [_cleaned(question, text) for text in submitted.texts.get(question.name, ())]
        values = [value for value in values if value]
        fault = ("wrong_type", "This field does not accept files.") if question.name in submitted.files else None
        fault = fault or _texts(question, values)
    answers.values[question.name] = values
    if fault is None and question.is_required and not values:
        fault = ("required", "Fill in this field.")
    if fault is not None:
        answers.faults.append(FieldError(question.name, *fault))


_Fault = tuple[str, str] | None


def _cleaned(question: Question, text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.strip("\n ") if question.kind == "longText" else text.strip(" ")


def _texts(question: Question, values: Sequence[str]) -> _Fault:
    if len(values) > (len(question.options) if question.is_many else 1):
        return "too_many", "Too many answers."
    for value in values:
        if question.kind != "longText" and not value.isprintable():
            return "one_line", "Enter this in one line."
        if "\0" in value:
            return "one_line", "This has characters that cannot be sent."
        check = _CHECKS.get(question.kind, _line)
        if fault := check(question, value):
            return fault
    if question.kind == "checkboxes" and values:
        return _count(question, len(values))
    return None


def _count(question: Question, count: int) -> _Fault:
    if question.least is not None and count < question.least:
        return "too_few", f"Choose at least {question.least:g}."
    if question.most is not None and count > question.most:
        return "too_many", f"Choose at most {question.most:g}."
    return None


def _length(value: str, question: Question, longest: int) -> _Fault:
    most = min(int(question.most or longest), longest)
    if len(value) > most:
        return "too_long", f"At most {most} characters."
    if question.least is not None and len(value) < question.least:
        return "too_short", f"At least {question.least:g} characters."
    return None


def _line(question: Question, value: str) -> _Fault:
    return _length(value, question, LONGEST_LINE)


def _long_text(question: Question, value: str) -> _Fault:
    return _length(value, question, LONGEST_TEXT)


def _email(_question: Question, value: str) -> _Fault:
    try:
        _ADDRESS.validate_python(value)
    except ValidationError:
        return "invalid_email", "Enter a valid email address."
    return None


def _phone(_question: Question, value: str) -> _Fault:
    is_right = _PHONE.fullmatch(value) and sum(c.isdigit() for c in value) >= _FEWEST_DIGITS
    return None if is_right else ("invalid_phone", "Enter a phone number.")


def _option(question: Question, value: str) -> _Fault:
    return None if value in question.options else ("not_an_option", "Choose one of the options.")


def _date(question: Question, value: str) -> _Fault:
    try:
        day = date.fromisoformat(value).isoformat()
    except ValueError:
        return "invalid_date", "Enter a date."
    if day != value:
        return "invalid_date", "Enter a date."
    if (question.earliest and day < question.earliest) or (question.latest and day > question.latest):
        return "out_of_range", "This date cannot be chosen."
    return None


def _number(question: Question, value: str) -> _Fault:
    try:
        number = float(value.replace(",", ".", 1)) if len(value) <= LONGEST_LINE and value.isascii() else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or "_" in value:
        return "invalid_number", "Enter a number."
    if (question.least is not None and number < question.least) or (
        question.most is not None and number > question.most
    ):
        return "out_of_range", "This number is out of range."
    return None


def _consent(_question: Question, value: str) -> _Fault:
    return None if value == GIVEN else ("not_an_option", "Tick the box, or leave it.")


_CHECKS: dict[str, Callable[[Question, str], _Fault]] = {
    "longText": _long_text,
    "email": _email,
    "phone": _phone,
    "select": _option,
    "radios": _option,
    "checkboxes": _option,
    "date": _date,
    "number": _number,
    "consent": _consent,
}


def _files(question: Question, files: Sequence[Upload]) -> _Fault:
    if len(files) > _MOST_FILES:
        return "too_many", f"At most {_MOST_FILES} files."
    for file in files:
        if file.size > question.most_bytes:
            return "file_too_large", f"A file can be at most {question.most_bytes / MEGABYTE:g} MB large."
        # What it is and not what it is called: HTML with the name of a picture is no picture.
        if file.media_type not in question.accepted:
            return "file_type", "Files of this type are not accepted."
    return None


def _check_sum(form: Form, answers: Answers) -> None:
    if len(answers.uploads) <= MOST and sum(upload.size for upload in answers.uploads) <= MOST_BYTES:
        return
    detail = f"All files together: at most {MOST}, and {MOST_BYTES // MEGABYTE} MB."
    first = next(question.name for question in form.questions if answers.files.get(question.name))
    answers.faults.append(FieldError(first, "files_too_large", detail))
