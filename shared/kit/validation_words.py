"""What pydantic refuses, in the words of the screens: ``Fill this in.``, not ``String should have at least 1 character``.

Faults that fields of plugins can have as well say what kit.field_values.faults has for those.
"""

from collections.abc import Callable, Mapping
from typing import Any

from kit.field_values.faults import fault_words

_Context = Mapping[str, Any]

_NUMBER = "This has to be a number."
_WHOLE_NUMBER = "This has to be a whole number."
_TEXT = "This has to be text."
_LIST = "This has to be a list."
_OBJECT = "This has to be an object with named fields."
_MISSING = fault_words("required")
_DATE = fault_words("invalid_date")
_TIME = fault_words("invalid_time")
_DATE_TIME = "Enter a date and a time that exist, such as 2026-01-31T14:30:00Z."
_ADDRESS = "Enter a web address that starts with http:// or https://."
_ID = "This has to be the id of a record."
_FORM = "This does not have the form that is needed here."


def _characters_at_least(context: _Context) -> str:
    least = context["min_length"]
    return _MISSING if least == 1 else f"Use at least {least} characters."


def _characters_at_most(context: _Context) -> str:
    most = context["max_length"]
    return f"This can have {most:,} {'character' if most == 1 else 'characters'} at most."


def _entries_at_least(context: _Context) -> str:
    least = context["min_length"]
    return "There has to be at least one." if least == 1 else f"There have to be at least {least}."


# Braces are filled in from what pydantic says about the fault.
_WORDS: Mapping[str, str | Callable[[_Context], str]] = {
    "missing": _MISSING,
    "extra_forbidden": fault_words("unknown_field"),
    "none_required": "Leave this empty.",
    "string_too_short": _characters_at_least,
    "string_too_long": _characters_at_most,
    "string_pattern_mismatch": _FORM,
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "bytes_type": _TEXT,
    "too_short": _entries_at_least,
    "too_long": fault_words("too_many").format(max="{max_length}"),
    "greater_than": "This has to be more than {gt}.",
    "greater_than_equal": fault_words("below_min").format(min="{ge}"),
    "less_than": "This has to be less than {lt}.",
    "less_than_equal": fault_words("above_max").format(max="{le}"),
    "multiple_of": "This has to be a multiple of {multiple_of}.",
    "finite_number": _NUMBER,
    **dict.fromkeys(["int_type", "int_parsing", "int_from_float"], _WHOLE_NUMBER),
    "int_parsing_size": "This number has too many digits.",
    **dict.fromkeys(["float_type", "float_parsing", "decimal_type", "decimal_parsing"], _NUMBER),
    "decimal_max_digits": "This can have {max_digits} digits at most.",
    "decimal_max_places": "This can have {decimal_places} digits after the decimal point at most.",
    "decimal_whole_digits": "This can have {whole_digits} digits before the decimal point at most.",
    **dict.fromkeys(["bool_type", "bool_parsing"], "This has to be true or false."),
    **dict.fromkeys(["literal_error", "enum"], "Choose one of the options: {expected}."),
    "union_tag_invalid": "Choose one of the options: {expected_tags}.",
    "union_tag_not_found": "Say what kind this is: {discriminator} is missing.",
    **dict.fromkeys(["list_type", "tuple_type", "set_type", "frozen_set_type"], _LIST),
    **dict.fromkeys(["dict_type", "mapping_type", "model_type", "model_attributes_type", "dataclass_type"], _OBJECT),
    "invalid_key": "The names of fields have to be text.",
    **dict.fromkeys(["uuid_type", "uuid_parsing", "uuid_version"], _ID),
    **dict.fromkeys(
        ["date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"],
        _DATE,
    ),
    "date_past": "Enter a date in the past.",
    "date_future": "Enter a date in the future.",
    **dict.fromkeys(["time_type", "time_parsing"], _TIME),
    **dict.fromkeys(
        ["datetime_type", "datetime_parsing", "datetime_object_invalid", "datetime_from_date_parsing"],
        _DATE_TIME,
    ),
    "datetime_past": "Enter a time in the past.",
    "datetime_future": "Enter a time in the future.",
    "timezone_aware": "Say the time zone as well, as in 2026-01-31T14:30:00Z.",
    "timezone_naive": "Leave out the time zone.",
    **dict.fromkeys(["url_type", "url_parsing", "url_syntax_violation", "url_scheme"], _ADDRESS),
    "url_too_long": fault_words("too_long").format(max="{max_length}"),
}


def in_words(fault: Mapping[str, Any]) -> str:
    """One of a ValidationError's ``errors()`` for people. What our own validators say stays as it is."""
    context = fault.get("ctx") or {}
    if fault["type"] in {"value_error", "assertion_error"}:
        # Without what pydantic writes before it.
        return str(fault["msg"]).removeprefix("Value error, ").removeprefix("Assertion failed, ")
    words = _WORDS.get(fault["type"])
    try:
        return str(fault["msg"]) if words is None else words(context) if callable(words) else words.format_map(context)
    except KeyError:
        # A validator of ours has called its fault as pydantic calls one of its own.
        return str(fault["msg"])
