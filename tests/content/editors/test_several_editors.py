"""Two and three editors at once, at random: nothing that was saved disappears unless somebody chose so.

The editors are the real ones, without a screen; the service is the real one. Between them anything may be late or lost,
in either direction, and may be refused. People write, move, take out, undo, save, decide conflicts, press Back, leave,
come back and discard what was kept for them, and others log in in their tab meanwhile. They show and hide shared blocks,
in which others write on another page. The same seed makes the same story, as far as ids and the order of what happens
at once allow.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.content.editors.deeds import decide, deeds, refresh, save
from tests.content.editors.driving import editors
from tests.content.editors.people import Person
from tests.content.editors.scene import Scene
from tests.content.editors.traffic import Traffic
from tests.content.editors.words import words_of
from tests.content.factory import Site

STEPS = 120
STORIES = int(os.environ.get("STORIES", "20"))
"""For each number of tabs. One costs about half a second of processor time; ``STORIES=100`` tells a hundred."""


async def step(scene: Scene, traffic: Traffic) -> None:
    person = scene.people[scene.chance.choice(scene.tabs)]
    await decide(scene, person)
    if scene.chance.random() < 0.45:
        ways = [traffic.arrive, traffic.arrive, traffic.answer, traffic.answer, traffic.lose_one]
        await scene.chance.choice(ways)()
    else:
        await scene.chance.choice(deeds(scene))(scene, person)


async def end(scene: Scene, traffic: Traffic) -> None:
    """All comes through, everybody saves what they have, and looks at the page once more."""
    for person in list(scene.everyone.values()):
        if scene.people[person.tab] is not person:
            await scene.driver.do(person.tab, "endSession")
            await scene.enter(person.tab, person.user_id)
        await save_all(scene, traffic, person)
    for person in scene.people.values():
        await refresh(scene, person)
        # What a step that can be redone needs of a shared block stays known beside the page.
        if not person.look["isLent"]:
            assert person.look["page"]["page"] == scene.render["page"]
            assert person.look["page"]["plugins"] == scene.render["plugins"]
        assert person.words == words_of(scene.render)


async def save_all(scene: Scene, traffic: Traffic, person: Person) -> None:
    for _ in range(30):
        if traffic.requests:
            await traffic.arrive()
        elif traffic.answers:
            await traffic.hand_back(*traffic.answers.pop())
        elif person.look["status"] == "conflict":
            await decide(scene, person)
        elif person.look["unsaved"]:
            await save(scene, person)
        else:
            break
    assert person.look["unsaved"] == 0, person.look["status"]


@pytest.mark.parametrize("tabs", [2, 3])
async def test_nothing_disappears_unless_somebody_chose_so(site: Site, script: Path, tabs: int) -> None:
    happened: Counter[str] = Counter()
    async with editors(script, site) as driver:
        for seed in range(tabs * 100, tabs * 100 + STORIES):
            scene = Scene(site, driver, seed, tabs)
            traffic = Traffic(scene)
            await scene.begin()
            for _ in range(STEPS):
                await step(scene, traffic)
            await end(scene, traffic)
            happened += scene.happened
    # A story in which nobody gets in anybody's way tells nothing.
    wanted = ["conflict", "lost", "stayed", "refused", "discarded", "shown"]
    assert [name for name in wanted if not happened[name]] == [], happened
