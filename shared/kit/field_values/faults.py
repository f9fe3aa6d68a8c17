"""What is wrong with a value of a field, and the English that a service says of it."""

from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "required": "Fill this in.",
    "unknown_field": "There is no such field.",
    "missing_part": "This part is missing.",
    "not_text": "This has to be text.",
    "not_number": "This has to be a number.",
    "not_whole": "This has to be a whole number.",
    "not_boolean": "This has to be on or off.",
    "not_object": "This has to be an object.",
    "not_list": "This has to be a list.",
    "too_long": "This can have {max} characters at most.",
    "too_short": "This needs {min} characters at least.",
    "too_few": "There have to be {min} at least.",
    "too_many": "There can be {max} at most.",
    "too_large": "The elements of this text are nested too deeply.",
    "below_min": "This has to be {min} or more.",
    "above_max": "This has to be {max} or less.",
    "not_between": "This has to be between {min} and {max}.",
    "too_far": "This number is too large.",
    "too_few_options": "This can be {max} at most: there are no more options.",
    "not_in_range": "This date cannot be chosen.",
    "not_an_option": "Choose one of the options.",
    "unsafe_address": "Enter a web address, or a path on this site that starts with “/”.",
    "invalid_colour": "Enter a colour, such as #2563eb or teal.",
    "invalid_crop": "Choose the part of the image again.",
    "invalid_date": "Enter a date that exists, such as 2026-01-31.",
    "invalid_time": "Enter a time, such as 14:30.",
    "invalid_date_time": "Enter a date and a time that exist.",
    "invalid_email": "Enter a valid email address.",
    "invalid_phone": "Enter a phone number.",
    "file_too_large": "A file can be at most {max} MB large.",
    "file_type": "Files of this type are not accepted.",
    "invalid_currency": "Enter the three letters of a currency, such as EUR.",
    "invalid_id": "Choose one from the list.",
    "invalid_web_address": "Enter a web address that starts with https://.",
}


class FieldFault(Exception):
    """A value that a field cannot have.

    field    its path on the wire: ``fields.items.3.title``
    code     stable: wrong_type, too_long …
    detail   a sentence for people
    """

    def __init__(self, field: str, code: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field
        self.code = code
        self.detail = detail


def fault_words(code: str) -> str:
    """Returns the sentence for a fault, with its numbers in braces. The screens' own are web/app/fields/fault-words.ts."""
    return _WORDS[code]
