"""Postcodes, and the patterns that say which of them a tax rate or a delivery charge is for.

A postcode is compared without blanks, hyphens and case: ``bt1 1aa`` is ``BT11AA``. Patterns stand side by side, parted by
semicolons, and one that fits suffices:

- ``BT1 1AA`` is that postcode; ``BT1`` is also every postcode of that British district, ``12345`` every ZIP+4 in it;
- ``BT*`` is every postcode that begins so;
- ``1000...1999`` is every number from the one to the other, of as many digits; ``IV1...IV63`` every British district.
"""

import re
import unicodedata

MAX_POSTCODE = 20
MAX_PATTERNS = 500
"""In one list: a rate for more places than that is several rates."""

_BRITISH = frozenset({"GB", "GG", "JE", "IM", "GI"})
_BRITISH_FORM = re.compile(r"([A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}")
_ZIP_AND_FOUR = re.compile(r"([0-9]{5})[0-9]{4}")
_NUMBERED = re.compile(r"([A-Z]*)([0-9]{1,12})")
_RANGE = re.compile(r"(.+?)(?:\.{3}|…)(.+)")


class PatternFault(ValueError):
    """A text is no list of patterns; its message says why."""


def plain_postcode(text: str) -> str:
    """A postcode as it is compared: capital letters and digits alone. Digits of other scripts are those of ours."""
    folded = unicodedata.normalize("NFKC", text).upper()
    return "".join(_plain(character) for character in folded if character.isalnum())


def _plain(character: str) -> str:
    return str(unicodedata.decimal(character, character))


def plain_patterns(text: str) -> str:
    """A list of patterns as it is stored: ``BT*;IV1...IV63``; empty for any postcode, which ``*`` stands for, too.

    Raises PatternFault.
    """
    patterns = [_checked(part) for part in text.split(";") if part.strip()]
    if len(patterns) > MAX_PATTERNS:
        raise PatternFault(f"These are more than {MAX_PATTERNS} postcodes. Use ranges, or several rows.")
    return "" if "*" in patterns else ";".join(dict.fromkeys(patterns))


def fits(patterns: str, postcode: str, country: str) -> bool:
    """Whether one of the stored patterns fits a plain postcode of this country; no patterns fit every one."""
    return closeness(patterns, postcode, country) is not None


def closeness(patterns: str, postcode: str, country: str) -> int | None:
    """How exactly the best of the stored patterns fits: 2 for a postcode by itself, 1 for many, 0 without patterns."""
    if not patterns:
        return 0
    if not postcode:
        return None
    district = _district(postcode, country)
    found = [_closeness(pattern, postcode, district) for pattern in patterns.split(";")]
    return max((each for each in found if each is not None), default=None)


def _district(postcode: str, country: str) -> str:
    form = _BRITISH_FORM if country in _BRITISH else _ZIP_AND_FOUR if country == "US" else None
    match = form.fullmatch(postcode) if form else None
    return match[1] if match else postcode


def _closeness(pattern: str, postcode: str, district: str) -> int | None:
    if pattern.endswith("*"):
        return 1 if postcode.startswith(pattern[:-1]) else None
    if "..." in pattern:
        first, _, last = pattern.partition("...")
        return 1 if _is_between(first, last, district) else None
    if pattern == postcode:
        return 2
    return 1 if pattern == district else None


def _is_between(first: str, last: str, district: str) -> bool:
    start, end, found = _NUMBERED.match(first), _NUMBERED.match(last), _NUMBERED.match(district)
    if not (start and end and found) or found[1] != start[1]:
        return False
    # 1000...1999 is about numbers of four digits: 12345 is another country's.
    is_alike = bool(start[1]) or len(found[2]) == len(start[2])
    return is_alike and int(start[2]) <= int(found[2]) <= int(end[2])


def _checked(text: str) -> str:
    written = text.strip()
    if written == "*":
        return "*"
    if match := _RANGE.fullmatch(written):
        return _checked_range(written, plain_postcode(match[1]), plain_postcode(match[2]))
    is_open = written.endswith("*")
    plain = plain_postcode(written)
    if not plain or "*" in written[:-1] or "..." in written or "…" in written:
        raise PatternFault(f"“{written[:MAX_POSTCODE]}” is not a postcode. Use BT1 1AA, BT* or 1000...1999.")
    if len(plain) > MAX_POSTCODE:
        raise PatternFault(f"A postcode has at most {MAX_POSTCODE} characters. Separate them with semicolons.")
    return f"{plain}*" if is_open else plain


def _checked_range(written: str, first: str, last: str) -> str:
    start, end = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if not (start and end) or start[1] != end[1] or int(start[2]) > int(end[2]):
        raise PatternFault(f"“{written[:50]}” is not a range. Use 1000...1999 or IV1...IV63, the lower number first.")
    if not start[1] and len(start[2]) != len(end[2]):
        raise PatternFault(f"In “{written[:50]}”, both numbers need as many digits.")
    return f"{first}...{last}"
