"""What an action answers when it cannot be applied."""

from typing import Literal

from content.model.resources import Touched

FaultCode = Literal[
    "node_not_found",
    "plugin_not_found",
    "branch_not_found",
    "id_taken",
    "child_not_allowed",
    "too_many_columns",
    "last_column",
    "wrap_ids_missing",
    "type_not_possible",
    "move_into_itself",
    "tree_too_deep",
    "tree_too_large",
]


class ActionFault(Exception):
    """An action that cannot be applied to the page as it is.

    code          stable, also known to the editor
    field         the action's field at fault, as on the wire (``nodeId``)
    detail        a sentence for people
    action_index  position in the list; -1 until ``apply_actions`` knows it
    touched       what the actions up to and including this one touch, so that the caller can tell a conflict
                  (somebody else removed the node meanwhile) from a plain fault
    """

    def __init__(self, code: FaultCode, field: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.field = field
        self.detail = detail
        self.action_index = -1
        self.touched: list[Touched] = []
