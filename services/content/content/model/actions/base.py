"""What every action has in common. An action is one file: its fields, what it does, and what it touches."""

from abc import abstractmethod
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict

from content.model.resources import Touched
from content.model.types import FieldLevel
from content.model.values import require_id
from content.model.workspace import Workspace
from kit.schemas import Schema


def _empty_for_null(value: object) -> object:
    return "" if value is None else value


# The specification ignores layout actions whose ids are missing, so these let "" and null through.
MaybeId = Annotated[
    str, BeforeValidator(_empty_for_null), AfterValidator(lambda value: require_id(value) if value else value)
]


NullForEmpty = BeforeValidator(lambda value: None if value == "" else value)


class BaseAction(Schema):
    model_config = ConfigDict(serialize_by_alias=True)

    REQUIRED: ClassVar[tuple[str, ...]] = ()
    """Fields with ids; the action is ignored when one is empty."""
    GROWS: ClassVar[bool] = False
    """Whether the page can become deeper or larger by it."""

    def perform(self, tree: Workspace) -> bool:
        """Applies the action in place; False when it is ignored. ActionFault leaves ``tree`` unusable."""
        if not all(getattr(self, field) for field in self.REQUIRED):
            return False
        return self.apply(tree)

    @abstractmethod
    def apply(self, tree: Workspace) -> bool:
        """Changes ``tree``; False when there is nothing to change. Raises ActionFault."""

    @abstractmethod
    def touch(self, tree: Workspace) -> Touched:
        """What ``apply`` is about to touch. Never fails: a missing node is needed all the same."""


class NodeSetter(BaseAction):
    """A setting of one node, site-wide or on this page."""

    REQUIRED = ("node_id",)
    KEYS: ClassVar[tuple[str, ...]] = ()
    """The node fields it replaces; the first names the resource it touches."""

    node_id: MaybeId = ""
    level: FieldLevel

    @abstractmethod
    def values(self) -> dict[str, Any]:
        """New values by key; a key left out, or None, is removed."""

    def apply(self, tree: Workspace) -> bool:
        tree.find(self.node_id)
        return tree.set_fields(self.node_id, self.level, self.KEYS, self.values())

    def touch(self, tree: Workspace) -> Touched:
        where = "site" if self.level == "site" else tree.page["id"]
        return tree.touch_node(self.node_id, f"{self.KEYS[0]}@{where}")
