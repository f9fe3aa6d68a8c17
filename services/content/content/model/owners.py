"""Which stored document a node belongs to."""

from typing import Literal, NamedTuple

from content.model.types import PageState
from content.model.walk import nodes_of


class Home(NamedTuple):
    """The layout, a page's own block (id of its col-unique) or a branch."""

    kind: Literal["layout", "block", "branch"]
    id: str


def owners(state: PageState) -> dict[str, Home]:
    """For every node of the state the document that it is stored in."""
    page = state["page"]
    documents = [(Home("layout", page["layout"]["id"]), page["layout"]["block"])]
    documents += [(Home("block", id), block) for id, block in page["blocks"].items()]
    documents += [(Home("branch", id), branch["block"]) for id, branch in page["branches"].items()]
    return {node["id"]: home for home, block in documents for node in nodes_of(block)}


def owner_of(state: PageState, node_id: str) -> Home | None:
    """The document of one node; None when it is not in the state."""
    return owners(state).get(node_id)
