"""Who sits at a tab, and what they have written and seen there."""

from __future__ import annotations

from tests.content.editors.words import Words, shown_nodes, words_beside, words_of
from tests.content.factory import JSON, nodes_of


class Person:
    """Somebody in a tab, with what they have written there and what they know that they replaced."""

    def __init__(self, tab: str, user_id: str, headers: dict[str, str]) -> None:
        self.tab = tab
        self.user_id = user_id
        self.headers = headers
        self.own: set[str] = set()
        self.replaced: set[str] = set()
        self.look: JSON = {}
        self.since: set[str] = set()
        """What of it was written since they came last."""
        self.given_up: set[str] = set()
        """What they are discarding: all that they had written before they came, as far as it is not saved."""
        self.is_discarding = False
        """They have not come anew since they discarded it, and it is not done."""

    @property
    def is_open(self) -> bool:
        return bool(self.look.get("page"))

    @property
    def words(self) -> Words:
        return words_of(self.look["page"]) if self.is_open else {}

    @property
    def known(self) -> set[str]:
        """The words that the page shows; and those that wait in a shared block that is not on it any more."""
        return {*self.words.values(), *words_beside(self.look["page"]).values()} if self.is_open else set()

    def shown(self) -> list[JSON]:
        return shown_nodes(self.look["page"]["page"])

    def row(self, row_id: str) -> JSON:
        """The row that the story is about, as the person sees it. It stays, and with it its first column."""
        return next(node for node in self.shown() if node["id"] == row_id)

    def columns(self, row_id: str) -> list[JSON]:
        found: list[JSON] = self.row(row_id)["block"]["nodes"]
        return found

    def nodes(self, row_id: str) -> list[JSON]:
        """What stands in the columns of the story's row, as the person sees it."""
        return [node for each in self.columns(row_id) for node in each["block"]["nodes"]]

    def shared_nodes(self) -> list[JSON]:
        """The plugins' nodes in the shared blocks that the page shows."""
        branches = self.look["page"]["page"]["branches"]
        block_ids = sorted({node["blockId"] for node in self.shown() if node["type"] == "row-branch"})
        nodes = [node for block_id in block_ids for node in nodes_of(branches[block_id]["block"])]
        return [node for node in nodes if node["type"] == "plugin"]
