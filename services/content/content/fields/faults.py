"""What is answered when a plugin's fields cannot be kept."""

from typing import Literal

FieldFaultCode = Literal[
    "unknown_field",
    "wrong_type",
    "too_long",
    "too_many",
    "too_large",
    "out_of_range",
    "not_an_option",
    "unsafe_address",
]


class FieldFault(Exception):
    """A field of a plugin that cannot be kept.

    field         its path on the wire: ``fields.items.3.title``
    code          stable
    detail        a sentence for people
    action_index  position of the action in the list; -1 outside one
    """

    def __init__(self, field: str, code: FieldFaultCode, detail: str) -> None:
        super().__init__(detail)
        self.field = field
        self.code = code
        self.detail = detail
        self.action_index = -1
