"""Judges what a visitor has answered by the form as it is stored.

What a value has to be is declared in web/app/fields; here is what only holds for what a browser sends: everything comes as
text, a line has no line breaks, and a question may come twice.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cms.contact_forms.form import GIVEN, MEGABYTE, Form, Question, shown
from cms.contact_forms.kinds import kind_of
from cms.emails.attachments import MOST, MOST_BYTES, Upload
from kit.errors import FieldError
from kit.field_values.check import clean_value
from kit.field_values.declarations import FieldDefinition
from kit.field_values.faults import FieldFault


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
    if fault is not None:
        answers.faults.append(FieldError(question.name, *fault))


_Fault = tuple[str, str] | None


def _cleaned(question: Question, text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.strip("\n ") if question.kind == "longText" else text.strip(" ")


def _texts(question: Question, values: Sequence[str]) -> _Fault:
    if not question.is_many and len(values) > 1:
        return "too_many", "Too many answers."
    if fault := _characters(question, values):
        return fault
    if question.is_many:
        if len(set(values)) < len(values):
            return "too_many", "Choose each answer once."
        return _fault(question, list(values) or None)
    judge_kind = _COMING_AS_TEXT.get(question.kind)
    return judge_kind(question, values) if judge_kind else _fault(question, values[0] if values else None)


def _characters(question: Question, values: Sequence[str]) -> _Fault:
    for value in values:
        if question.kind != "longText" and not value.isprintable():
            return "one_line", "Enter this in one line."
        if "\0" in value:
            return "one_line", "This has characters that cannot be sent."
    return None


def _consent(question: Question, values: Sequence[str]) -> _Fault:
    if values and values[0] != GIVEN:
        return "not_an_option", "Tick the box, or leave it."
    return _fault(question, True if values else None)


def _number(question: Question, values: Sequence[str]) -> _Fault:
    """A number comes as text: whether it is one is judged here, and its bounds by the registry."""
    if not values:
        return _fault(question, None)
    value = values[0]
    # Of one written with a million digits the mail would have them all.
    if fault := _fault_of(question.name, kind_of("text")["definition"], value):
        return fault
    try:
        number = float(value.replace(",", ".", 1)) if value.isascii() and "_" not in value else math.nan
    except ValueError:
        number = math.nan
    return _fault(question, number) if math.isfinite(number) else ("invalid_number", "Enter a number.")


_COMING_AS_TEXT: dict[str, Callable[[Question, Sequence[str]], _Fault]] = {"consent": _consent, "number": _number}


def _files(question: Question, files: Sequence[Upload]) -> _Fault:
    # What a file is and not what it is called: HTML with the name of a picture is no picture.
    found = [{"megabytes": file.size / MEGABYTE, "mediaType": file.media_type} for file in files]
    return _fault(question, found or None)


def _fault(question: Question, value: Any) -> _Fault:
    """What the field of the registry that the question is says of an answer; None is no answer."""
    definition = question.definition
    if value is None and not definition["required"]:
        return None
    return _fault_of(question.name, definition, value)


def _fault_of(name: str, definition: FieldDefinition, value: Any) -> _Fault:
    try:
        clean_value(name, definition, value)
    except FieldFault as fault:
        return fault.code, fault.detail
    return None


def _check_sum(form: Form, answers: Answers) -> None:
    if len(answers.uploads) <= MOST and sum(upload.size for upload in answers.uploads) <= MOST_BYTES:
        return
    detail = f"All files together: at most {MOST}, and {MOST_BYTES // MEGABYTE} MB."
    first = next(question.name for question in form.questions if answers.files.get(question.name))
    answers.faults.append(FieldError(first, "files_too_large", detail))
