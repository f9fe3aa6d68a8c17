"""What is answered when a plugin's fields cannot be kept."""

from kit.field_values.faults import FieldFault


class ActionFieldFault(FieldFault):
    """A field that cannot be kept, and the action that it came with: ``action_index`` is its position in the list."""

    def __init__(self, fault: FieldFault, action_index: int) -> None:
        super().__init__(fault.field, fault.code, fault.detail)
        self.action_index = action_index
