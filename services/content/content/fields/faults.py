"""What is answered when a plugin's fields cannot be kept."""


class FieldFault(Exception):
    """A field of a plugin that cannot be kept.

    field         its path on the wire: ``fields.items.3.title``
    code          stable: wrong_type, too_long …; web/app/fields/faults.json has most of them
    detail        a sentence for people
    action_index  position of the action in the list; -1 outside one
    """

    def __init__(self, field: str, code: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field
        self.code = code
        self.detail = detail
        self.action_index = -1
