"""What people do in their tabs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.content.editors.conflicts import concerns, taken_with
from tests.content.editors.people import Person
from tests.content.editors.scene import Scene
from tests.content.editors.words import shown_nodes, words_beside, words_of
from tests.content.factory import JSON, add_text, column, column_of, create_node, nodes_of

Deed = Callable[[Scene, Person], Awaitable[None]]


async def write(scene: Scene, person: Person) -> None:
    nodes = [*person.nodes(scene.row_id), *person.shared_nodes()]
    plugins = [node["pluginId"] for node in nodes if node["type"] == "plugin"]
    # Most are at work in the same place: else nobody would get in anybody's way.
    plugin_id = min(plugins) if scene.chance.random() < 0.6 else scene.chance.choice(plugins)
    ref = person.look["page"]["plugins"][plugin_id]["ref"]
    name = "content" if ref == "cms.text" else scene.chance.choice(["heading", "text"])
    word = scene.word()
    # Now and then something that the server takes out of it.
    html = scene.chance.choice([f"<p>{word}</p>", f'<p onclick="x()">{word}</p>'])
    action = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": {name: word if name == "heading" else html}}
    merge_key = scene.chance.choice([None, plugin_id])
    await scene.change(person, word, [action], **({"mergeKey": merge_key} if merge_key else {}))


async def add(scene: Scene, person: Person) -> None:
    word = scene.word()
    index = scene.chance.randrange(4)
    [create, place] = add_text(scene.chance.choice(person.columns(scene.row_id))["id"], f"<p>{word}</p>")
    await scene.change(person, word, [create, {**place, "index": index}])


async def mark(scene: Scene, person: Person) -> None:
    word = scene.word()
    node = scene.chance.choice(person.nodes(scene.row_id))
    setting = {"name": "NODE_SET_CLASS_NAMES", "nodeId": node["id"], "level": "page", "classNames": [word]}
    await scene.change(person, word, [setting])


async def move(scene: Scene, person: Person) -> None:
    node = scene.chance.choice(person.nodes(scene.row_id))
    target = scene.chance.choice(person.columns(scene.row_id))
    await scene.change(person, "move", [move_node(node, target, scene.chance.randrange(4))])


async def remove(scene: Scene, person: Person) -> None:
    if len(person.nodes(scene.row_id)) > 3:
        node = scene.chance.choice(person.nodes(scene.row_id))
        await scene.change(person, "remove", [{"name": "NODE_DELETE", "nodeId": node["id"]}])


async def widen(scene: Scene, person: Person) -> None:
    """One more column, where there are few."""
    if len(person.columns(scene.row_id)) < scene.most_columns:
        await scene.change(person, "widen", [create_node(person.row(scene.row_id)["id"], column())])


async def narrow(scene: Scene, person: Person) -> None:
    """One column less: what is in it moves into the first, in the same step or before it. The first stays."""
    if len(person.columns(scene.row_id)) < 2:
        return
    [first, *others] = person.columns(scene.row_id)
    leaving = scene.chance.choice(others)
    moves = [move_node(node, first, 100) for node in leaving["block"]["nodes"]]
    removal = {"name": "NODE_DELETE", "nodeId": leaving["id"]}
    if scene.chance.random() < 0.5:
        await scene.change(person, "narrow", [*moves, removal])
        return
    for action in [*moves, removal]:
        await scene.change(person, "narrow", [action])


async def show(scene: Scene, person: Person) -> None:
    """Put a shared block on the page that it does not show."""
    shown = {node.get("blockId") for node in person.shown()}
    for block_id in scene.block_ids:
        if block_id not in shown:
            scene.happened["shown"] += 1
            place = {"parentId": column_of(person.look["page"]), "index": scene.chance.randrange(4)}
            await scene.keeps(person, "showBlock", blockId=block_id, **place)
            return


async def hide(scene: Scene, person: Person) -> None:
    """Take a shared block off the page: it stays what it is elsewhere."""
    rows = [node for node in person.shown() if node["type"] == "row-branch"]
    if rows:
        row_id = scene.chance.choice(rows)["id"]
        await scene.change(person, "hide", [{"name": "NODE_DELETE", "nodeId": row_id}])


async def write_elsewhere(scene: Scene, _: Person) -> None:
    """Somebody writes in a shared block on another page, where they see all of it."""
    texts = [node["pluginId"] for node in shown_nodes(scene.elsewhere["page"]) if node["type"] == "plugin"]
    shared = [
        node["pluginId"]
        for block_id in scene.block_ids
        for node in nodes_of(scene.elsewhere["page"]["branches"][block_id]["block"])
        if node["type"] == "plugin" and scene.elsewhere["plugins"][node["pluginId"]]["ref"] == "cms.text"
    ]
    assert set(shared) <= set(texts)
    if shared:
        fields = {"content": f"<p>{scene.word()}</p>"}
        writing = {"name": "PLUGIN_UPDATE", "pluginId": scene.chance.choice(shared), "fields": fields}
        await scene.site.saved(scene.elsewhere, writing)
        await scene.look_again()


async def discard(scene: Scene, person: Person) -> None:
    """Let go of what came back with the login, as far as it is not saved; not of what was made since."""
    if not person.look["kept"]:
        return
    scene.happened["discarded"] += 1
    person.is_discarding, person.given_up = True, person.own - person.since
    await scene.keeps(person, "discard")


async def undo(scene: Scene, person: Person) -> None:
    person.look = await scene.driver.do(person.tab, scene.chance.choice(["undo", "undo", "redo"]))


async def save(scene: Scene, person: Person) -> None:
    await scene.keeps(person, "save")


async def refresh(scene: Scene, person: Person) -> None:
    scene.render = await scene.site.page(scene.url)
    await scene.keeps(person, "refresh", render=scene.render)


async def decide(scene: Scene, person: Person) -> None:
    if person.look["status"] != "conflict":
        return
    scene.happened["conflict"] += 1
    conflict = person.look["conflict"]
    offered = words_of(conflict["current"]) | words_beside(conflict["current"])
    mine = person.words
    sides: dict[str, str] = {}
    for clash in conflict["conflicts"]:
        side = sides[clash["resource"]] = scene.chance.choice(["mine", "theirs"])
        if side == "mine":
            # They were shown both.
            of_clash = taken_with(clash, conflict)
            shown = {word for place, word in offered.items() if any(concerns(each, place) for each in of_clash)}
            person.replaced |= shown - set(mine.values())
    person.look = await scene.driver.do(person.tab, "decide", sides=sides)


async def leave(scene: Scene, person: Person) -> None:
    """The session ends, and somebody is logged in in the same tab: the same person, or another."""
    person.look = {**await scene.driver.do(person.tab, "endSession"), "unsaved": person.look["unsaved"]}
    await scene.enter(person.tab, scene.chance.choice(scene.users[person.tab]))


async def back(scene: Scene, person: Person) -> None:
    """The browser's Back: where something is not saved they are asked, and stay or not. Then they come again."""
    before, unsaved = person.words, person.look["unsaved"]
    is_staying = scene.chance.random() < 0.7
    person.look = await scene.driver.do(person.tab, "back", path="/elsewhere", isStaying=is_staying)
    if unsaved and is_staying:
        scene.happened["stayed"] += 1
        assert (person.words, person.look["unsaved"]) == (before, unsaved), "Back lost what is not saved"
        return
    assert not person.is_open
    await scene.enter(person.tab, person.user_id)


def move_node(node: JSON, target: JSON, index: int) -> JSON:
    return {"name": "LAYOUT_MOVE_NODE", "nodeId": node["id"], "parentId": target["id"], "index": index}


def deeds(scene: Scene) -> list[Deed]:
    """Each as often as it is done, compared with the others."""
    often: dict[Deed, int] = {
        write: 6,
        save: 4,
        undo: 4,
        refresh: 3,
        move: 2,
        narrow: 3 if scene.is_wide else 2,
        widen: 9 if scene.is_wide else 1,
        discard: 4,
    }
    once = [add, mark, remove, show, hide, write_elsewhere, leave, back]
    return [*(deed for deed, count in often.items() for _ in range(count)), *once]
