"""What is wrong with a value of a field."""


class FieldFault(Exception):
    """A value that a field cannot have.

    field    its path on the wire: ``fields.items.3.title``
    code     stable: wrong_type, too_long …; web/app/fields/faults.json has most of them
    detail   a sentence for people
    """

    def __init__(self, field: str, code: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field
        self.code = code
        self.detail = detail
