"""Reads and draws templates that people wrote, in Liquid. Runs in the sandbox of `cms.email_templates.sandbox` alone.

A template gets JSON and the filters of Liquid. It can name no file and no other template, and reach nothing of Python:
the data are plain values, and paths are keys of those. Loops, nesting, what it writes and what it remembers are bounded
here, which says where; the process bounds time and memory, whatever a template finds.
"""

import os
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import cache, partial
from typing import Any, TypedDict

import orjson
from babel import Locale, UnknownLocaleError
from liquid import BoundTemplate, Environment
from liquid.exceptions import LiquidError

from cms.email_templates.liquid_words import TOO_DEEP, TOO_MUCH, in_words
from cms.email_templates.plain_text import plain_text
from cms.emails.one_line import one_line
from kit.currencies import formatted_money

MAX_LOOPS = 10_000
MAX_OUTPUT = 500_000
"""Bytes of what one template writes."""
MAX_REMEMBERED = 1_000_000
"""Bytes of what it assigns."""
LONGEST_SUBJECT = 500
_FOREIGN_TAGS = ("include", "render")
_DEFAULT_CURRENCY = "GBP"
_LONGEST_AMOUNT = 10**15
_CURRENCY = re.compile("[A-Z]{3}")


class Fault(TypedDict):
    """Where and why a template cannot be used; line and column count from 1, and are 0 where nobody knows."""

    field: str
    line: int
    column: int
    detail: str


class Job(TypedDict):
    """A template to draw with ``values``, in a language; without values it is only read."""

    subject: str
    content: str
    format: str
    values: dict[str, Any] | None
    language: str


class Answer(TypedDict, total=False):
    """What came of it: the three, or faults. ``unknown`` are variables that the template names and nobody gave."""

    subject: str
    text: str
    html: str | None
    unknown: list[str]
    faults: list[Fault]


def render_file(source: int, target: int) -> None:
    """Draw the template of a file that holds a `Job` as JSON, and write the `Answer` into the other: they may be long."""
    os.lseek(source, 0, os.SEEK_SET)
    with open(source, "rb", closefd=False) as read, open(target, "wb", closefd=False) as written:
        written.write(orjson.dumps(render(orjson.loads(read.read()))))


def render(job: Job) -> Answer:
    """Draw a template."""
    faults: list[Fault] = []
    language = _locale(job["language"])
    subject_environment = environment(language, autoescape=False)
    content_environment = environment(language, autoescape=job["format"] == "html")
    subject = _parsed(subject_environment, "subject", job["subject"], faults)
    content = _parsed(content_environment, "content", job["content"], faults)
    if faults or subject is None or content is None or job["values"] is None:
        return {"faults": faults}
    values = job["values"]
    title = _drawn(subject, "subject", _in_one_line(values), faults)
    body = _drawn(content, "content", values, faults)
    if not faults and any(not character.isprintable() for character in title.strip()):
        # It would end the header that it stands in.
        faults.append({"field": "subject", "line": 1, "column": 1, "detail": "The subject has to be one line."})
    if faults:
        return {"faults": faults}
    unknown = sorted({name for each in (subject, content) for name in _unknown(each, values)})
    is_html = job["format"] == "html"
    return {
        "subject": _shortened(title.strip()),
        "text": (plain_text(body) if is_html else body.strip()) + "\n",
        "html": body.strip() + "\n" if is_html else None,
        "unknown": unknown,
    }


def _in_one_line(value: Any) -> Any:
    """Returns a value with its texts in one line each: a subject is a header, of which a line break would begin another."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list):
        return [_in_one_line(each) for each in value]
    if isinstance(value, dict):
        return {name: _in_one_line(each) for name, each in value.items()}
    return value


def _shortened(subject: str) -> str:
    """Returns as much of a subject as the log, and programs that read mail, have room for."""
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 1]}…"


class _Limited(Environment):
    loop_iteration_limit = MAX_LOOPS
    output_stream_limit = MAX_OUTPUT
    local_namespace_limit = MAX_REMEMBERED


@cache
def environment(language: str, *, autoescape: bool) -> Environment:
    """What reads templates; values are escaped where they go into HTML."""
    made = _Limited(autoescape=autoescape)
    for name in _FOREIGN_TAGS:
        del made.tags[name]
    made.add_filter("money", partial(_money, language))
    return made


def _money(language: str, amount: object, currency: object = _DEFAULT_CURRENCY) -> str:
    """Writes an amount of the currency's smallest unit: ``{{ 1250 | money }}`` is £12.50."""
    try:
        number = Decimal(str(amount).strip() or "0")
    except InvalidOperation:
        return ""
    code = str(currency).upper()
    if not _CURRENCY.fullmatch(code):
        code = _DEFAULT_CURRENCY
    if not number.is_finite() or abs(number) > _LONGEST_AMOUNT:
        return ""
    return formatted_money(number, code, language)


def _locale(language: str) -> str:
    """The language as babel has it; British English for one that it does not know."""
    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return "en_GB"
    return "en_GB" if str(locale) == "en" else str(locale)


def _parsed(environment: Environment, field: str, source: str, faults: list[Fault]) -> BoundTemplate | None:
    try:
        return environment.from_string(source)
    except (LiquidError, RecursionError) as error:
        faults.append(_fault(field, error))
        return None


def _drawn(template: BoundTemplate, field: str, values: Mapping[str, Any], faults: list[Fault]) -> str:
    try:
        return template.render(**values)
    except Exception as error:  # noqa: BLE001  # filters raise whatever Python does for values that nobody foresaw
        faults.append(_fault(field, error))
        return ""


def _fault(field: str, error: Exception) -> Fault:
    if isinstance(error, RecursionError):
        return {"field": field, "line": 0, "column": 0, "detail": TOO_DEEP}
    if isinstance(error, MemoryError):
        return {"field": field, "line": 0, "column": 0, "detail": TOO_MUCH}
    if not isinstance(error, LiquidError):
        return {"field": field, "line": 0, "column": 0, "detail": "A filter cannot take its value."}
    line, column = _place(error)
    return {"field": field, "line": line, "column": column, "detail": in_words(error)}


def _place(error: LiquidError) -> tuple[int, int]:
    token = error.token
    if token is None or token.start_index < 0:
        return 0, 0
    before = token.source[: token.start_index]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _unknown(template: BoundTemplate, values: Mapping[str, Any]) -> list[str]:
    return [name for name in template.global_variables() if name not in values]
