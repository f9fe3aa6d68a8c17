"""What checks and fixes leave behind: each finding once, in lists as long as it is there, and not for ever."""

import asyncio

from sqlalchemy import select

from content.link_targets import Target
from content.links import tasks
from content.links.answers import uses_out
from content.links.collecting import Place, Use
from content.links.models import LinkUse
from content.links.storing import begin_reading, replace_uses
from kit.jobs import enqueue
from tests.content.factory import Site, id_
from tests.content.links import LINKS, check, link_to, replace, uses
from tests.content.test_link_fixes import page_with
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits

HTML = '<p><a href="/nowhere">to</a></p>'


async def test_two_checks_that_end_at_once_do_not_double_what_they_found(site: Site) -> None:
    page = await page_with(site, "/one", HTML)
    await check(site)
    place = Place("page", page["page"]["id"], "plugin", id_(), "", "content", "/nowhere")
    use = Use(place, Target("/nowhere", is_internal=True), page["page"]["id"], "link", "to 0", "cms.text", 1)
    async with site.client.kit.database.transaction() as session:
        await replace_uses(session, [use], await begin_reading(session))
        second = asyncio.create_task(check(site))
        await until_somebody_waits(session)
    await second
    assert len(await uses(site, q="nowhere")) == 1


async def test_a_list_that_is_read_meanwhile_has_what_is_still_there(site: Site) -> None:
    await page_with(site, "/one", HTML)
    await check(site)
    database = site.client.kit.database
    async with database.reading() as session:
        found = (await session.scalars(select(LinkUse))).all()
        await database.pool.execute("DELETE FROM links WHERE address = '/nowhere'")
        left = [use.link.address for use in await uses_out(session, found)]
    assert len(left) == len(found) - 1
    assert "/nowhere" not in left


async def test_old_checks_and_fixes_are_forgotten(site: Site) -> None:
    await page_with(site, "/one", HTML)
    await check(site)
    done = await replace(site, await link_to(site, "/nowhere"), "/one")
    last = await check(site)
    query = "UPDATE link_checks SET started_at = started_at - $1::interval - interval '1 day'"
    await site.client.kit.database.pool.execute(query, tasks.KEPT)
    query = "UPDATE link_fixes SET created_at = created_at - $1::interval - interval '1 day'"
    await site.client.kit.database.pool.execute(query, tasks.KEPT)
    async with site.client.kit.database.transaction() as session:
        await enqueue(session, "links.prune", {}, key=id_())
    await run_jobs(site.client, "links.prune")
    latest = await site.client.get(f"{LINKS}/checks/latest", headers=site.editor)
    assert latest.json()["check"]["id"] == last["id"]
    assert await site.client.kit.database.pool.fetchval("SELECT count(*) FROM link_checks") == 1
    answer = await site.client.post(f"{LINKS}/fixes/{done['fixId']}/undo", headers=site.editor)
    assert (answer.status_code, answer.json()["code"]) == (404, "link_fix_not_found")
