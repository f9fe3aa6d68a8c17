"""The pages of a story and the people at work on them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.content.editors.driving import Driver
from tests.content.editors.people import Person
from tests.content.editors.words import Words, shown_nodes, words_of
from tests.content.factory import JSON, Site, add_text, column, column_of, create_node, id_, row

MAX_COLUMNS = 6


class Scene:
    """One page and several tabs; another page that shows the same shared blocks; a chance that decides what happens."""

    def __init__(self, site: Site, driver: Driver, seed: int, tabs: int) -> None:
        self.site = site
        self.driver = driver
        self.chance = random.Random(seed)
        self.url = f"/story-{seed}"
        self.is_wide = self.chance.random() < 0.5
        """The row has room for one more column: of two that are added at once the service refuses the second."""
        self.row_id = ""
        self.block_ids: list[str] = []
        """Shared blocks: the first stands on the page from the beginning, both stand on the other page."""
        self.people: dict[str, Person] = {}
        self.tabs = [f"{seed}-{number}" for number in range(tabs)]
        # In each tab two may be at work, one after the other; the last tab's are the same people as the first's.
        users = [(id_(), id_()) for _ in self.tabs[1:]]
        self.users = dict(zip(self.tabs, [*users, users[0]], strict=True))
        self.everyone: dict[tuple[str, str], Person] = {}
        self.render: JSON = {}
        self.elsewhere: JSON = {}
        self.saved: set[str] = set()
        """Every word that was ever on the page for all to see."""
        self.count = 0
        self.happened: Counter[str] = Counter()

    async def begin(self) -> None:
        columns = [column() for _ in range(self.most_columns - 1)]
        own_row = row(*columns)
        self.row_id = own_row["id"]
        blocks = [await self._new_block() for _ in range(2)]
        self.block_ids = [block["id"] for block in blocks]
        [first, second] = [branch_row(block_id) for block_id in self.block_ids]
        pair = id_()
        [create, place] = add_text(columns[0]["id"], "", plugin_id=pair)
        fields = {"heading": self.word(), "text": f"<p>{self.word()}</p>"}
        texts = [add_text(self.chance.choice(columns)["id"], f"<p>{self.word()}</p>") for _ in range(3)]
        page = await self.site.new_page(self.url)
        await self.site.saved(
            page,
            create_node(column_of(page), own_row, wrapBefore={"rowId": id_(), "colId": id_()}),
            {**create, "ref": "cms.textImage", "fields": fields},
            place,
            *(action for text in texts for action in text),
            create_node(column_of(page), branch_row(self.block_ids[0])),
        )
        other = await self.site.new_page(f"{self.url}-elsewhere")
        other = await self.site.saved(
            other,
            create_node(column_of(other), first, wrapBefore={"rowId": id_(), "colId": id_()}),
            create_node(column_of(other), second),
        )
        parents = [block["block"]["nodes"][0]["id"] for block in blocks]
        assert set(parents) <= {node["id"] for node in shown_nodes(other["page"])}
        texts = [add_text(each, f"<p>{self.word()}</p>") for each in parents]
        await self.site.saved(other, *(action for text in texts for action in text))
        await self.look_again()
        for tab in self.tabs:
            await self.enter(tab, self.users[tab][0])

    @property
    def most_columns(self) -> int:
        """How many columns people give the row."""
        return MAX_COLUMNS if self.is_wide else 3

    async def _new_block(self) -> JSON:
        data = {"name": f"Shared {self.word()}"}
        made = await self.site.client.post("/client/blocks", json=data, headers=self.site.editor)
        block: JSON = made.json()
        return block

    async def look_again(self) -> None:
        """The page as it is now; and what the shared blocks have, whether the page shows them or not."""
        self.render = await self.site.page(self.url)
        self.elsewhere = await self.site.page(f"{self.url}-elsewhere")
        self.saved |= set(self.now.values())

    @property
    def now(self) -> Words:
        return {**words_of(self.elsewhere), **words_of(self.render)}

    def word(self) -> str:
        self.count += 1
        return f"word{self.count}"

    async def enter(self, tab: str, user_id: str) -> None:
        """Somebody logs in and opens the page."""
        headers = self.site.tokens.bearer("editor", user=user_id)
        person = self.everyone.setdefault((tab, user_id), Person(tab, user_id, headers))
        self.people[tab] = person
        person.since = set()
        person.is_discarding = False
        self.render = await self.site.page(self.url)
        unsaved_before = person.look.get("unsaved", 0)
        person.look = await self.driver.do(tab, "open", render=self.render, userId=user_id)
        if not person.look["isDiscarding"]:
            person.given_up = set()
        if not unsaved_before:
            assert person.look["unsaved"] == 0, "was handed somebody else's changes"
            assert person.words == words_of(self.render)

    async def change(self, person: Person, word: str, actions: list[JSON], **more: Any) -> None:
        before = person.words
        person.own.add(word)
        person.since.add(word)
        person.look = await self.driver.do(person.tab, "change", label=word, actions=actions, **more)
        # Whatever was there to be seen and is not any more was taken away on purpose.
        person.replaced |= set(before.values()) - set(person.words.values())

    async def keeps(self, person: Person, name: str, **more: Any) -> None:
        """Do what must not lose a word that was never saved, unless it is said to be lost, or was discarded."""
        before = person.words
        person.look = await self.driver.do(person.tab, name, **more)
        gone = set(before.values()) - person.known - self.saved - person.given_up
        assert not gone or person.look["dropped"], f"{gone} disappeared at {name}, and nothing was said"
        if not person.look["isDiscarding"]:
            assert not (person.is_discarding and person.look["kept"]), "what was discarded is still there"
            person.is_discarding, person.given_up = False, set()


def branch_row(block_id: str) -> JSON:
    return {"id": id_(), "type": "row-branch", "blockId": block_id}
