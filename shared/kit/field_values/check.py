"""Judging and cleaning values by the declarations of their types.

The declarations are web/app/fields/<type>/declaration.json, which types.json gathers; web/app/fields/check.ts is the
editor's twin, and tests/vectors/plugin-fields.json holds the two equal.
"""

import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from kit.colours import is_colour
from kit.field_values.declarations import FieldDefinition, rule_of
from kit.field_values.faults import FieldFault, fault_words
from kit.hrefs import is_safe_href
from kit.image_crops import is_crop
from kit.minor_digits import decimal_places
from kit.rich_text import clean_rich_text, is_nested_too_deep
from kit.schemas import is_email_address

_MOST_EXACT = 2**53 - 1
_CURRENCY = re.compile(r"[A-Z]{3}")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_BLANKS = "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript's ``trim`` takes away, which the twin uses; Python's ``strip`` takes other characters."""

Rule = Mapping[str, Any]
Options = Mapping[str, Any]


def clean_values(path: str, definitions: Mapping[str, FieldDefinition], values: Any) -> dict[str, Any]:
    """Returns the values as they may be stored. Raises FieldFault.

    Values may be left out; null leaves one out that is not required.
    """
    if not isinstance(values, Mapping):
        raise _wrong_type(path, "not_object")
    cleaned: dict[str, Any] = {}
    for name, value in values.items():
        definition = definitions.get(name)
        if definition is None:
            raise _fault(f"{path}.{name[:100]}", "unknown_field")
        if value is not None or definition.get("required"):
            cleaned[name] = clean_value(f"{path}.{name}", definition, value)
            _check_beside(f"{path}.{name}", definition, value, values)
    return cleaned


def _check_beside(path: str, definition: FieldDefinition, value: Any, values: Mapping[str, Any]) -> None:
    """Judges a value beside the others. Raises FieldFault where more options are asked for than there are."""
    asked = definition.get("ofOptions")
    if asked is None or value is None or values.get(asked["when"]) != asked["is"]:
        return
    most = len(option_lines(values.get(asked["in"])))
    if value > most:
        raise _fault(path, "too_few_options", max=most)


def option_lines(text: Any) -> list[str]:
    """Returns the options of a choice that are written one on each line, each once."""
    lines = (line.strip(_BLANKS) for line in _LINE_ENDS.split(text)) if isinstance(text, str) else ()
    return [*dict.fromkeys(line for line in lines if line)]


def clean_value(path: str, definition: FieldDefinition, value: Any) -> Any:
    """Returns a value as it may be stored. Raises FieldFault."""
    if definition.get("required") and _is_empty(value):
        raise _fault(path, "required")
    return _clean(path, rule_of(definition["type"]), definition, value)


def _clean(path: str, rule: Rule, options: Options, value: Any, beside: Mapping[str, Any] | None = None) -> Any:
    """Returns a value as it may be stored. ``beside``: the members of the object that it is one of. Raises FieldFault."""
    if "when" in rule:
        return _clean(path, rule["then" if options.get(rule["when"]) else "else"], options, value)
    if "has" in rule:
        has_member = isinstance(value, Mapping) and value.get(rule["has"]) is not None
        return _clean(path, rule["then" if has_member else "else"], options, value)
    if rule["kind"] == "number":
        return _number(path, rule, options, value, beside or {})
    return _BY_KIND[rule["kind"]](path, rule, options, value)


def _string(path: str, rule: Rule, options: Options, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong_type(path, "not_text")
    longest = _bound(rule.get("maxLength"), options)
    if longest is not None and len(value) > longest:
        raise _fault(path, "too_long", max=longest)
    shortest = _bound(rule.get("minLength"), options)
    if value and shortest is not None and len(value) < shortest:
        raise _fault(path, "too_short", min=shortest)
    text = _CLEANERS[rule["clean"]](path, value) if "clean" in rule else value
    if not text and "oneOf" not in rule:
        if rule.get("isFilled"):
            raise _fault(path, rule.get("fault", "required"))
        return text
    if not _fits(rule, options, text):
        raise _fault(path, rule["fault"]) if "fault" in rule else _wrong_type(path, "not_text")
    earliest, latest = (options.get(rule.get(end, "")) or text for end in ("from", "to"))
    if not earliest <= text <= latest:
        raise _out_of_range(path, "not_in_range")
    return text


def _fits(rule: Rule, options: Options, text: str) -> bool:
    if "pattern" in rule and not _compiled(rule["pattern"]).fullmatch(text):
        return False
    if "format" in rule and not _FORMATS[rule["format"]](text):
        return False
    if "oneOf" in rule:
        return text in {option["value"] for option in options[rule["oneOf"]["option"]]}
    return "within" not in rule or text in _members_of(rule["within"], options)


def _members_of(within: Mapping[str, Any], options: Options) -> set[str]:
    """Returns what the groups that an option names have in them; one that nobody knows has nothing."""
    groups: Mapping[str, list[str]] = within["groups"]
    chosen: list[str] = options.get(within["option"]) or within["else"]
    return {member for name in chosen for member in groups.get(name, ())}


def _number(path: str, rule: Rule, options: Options, value: Any, beside: Mapping[str, Any]) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise _wrong_type(path, "not_number")
    whole = rule.get("whole")
    if (options.get(whole["option"]) if isinstance(whole, Mapping) else whole) and value != int(value):
        raise _wrong_type(path, "not_whole")
    if rule.get("isExact") and abs(value) > _MOST_EXACT:
        raise _out_of_range(path, "too_far")
    low, high = _bound(rule.get("min"), options), _bound(rule.get("max"), options)
    if (low is None or low <= value) and (high is None or value <= high):
        return value
    if "fault" in rule:
        raise _fault(path, rule["fault"], min=low, max=high)
    words = "below_min" if high is None else "above_max" if low is None else "not_between"
    currency = beside.get(rule.get("currency", ""))
    raise _out_of_range(path, words, min=_in_words(low, currency), max=_in_words(high, currency))


def _in_words(bound: float | None, currency: Any) -> str:
    """Returns a bound for people: 100000 of EUR is ``1,000.00 EUR``, and as it is where it is of no currency."""
    if bound is None or not isinstance(currency, str) or not _CURRENCY.fullmatch(currency):
        return str(bound)
    places = decimal_places(currency)
    return f"{Decimal(bound).scaleb(-places):,.{places}f} {currency}"


def _boolean(path: str, _rule: Rule, _options: Options, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong_type(path, "not_boolean")
    return value


def _object(path: str, rule: Rule, options: Options, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong_type(path, "not_object")
    members: Mapping[str, Rule] = rule["members"]
    for name in value:
        if name not in members:
            raise _fault(f"{path}.{name[:100]}", "unknown_field")
    cleaned: dict[str, Any] = {}
    for name, member in members.items():
        part = value.get(name)
        if part is not None:
            cleaned[name] = _clean(f"{path}.{name}", member, options, part, value)
        elif name not in rule.get("optional", ()) and (member.get("kind") != "string" or member.get("isFilled")):
            raise _fault(f"{path}.{name}", "missing_part")
    return cleaned


def _list(path: str, rule: Rule, options: Options, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong_type(path, "not_list")
    most = _bound(rule["maxItems"], options)
    if most is not None and len(value) > most:
        raise _fault(path, "too_many", max=most)
    least = _bound(rule.get("minItems"), options)
    if value and least is not None and len(value) < least:
        raise _fault(path, "too_few", min=least)
    return [_clean(f"{path}.{index}", rule["item"], options, item) for index, item in enumerate(value)]


def _fields(path: str, rule: Rule, options: Options, value: Any) -> dict[str, Any]:
    return clean_values(path, options[rule["of"]], value)


def _bound(bound: Any, options: Options) -> float | None:
    """Returns the number that bounds a value under these options, None without one."""
    if bound is None or isinstance(bound, (int, float)):
        return bound
    given: float | None = options.get(bound["option"])
    if given is not None:
        return given
    chosen = (value for option, value in bound.get("when", {}).items() if options.get(option))
    most: float | None = next(chosen, bound.get("else"))
    return most


def _rich_text(path: str, html: str) -> str:
    if is_nested_too_deep(html):
        raise _fault(path, "too_large")
    return clean_rich_text(html)


def _day_exists(text: str) -> bool:
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


def _is_empty(value: Any) -> bool:
    return value is None or value == [] or (isinstance(value, str) and not value.strip(_BLANKS))


def _fault(path: str, code: str, **values: object) -> FieldFault:
    return FieldFault(path, code, fault_words(code).format(**values))


def _wrong_type(path: str, words: str) -> FieldFault:
    return FieldFault(path, "wrong_type", fault_words(words))


def _out_of_range(path: str, words: str, **bounds: str) -> FieldFault:
    return FieldFault(path, "out_of_range", fault_words(words).format(**bounds))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_FORMATS: dict[str, Callable[[str], bool]] = {
    "address": is_safe_href,
    "colour": is_colour,
    "crop": is_crop,
    "day": _day_exists,
    "email": is_email_address,
}
_CLEANERS: dict[str, Callable[[str, str], str]] = {
    "trim": lambda _path, text: text.strip(_BLANKS),
    "richText": _rich_text,
}
_BY_KIND: dict[str, Callable[[str, Rule, Options, Any], Any]] = {
    "string": _string,
    "boolean": _boolean,
    "object": _object,
    "list": _list,
    "fields": _fields,
}
