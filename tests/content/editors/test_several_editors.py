"""Two and three editors at once, at random: nothing that was saved disappears unless somebody chose so.

The editors are the real ones, without a screen; the service is the real one. Between them anything may be late or lost,
in either direction. People write, move, take out, undo, save, decide conflicts, press Back, leave and come back, and
others log in in their tab meanwhile. The same seed makes the same story, as far as ids and the order of what happens at
once allow.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.content.editors.driving import Driver, Request, build, editors
from tests.content.editors.words import Words, shown_nodes, words_of
from tests.content.factory import JSON, Site, add_text, column, column_of, create_node, id_, nodes_of, row

STEPS = 120
STORIES = int(os.environ.get("STORIES", "20"))
"""For each number of tabs. One costs about half a second of processor time; ``STORIES=100`` tells a hundred."""


class Person:
    """Somebody in a tab, with what they have written there and what they know that they replaced."""

    def __init__(self, tab: str, user_id: str, headers: dict[str, str]) -> None:
        self.tab = tab
        self.user_id = user_id
        self.headers = headers
        self.own: set[str] = set()
        self.replaced: set[str] = set()
        self.look: JSON = {}

    @property
    def is_open(self) -> bool:
        return bool(self.look.get("page"))

    @property
    def words(self) -> Words:
        return words_of(self.look["page"]) if self.is_open else {}


class Story:
    """One page, several tabs, and a chance that decides what happens next."""

    def __init__(self, site: Site, driver: Driver, seed: int, tabs: int) -> None:
        self.site = site
        self.driver = driver
        self.chance = random.Random(seed)
        self.url = f"/story-{seed}"
        self.row_id = ""
        self.people: dict[str, Person] = {}
        self.tabs = [f"{seed}-{number}" for number in range(tabs)]
        # In each tab two may be at work, one after the other; the last tab's are the same people as the first's.
        users = [(id_(), id_()) for _ in self.tabs[1:]]
        self.users = dict(zip(self.tabs, [*users, users[0]], strict=True))
        self.everyone: dict[tuple[str, str], Person] = {}
        self.render: JSON = {}
        self.answers: list[tuple[Request, Any]] = []
        self.saved: set[str] = set()
        """Every word that was ever on the page for all to see."""
        self.count = 0
        self.happened: defaultdict[str, int] = defaultdict(int)

    async def begin(self) -> None:
        page = await self.site.new_page(self.url)
        columns = [column(), column()]
        own_row = row(*columns)
        self.row_id = own_row["id"]
        pair = id_()
        [create, place] = add_text(columns[0]["id"], "", plugin_id=pair)
        fields = {"heading": self.word(), "text": f"<p>{self.word()}</p>"}
        texts = [add_text(self.chance.choice(columns)["id"], f"<p>{self.word()}</p>") for _ in range(3)]
        self.render = await self.site.saved(
            page,
            create_node(column_of(page), own_row, wrapBefore={"rowId": id_(), "colId": id_()}),
            {**create, "ref": "cms.textImage", "fields": fields},
            place,
            *(action for text in texts for action in text),
        )
        self.saved = set(words_of(self.render).values())
        for tab in self.tabs:
            await self.enter(tab, self.users[tab][0])

    def word(self) -> str:
        self.count += 1
        return f"word{self.count}"

    async def enter(self, tab: str, user_id: str) -> None:
        """Somebody logs in and opens the page."""
        headers = self.site.tokens.bearer("editor", user=user_id)
        person = self.everyone.setdefault((tab, user_id), Person(tab, user_id, headers))
        self.people[tab] = person
        self.render = await self.site.page(self.url)
        unsaved_before = person.look.get("unsaved", 0)
        person.look = await self.driver.do(tab, "open", render=self.render, userId=user_id)
        if not unsaved_before:
            assert person.look["unsaved"] == 0, "was handed somebody else's changes"
            assert person.words == words_of(self.render)

    # What people do

    async def write(self, person: Person) -> None:
        plugins = [node["pluginId"] for node in self.nodes(person) if node["type"] == "plugin"]
        # Most are at work in the same place: else nobody would get in anybody's way.
        plugin_id = min(plugins) if self.chance.random() < 0.6 else self.chance.choice(plugins)
        ref = person.look["page"]["plugins"][plugin_id]["ref"]
        name = "content" if ref == "cms.text" else self.chance.choice(["heading", "text"])
        word = self.word()
        # Now and then something that the server takes out of it.
        html = self.chance.choice([f"<p>{word}</p>", f'<p onclick="x()">{word}</p>'])
        action = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": {name: word if name == "heading" else html}}
        merge_key = self.chance.choice([None, plugin_id])
        await self.change(person, word, [action], **({"mergeKey": merge_key} if merge_key else {}))

    async def add(self, person: Person) -> None:
        word = self.word()
        index = self.chance.randrange(4)
        [create, place] = add_text(self.chance.choice(self.columns(person))["id"], f"<p>{word}</p>")
        await self.change(person, word, [create, {**place, "index": index}])

    async def mark(self, person: Person) -> None:
        word = self.word()
        node = self.chance.choice(self.nodes(person))
        setting = {"name": "NODE_SET_CLASS_NAMES", "nodeId": node["id"], "level": "page", "classNames": [word]}
        await self.change(person, word, [setting])

    async def move(self, person: Person) -> None:
        node = self.chance.choice(self.nodes(person))
        target = self.chance.choice(self.columns(person))
        await self.change(person, "move", [move_node(node, target, self.chance.randrange(4))])

    async def remove(self, person: Person) -> None:
        if len(self.nodes(person)) > 3:
            node = self.chance.choice(self.nodes(person))
            await self.change(person, "remove", [{"name": "NODE_DELETE", "nodeId": node["id"]}])

    async def widen(self, person: Person) -> None:
        """One more column, where there are few."""
        if len(self.columns(person)) < 3:
            await self.change(person, "widen", [create_node(self.row(person)["id"], column())])

    async def narrow(self, person: Person) -> None:
        """One column less: what is in it moves into the first, in the same step or before it. The first stays."""
        if len(self.columns(person)) < 2:
            return
        [first, *others] = self.columns(person)
        leaving = self.chance.choice(others)
        moves = [move_node(node, first, 100) for node in leaving["block"]["nodes"]]
        removal = {"name": "NODE_DELETE", "nodeId": leaving["id"]}
        if self.chance.random() < 0.5:
            await self.change(person, "narrow", [*moves, removal])
            return
        for action in [*moves, removal]:
            await self.change(person, "narrow", [action])

    async def change(self, person: Person, word: str, actions: list[JSON], **more: Any) -> None:
        before = person.words
        person.own.add(word)
        person.look = await self.driver.do(person.tab, "change", label=word, actions=actions, **more)
        # Whatever was there to be seen and is not any more was taken away on purpose.
        person.replaced |= set(before.values()) - set(person.words.values())

    def nodes(self, person: Person) -> list[JSON]:
        """What stands in the columns of the story's row, as the person sees it."""
        return [node for each in self.columns(person) for node in each["block"]["nodes"]]

    def columns(self, person: Person) -> list[JSON]:
        found: list[JSON] = self.row(person)["block"]["nodes"]
        return found

    def row(self, person: Person) -> JSON:
        """The row that the story is about, as the person sees it. It stays, and with it its first column."""
        return next(node for node in shown_nodes(person.look["page"]["page"]) if node["id"] == self.row_id)

    async def undo(self, person: Person) -> None:
        person.look = await self.driver.do(person.tab, self.chance.choice(["undo", "undo", "redo"]))

    async def save(self, person: Person) -> None:
        await self.keeps(person, "save")

    async def refresh(self, person: Person) -> None:
        self.render = await self.site.page(self.url)
        await self.keeps(person, "refresh", render=self.render)

    async def decide(self, person: Person) -> None:
        if person.look["status"] != "conflict":
            return
        self.happened["conflict"] += 1
        conflict = person.look["conflict"]
        offered = words_of(conflict["current"])
        mine = person.words
        sides: dict[str, str] = {}
        for clash in conflict["conflicts"]:
            side = sides[clash["resource"]] = self.chance.choice(["mine", "theirs"])
            if side == "mine":
                # They were shown both.
                of_clash = taken_with(clash, conflict)
                shown = {word for place, word in offered.items() if any(concerns(each, place) for each in of_clash)}
                person.replaced |= shown - set(mine.values())
        person.look = await self.driver.do(person.tab, "decide", sides=sides)

    async def leave(self, person: Person) -> None:
        """The session ends, and somebody is logged in in the same tab: the same person, or another."""
        person.look = {**await self.driver.do(person.tab, "endSession"), "unsaved": person.look["unsaved"]}
        await self.enter(person.tab, self.chance.choice(self.users[person.tab]))

    async def back(self, person: Person) -> None:
        """The browser's Back: where something is not saved they are asked, and stay or not. Then they come again."""
        before, unsaved = person.words, person.look["unsaved"]
        is_staying = self.chance.random() < 0.7
        person.look = await self.driver.do(person.tab, "back", path="/elsewhere", isStaying=is_staying)
        if unsaved and is_staying:
            self.happened["stayed"] += 1
            assert (person.words, person.look["unsaved"]) == (before, unsaved), "Back lost what is not saved"
            return
        assert not person.is_open
        await self.enter(person.tab, person.user_id)

    async def keeps(self, person: Person, name: str, **more: Any) -> None:
        """Do what must not lose a word that was never saved, unless it is said."""
        before = person.words
        person.look = await self.driver.do(person.tab, name, **more)
        gone = set(before.values()) - set(person.words.values()) - self.saved
        assert not gone or person.look["dropped"], f"{gone} disappeared at {name}, and nothing was said"

    # What becomes of what they send

    async def arrive(self) -> None:
        """One request reaches the service; perhaps its answer is never read."""
        if not self.driver.requests:
            return
        request = self.driver.requests.pop(self.chance.randrange(len(self.driver.requests)))
        sender = self.everyone[request.tab, request.user_id]
        answer = await self.site.client.put(
            request.path,
            content=request.body,
            headers={**sender.headers, "Idempotency-Key": request.key, "Content-Type": "application/json"},
        )
        assert answer.status_code in (200, 409), answer.text
        now = await self.site.page(self.url)
        self.check(sender, words_of(self.render), words_of(now))
        self.render = now
        self.saved |= set(words_of(now).values())
        self.answers.append((request, answer))

    def check(self, sender: Person, before: Words, after: Words) -> None:
        lost = set(before.values()) - set(after.values()) - sender.own - sender.replaced
        assert not lost, f"{lost} disappeared by a save of somebody who has never seen them"

    async def answer(self) -> None:
        """One answer comes back, or gets lost on its way."""
        if not self.answers:
            return
        request, answer = self.answers.pop(self.chance.randrange(len(self.answers)))
        if self.chance.random() < 0.2:
            await self.lose(request)
            return
        await self.settle(
            request, status=answer.status_code, body=answer.text, version=answer.headers.get("Saved-Version")
        )

    async def lose(self, request: Request) -> None:
        self.happened["lost"] += 1
        await self.settle(request, status=0, body="")

    async def settle(self, request: Request, **answer: Any) -> None:
        person = self.people[request.tab]
        await self.keeps(person, "answer", request=request.number, **{k: v for k, v in answer.items() if v is not None})

    async def lose_one(self) -> None:
        """A request never arrives."""
        if self.driver.requests and self.chance.random() < 0.3:
            await self.lose(self.driver.requests.pop())

    # The story

    async def step(self) -> None:
        person = self.people[self.chance.choice(self.tabs)]
        deeds = (
            [self.write] * 6 + [self.save] * 4 + [self.undo] * 4 + [self.refresh] * 3 + [self.add, self.mark, self.move]
        )
        deeds += [self.move, self.remove, self.narrow, self.narrow, self.widen, self.leave, self.back]
        await self.decide(person)
        if self.chance.random() < 0.45:
            await self.chance.choice([self.arrive, self.arrive, self.answer, self.answer, self.lose_one])()
        else:
            await self.chance.choice(deeds)(person)

    async def end(self) -> None:
        """All comes through, everybody saves what they have, and looks at the page once more."""
        for person in list(self.everyone.values()):
            if self.people[person.tab] is not person:
                await self.driver.do(person.tab, "endSession")
                await self.enter(person.tab, person.user_id)
            for _ in range(30):
                if self.driver.requests:
                    await self.arrive()
                elif self.answers:
                    request, answer = self.answers.pop()
                    version = answer.headers.get("Saved-Version")
                    await self.settle(request, status=answer.status_code, body=answer.text, version=version)
                elif person.look["status"] == "conflict":
                    await self.decide(person)
                elif person.look["unsaved"]:
                    await self.save(person)
                else:
                    break
            assert person.look["unsaved"] == 0, person.look["status"]
        for person in self.people.values():
            await self.refresh(person)
            assert person.look["page"]["page"] == self.render["page"]
            assert person.look["page"]["plugins"] == self.render["plugins"]


def move_node(node: JSON, target: JSON, index: int) -> JSON:
    return {"name": "LAYOUT_MOVE_NODE", "nodeId": node["id"], "parentId": target["id"], "index": index}


def taken_with(clash: JSON, conflict: JSON) -> list[JSON]:
    """A clash, and all that goes with its node where it is about a removal."""
    kind, _, name = clash["resource"].partition(":")
    names = {conflict["actions"][index]["name"] for index in clash["actionIndexes"]}
    if kind != "node" or "NODE_DELETE" not in names:
        return [clash]
    gone = [
        each for node in shown_nodes(conflict["current"]["page"]) if node["id"] == name for each in with_nested(node)
    ]
    plugins = [f"plugin:{node['pluginId']}" for node in gone if node["type"] == "plugin"]
    resources = [*(f"node:{node['id']}" for node in gone), *plugins]
    return [clash, *({"resource": resource, "parts": ["*"]} for resource in resources)]


def with_nested(node: JSON) -> list[JSON]:
    return [node, *nodes_of(node.get("block", {"nodes": []}))]


def concerns(clash: JSON, place: str) -> bool:
    """Whether a conflict's question is about what stands in a place."""
    resource, _, name = place.partition("/")
    fields = [part.removeprefix("fields/") for part in clash["parts"] if part.startswith("fields/")]
    is_whole = len(fields) < len(clash["parts"])
    return resource == clash["resource"] and (is_whole or name in fields)


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the editors run as."""
    return build(tmp_path_factory.mktemp("editors"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("tabs", [2, 3])
async def test_nothing_disappears_unless_somebody_chose_so(site: Site, script: Path, tabs: int) -> None:
    conflicts = lost = stayed = 0
    async with editors(script) as driver:
        for seed in range(tabs * 100, tabs * 100 + STORIES):
            story = Story(site, driver, seed, tabs)
            await story.begin()
            for _ in range(STEPS):
                await story.step()
            await story.end()
            conflicts += story.happened["conflict"]
            lost += story.happened["lost"]
            stayed += story.happened["stayed"]
    # A story in which nobody gets in anybody's way tells nothing.
    assert conflicts
    assert lost
    assert stayed
